// SPDX-License-Identifier: Apache-2.0

/// The layout of decoded audio: interleaved 32-bit floats in -1...1.
public struct AudioFormat: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// 1 for mono, 2 for stereo.
    public var channels: Int
    public init(sampleRate: Int = 48_000, channels: Int = 2) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// A block of decoded audio.
public struct AudioBlock: Sendable {
    /// The time of the first frame on the item's timeline, in seconds.
    public var time: Double
    /// The rate and channels of ``samples``.
    public var format: AudioFormat
    /// Interleaved.
    public var samples: [Float]
    /// Silence that fills a gap in the stream.
    public var isFiller: Bool

    public init(time: Double, format: AudioFormat, samples: [Float], isFiller: Bool = false) {
        self.time = time
        self.format = format
        self.samples = samples
        self.isFiller = isFiller
    }

    /// The number of samples per channel.
    public var frameCount: Int { samples.count / format.channels }
    /// In seconds.
    public var duration: Double { Double(frameCount) / Double(format.sampleRate) }
    /// The time after the last frame, in seconds on the item's timeline.
    public var end: Double { time + duration }
}
