// SPDX-License-Identifier: Apache-2.0

/// The state of a video controller. It changes only through commands.
public enum VideoState: Hashable, Sendable, CaseIterable {
    /// Nothing was loaded yet.
    case unknown
    case loading
    case paused
    case playing
    /// An ad runs in place of the content.
    case suspended
    case failed
    /// Commands have no effect any more.
    case dismissed
}

/// A user's action on the controls.
public enum VideoControl: Hashable, Sendable {
    case play, pause, next, previous, scrub, skipBackward, skipForward, fullScreen, subtitles, quality, done, tap
    /// A name chosen by the application's own view.
    case custom(String)
}

/// The orientation of the video on the screen.
public enum VideoOrientation: Hashable, Sendable { case portrait, landscape }
