// SPDX-License-Identifier: Apache-2.0

/// The state of a video controller. It changes only through commands.
public enum VideoState: Hashable, Sendable, CaseIterable {
    /// Nothing was loaded yet.
    case unknown
    /// A track is being loaded.
    case loading
    /// A track is loaded, and playback isn't requested.
    case paused
    /// The track plays, or waits for data.
    case playing
    /// An ad runs in place of the content.
    case suspended
    /// The track can't be played; see ``VideoController/error``.
    case failed
    /// Commands have no effect any more.
    case dismissed
}

/// A user's action on the controls.
public enum VideoControl: Hashable, Sendable {
    /// The control of that name.
    case play, pause, next, previous, scrub, skipBackward, skipForward, fullScreen, subtitles, quality, done, tap
    /// A name chosen by the application's own view.
    case custom(String)
}

/// The orientation of the video on the screen.
public enum VideoOrientation: Hashable, Sendable { case portrait, landscape }
