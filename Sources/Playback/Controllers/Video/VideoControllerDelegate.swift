// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Is notified of everything a video controller does, and may refuse it. Every method is optional.
@MainActor public protocol VideoControllerDelegate: AnyObject {
    /// Called first. A refused change does not happen.
    func controller(_ controller: VideoController, shouldChangeTo state: VideoState) -> Bool
    /// Called second, before the state changes.
    func controller(_ controller: VideoController, willChangeTo state: VideoState)
    /// Called third, after the state has changed.
    func controller(_ controller: VideoController, didChangeFrom state: VideoState)

    /// Called when a track is loaded and ready: whether it starts automatically.
    func controller(_ controller: VideoController, shouldStart track: any VideoTrack) -> Bool
    /// Called before a track plays for the first time.
    func controller(_ controller: VideoController, willStart track: any VideoTrack)
    /// Called when a track plays for the first time.
    func controller(_ controller: VideoController, didStart track: any VideoTrack)
    /// Called every second during playback.
    /// - Parameters:
    ///   - time: seconds on the track's timeline.
    ///   - lastTime: the time of the previous call; nil at first.
    func controller(_ controller: VideoController, didPlay track: any VideoTrack, at time: Double, lastTime: Double?)
    /// Called when a track has been played to its end.
    func controller(_ controller: VideoController, didPlayToEnd track: any VideoTrack)

    /// Called after each action of the user on the controls.
    func controller(_ controller: VideoController, didControlBy control: VideoControl)
    /// The languages are BCP 47 tags; nil means no subtitles.
    func controller(_ controller: VideoController, didChangeSubtitleFrom old: String?, to new: String?)
    /// Called before the orientation changes.
    func controller(_ controller: VideoController, willChangeTo orientation: VideoOrientation)
    /// Called after the orientation has changed; `orientation` is the previous one.
    func controller(_ controller: VideoController, didChangeFrom orientation: VideoOrientation)
    /// Called when a track can't be played.
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
