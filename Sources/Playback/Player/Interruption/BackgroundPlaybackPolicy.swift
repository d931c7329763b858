// SPDX-License-Identifier: Apache-2.0

/// What happens to video while the application isn't visible. Audio-only playback always continues.
public enum BackgroundPlaybackPolicy: Hashable, Sendable {
    /// Pauses, unless the video is visible elsewhere (such as picture-in-picture).
    case automatic
    /// Always pauses, even if the video is visible elsewhere.
    case pauses
    /// Plays on, whether or not the video is visible.
    case continues
}
