// SPDX-License-Identifier: Apache-2.0

/// What becomes of pictures that play while nobody sees the application. Sound alone always goes on.
public enum BackgroundPlaybackPolicy: Hashable, Sendable {
    /// Pauses, unless the pictures are seen elsewhere.
    case automatic
    /// Pauses, wherever the pictures are seen.
    case pauses
    case continues
}
