// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

/// Knows what comes before and after the media of a controller.
@MainActor public protocol MediaPlaylist: AnyObject {
    func nextMedia(for controller: MediaController) -> Media?
    func previousMedia(for controller: MediaController) -> Media?
    /// A media of the playlist was begun, by a person or by itself.
    func controller(_ controller: MediaController, didChangeTo media: Media)
    /// - Returns: nil for the default position.
    func startPosition(of media: Media, in controller: MediaController) -> MediaPosition?
    func settings(for media: Media, in controller: MediaController) -> PlaybackSettings
}

extension MediaPlaylist {
    public func controller(_ controller: MediaController, didChangeTo media: Media) {}
    public func startPosition(of media: Media, in controller: MediaController) -> MediaPosition? { nil }
    public func settings(for media: Media, in controller: MediaController) -> PlaybackSettings { PlaybackSettings() }
}

/// Decides how one media of a playlist follows another.
@MainActor public protocol MediaTransitionDelegate: AnyObject {
    /// Seconds between the end of a media and the next: none with 0, and infinity to stay at the end. Below 0 counts as 0.
    func transitionDuration(of controller: MediaController) -> Double
    func controllerDidEndWithoutTransition(_ controller: MediaController)
}

extension MediaTransitionDelegate {
    public func controllerDidEndWithoutTransition(_ controller: MediaController) {}
}
