// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxCodec
public import WindowboxStreaming

/// The fixed settings of an engine.
public struct EngineConfiguration: Sendable {
    /// Whether frames are shown when they are due or as fast as they can be decoded.
    public var pace: Pace
    /// The number of video decoding threads. By default one more than there are processors, up to four: while decoding towards a seek
    /// target, frames wait for one another, and a waiting thread should not leave a processor idle. Each thread takes the memory of two
    /// frames.
    public var decodingThreads: Int
    /// When video is decoded by hardware; never by default.
    public var hardwareDecoding: HardwareDecoding
    /// Seconds of coded samples kept behind the position, so that a skip back (usually ten seconds) loads nothing.
    public var retention: Double
    /// Seconds that must be buffered before playback resumes after a stall, unless the item ends earlier.
    public var bufferedAfterStall: Double
    /// How streams are loaded and qualities chosen.
    public var streaming: StreamingConfiguration

    public init(
        pace: Pace = .realTime, decodingThreads: Int = EngineConfiguration.usualThreads, hardwareDecoding: HardwareDecoding = .never,
        retention: Double = 11, bufferedAfterStall: Double = 1, streaming: StreamingConfiguration = .init()
    ) {
        self.pace = pace
        self.decodingThreads = decodingThreads
        self.hardwareDecoding = hardwareDecoding
        self.retention = retention
        self.bufferedAfterStall = bufferedAfterStall
        self.streaming = streaming
    }

    /// One more than there are processors, but at least 2 and at most 4.
    public static var usualThreads: Int { min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1, 2), 4) }
}
