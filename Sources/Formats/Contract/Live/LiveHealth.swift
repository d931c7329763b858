// SPDX-License-Identifier: Apache-2.0

/// What a live stream's encoder sends, measured over the last ten seconds of its stream.
public struct LiveHealth: Codable, Hashable, Sendable {
    /// Whether anything came in the last three seconds. Where it is false, the other members are 0 or nil.
    public var isReceiving: Bool
    /// Pictures and sound together.
    public var bitsPerSecond: Int
    /// Pictures in a second; 0 where there are none.
    public var framesPerSecond: Double
    /// Pictures that are missing between those that came.
    public var droppedFrames: Int
    /// The longest distance between two key frames, in seconds; nil until two have come.
    public var keyFrameSeconds: Double?

    public init(
        isReceiving: Bool = false, bitsPerSecond: Int = 0, framesPerSecond: Double = 0, droppedFrames: Int = 0,
        keyFrameSeconds: Double? = nil
    ) {
        self.isReceiving = isReceiving
        self.bitsPerSecond = bitsPerSecond
        self.framesPerSecond = framesPerSecond
        self.droppedFrames = droppedFrames
        self.keyFrameSeconds = keyFrameSeconds
    }

    enum CodingKeys: String, CodingKey {
        case isReceiving = "is_receiving", bitsPerSecond = "bits_per_second", framesPerSecond = "frames_per_second"
        case droppedFrames = "dropped_frames", keyFrameSeconds = "key_frame_seconds"
    }
}
