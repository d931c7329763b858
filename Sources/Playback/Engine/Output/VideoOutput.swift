// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec

/// Somewhere that pictures are shown. Called on the engine's presenting thread, in the order and at the moment of
/// presentation; it should hand the picture over and return.
public protocol VideoOutput: Sendable {
    func show(_ picture: VideoFrame)

    /// Seconds from ``show(_:)`` until the picture can be seen, 0 or more: the engine hands pictures over that much early. 0 by default.
    ///
    /// It may change while it plays. Where there are several outputs, the longest counts for all.
    var displayDelay: Double { get }
}

extension VideoOutput {
    public var displayDelay: Double { 0 }
}
