// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec

/// A destination for audio. Used by one thread at a time.
public protocol AudioOutput: AnyObject, Sendable {
    /// The sample rate and channels that ``write(_:)`` expects; constant.
    var format: AudioFormat { get }
    /// Starts or resumes playing the written audio.
    func start()
    /// Pauses at the current sample. ``start()`` resumes there.
    func pause()
    /// Drops what was written but not played yet.
    func flush()
    /// Writes interleaved samples.
    /// - Returns: how many frames were taken; fewer than offered when it is full. Never blocks.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int
    /// Audio frames played since the last flush; nil when the output has no clock of its own.
    var framesPlayed: Int64? { get }
    /// Whether it accepts audio no faster than it plays it; false when the engine's clock has to pace the writing.
    var isPaced: Bool { get }
    /// Where the audio goes now.
    var destination: AudioDestination { get }
    /// Events of the output, for one reader; nil for an output without events.
    var events: AsyncStream<AudioOutputEvent>? { get }
    /// Called when no more audio follows for a while, so that the output also plays a partial block that it has held back.
    func playOut()
    /// Returns when more can be written, or after the given number of seconds at the latest.
    func waitUntilWritable(seconds: Double)
}

extension AudioOutput {
    public var isPaced: Bool { false }
    public var destination: AudioDestination { .output }
    public var events: AsyncStream<AudioOutputEvent>? { nil }
    public func playOut() {}
    public func waitUntilWritable(seconds: Double) {}
}

/// Discards all audio. The engine's clock sets the pace.
public final class SilentOutput: AudioOutput {
    public let format: AudioFormat
    /// - Parameter format: what the engine converts audio to before it is discarded.
    public init(format: AudioFormat = AudioFormat()) { self.format = format }
    public func start() {}
    public func pause() {}
    public func flush() {}
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int { samples.count / format.channels }
    public var framesPlayed: Int64? { nil }
    public var destination: AudioDestination { .nowhere() }
}
