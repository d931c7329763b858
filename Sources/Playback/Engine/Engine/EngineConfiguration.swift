// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxCodec
public import WindowboxStreaming

/// What an engine is given once.
public struct EngineConfiguration: Sendable {
    public var pace: Pace
    /// Pictures decoded at a time. One more than processors, up to four: the pictures on the way to a seek's target wait for
    /// each other in turn, and a thread that waits should leave none of them idle. Each takes the memory of two pictures.
    public var decodingThreads: Int
    public var hardwareDecoding: HardwareDecoding
    /// Seconds of coded samples kept behind the position, so that a skip back, of ten seconds as a rule, loads nothing.
    public var retention: Double
    /// Seconds that must be queued before playing goes on after a stall, unless the item's end comes before.
    public var bufferedAfterStall: Double
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

    public static var usualThreads: Int { min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1, 2), 4) }
}
