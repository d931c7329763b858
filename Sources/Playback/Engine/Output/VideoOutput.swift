// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec

/// A destination for video frames. Called on the engine's presenting thread, in order and when each frame is due. It should hand the frame
/// over and return.
public protocol VideoOutput: Sendable {
    /// Shows a frame. It should be visible ``displayDelay`` after the call.
    func show(_ frame: VideoFrame)

    /// Removes the frame: what plays now has none, such as audio, or video that can't be decoded. Does nothing by default.
    func clear()

    /// Seconds from ``show(_:)`` until the frame is visible, 0 or more. The engine passes frames on that much earlier. 0 by default.
    ///
    /// May change during playback. With several outputs, the longest delay applies to all.
    var displayDelay: Double { get }
}

extension VideoOutput {
    public func clear() {}
    public var displayDelay: Double { 0 }
}
