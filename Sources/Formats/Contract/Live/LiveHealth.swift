// SPDX-License-Identifier: Apache-2.0

/// Statistics of a live stream's encoder input over the last ten seconds of media.
public struct LiveHealth: Codable, Hashable, Sendable {
    /// Whether data arrived in the last three seconds. If false, the other members are 0 or nil.
    public var isReceiving: Bool
    /// The total bit rate of video and audio.
    public var bitsPerSecond: Int
    /// Video frames per second; 0 without video.
    public var framesPerSecond: Double
    /// The number of frames missing between received ones.
    public var droppedFrames: Int
    /// The longest distance between keyframes in seconds; nil before the second one.
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
