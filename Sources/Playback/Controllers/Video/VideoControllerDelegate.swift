// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Hears of everything that a video controller does, and may refuse it. Every call is optional.
@MainActor public protocol VideoControllerDelegate: AnyObject {
    /// Asked first. What is refused does not happen.
    func controller(_ controller: VideoController, shouldChangeTo state: VideoState) -> Bool
    /// Told second, while the old state is in force.
    func controller(_ controller: VideoController, willChangeTo state: VideoState)
    /// Told third.
    func controller(_ controller: VideoController, didChangeFrom state: VideoState)

    /// Asked when a track is loaded and ready: whether it starts by itself.
    func controller(_ controller: VideoController, shouldStart track: any VideoTrack) -> Bool
    func controller(_ controller: VideoController, willStart track: any VideoTrack)
    func controller(_ controller: VideoController, didStart track: any VideoTrack)
    /// Told each second of playing.
    /// - Parameters:
    ///   - time: seconds on the track's timeline.
    ///   - lastTime: that of the call before; nil at first.
    func controller(_ controller: VideoController, didPlay track: any VideoTrack, at time: Double, lastTime: Double?)
    func controller(_ controller: VideoController, didPlayToEnd track: any VideoTrack)

    func controller(_ controller: VideoController, didControlBy control: VideoControl)
    /// - Parameters: BCP 47; nil is none.
    func controller(_ controller: VideoController, didChangeSubtitleFrom old: String?, to new: String?)
    func controller(_ controller: VideoController, willChangeTo orientation: VideoOrientation)
    func controller(_ controller: VideoController, didChangeFrom orientation: VideoOrientation)
    func controller(_ controller: VideoController, didFailWith error: PlayerError, track: any VideoTrack)
}

extension VideoControllerDelegate {
    public func controller(_ controller: VideoController, shouldChangeTo state: VideoState) -> Bool { true }
    public func controller(_ controller: VideoController, willChangeTo state: VideoState) {}
    public func controller(_ controller: VideoController, didChangeFrom state: VideoState) {}
    public func controller(_ controller: VideoController, shouldStart track: any VideoTrack) -> Bool { true }
    public func controller(_ controller: VideoController, willStart track: any VideoTrack) {}
    public func controller(_ controller: VideoController, didStart track: any VideoTrack) {}
    public func controller(_ controller: VideoController, didPlay track: any VideoTrack, at time: Double, lastTime: Double?) {}
    public func controller(_ controller: VideoController, didPlayToEnd track: any VideoTrack) {}
    public func controller(_ controller: VideoController, didControlBy control: VideoControl) {}
    public func controller(_ controller: VideoController, didChangeSubtitleFrom old: String?, to new: String?) {}
    public func controller(_ controller: VideoController, willChangeTo orientation: VideoOrientation) {}
    public func controller(_ controller: VideoController, didChangeFrom orientation: VideoOrientation) {}
    public func controller(_ controller: VideoController, didFailWith error: PlayerError, track: any VideoTrack) {}
}
