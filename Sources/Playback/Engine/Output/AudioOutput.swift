// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec

/// Somewhere that sound goes. Used by one thread at a time.
public protocol AudioOutput: AnyObject, Sendable {
    var format: AudioFormat { get }
    /// Sound may leave from now on.
    func start()
    /// Sound stops where it is, and goes on there with ``start()``.
    func pause()
    /// Drops what was written and has not left yet.
    func flush()
    /// Takes interleaved samples.
    /// - Returns: how many frames were taken; fewer than offered when it is full. Never blocks.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int
    /// Frames that have left since the last flush; nil when the output has no clock of its own.
    var framesPlayed: Int64? { get }
    /// It takes sound no faster than it plays it; false where the engine's clock has to pace the writing.
    var isPaced: Bool { get }
    /// Where the sound goes now.
    var destination: AudioDestination { get }
    /// What it tells by itself, for one reader; nil for an output that never does.
    var events: AsyncStream<AudioOutputEvent>? { get }
    /// Nothing more comes for a while: sound that the output keeps until it has a whole portion of it is to leave too.
    func letOut()
    /// Returns when more can be written, at the latest after so many seconds.
    func waitUntilWritable(seconds: Double)
}

extension AudioOutput {
    public var isPaced: Bool { false }
    public var destination: AudioDestination { .output }
    public var events: AsyncStream<AudioOutputEvent>? { nil }
    public func letOut() {}
    public func waitUntilWritable(seconds: Double) {}
}

/// Takes sound and plays none: the engine's clock sets the pace.
public final class SilentOutput: AudioOutput {
    public let format: AudioFormat
    public init(format: AudioFormat = AudioFormat()) { self.format = format }
    public func start() {}
    public func pause() {}
    public func flush() {}
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int { samples.count / format.channels }
    public var framesPlayed: Int64? { nil }
    public var destination: AudioDestination { .nowhere() }
}
