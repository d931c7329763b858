// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

/// Provides the media items before and after that of a controller.
@MainActor public protocol MediaPlaylistSource: AnyObject {
    /// - Returns: nil when nothing follows.
    func nextMedia(for controller: MediaController) -> Media?
    /// - Returns: nil when nothing comes before.
    func previousMedia(for controller: MediaController) -> Media?
    /// A media item of the playlist has begun, chosen by the user or automatically.
    func controller(_ controller: MediaController, didChangeTo media: Media)
    /// - Returns: nil for the default position.
    func startPosition(of media: Media, in controller: MediaController) -> MediaPosition?
    /// The settings with which the controller loads a media item. By default, those without any preference.
    func settings(for media: Media, in controller: MediaController) -> PlaybackSettings
}

extension MediaPlaylistSource {
    public func controller(_ controller: MediaController, didChangeTo media: Media) {}
    public func startPosition(of media: Media, in controller: MediaController) -> MediaPosition? { nil }
    public func settings(for media: Media, in controller: MediaController) -> PlaybackSettings { PlaybackSettings() }
}

/// Decides how one media item of a playlist follows another.
@MainActor public protocol MediaTransitionDelegate: AnyObject {
    /// Seconds between the end of a media item and the next one: 0 for no pause, infinity to stay at the end. Negative values count as 0.
    func transitionDuration(of controller: MediaController) -> Double
    /// A media item has ended, and the next one doesn't begin automatically.
    func controllerDidEndWithoutTransition(_ controller: MediaController)
}

extension MediaTransitionDelegate {
    public func controllerDidEndWithoutTransition(_ controller: MediaController) {}
}
