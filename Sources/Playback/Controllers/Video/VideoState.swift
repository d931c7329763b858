// SPDX-License-Identifier: Apache-2.0

/// What a video controller is doing. It is never set, only come to by commands.
public enum VideoState: Hashable, Sendable, CaseIterable {
    /// Nothing was loaded yet.
    case unknown
    case loading
    case paused
    case playing
    /// An advertisement runs in place of the content.
    case suspended
    case failed
    /// Nothing has any effect any more.
    case dismissed
}

/// Something that a person did with the controls.
public enum VideoControl: Hashable, Sendable {
    case play, pause, next, previous, scrub, skipBackward, skipForward, fullScreen, subtitles, quality, done, tap
    /// What a view of the application's own calls it.
    case custom(String)
}

/// How the video lies on the screen.
public enum VideoOrientation: Hashable, Sendable { case portrait, landscape }
