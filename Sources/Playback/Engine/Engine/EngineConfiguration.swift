// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxStreaming

/// What an engine is given once.
public struct EngineConfiguration: Sendable {
    public var pace: Pace
    /// Pictures decoded at a time.
    public var decodingThreads: Int
    public var hardwareDecoding: HardwareDecoding
    /// Seconds of coded samples kept behind the position, so that short seeks back load nothing.
    public var retention: Double
    /// Seconds that must be queued before playing goes on after a stall, unless the item's end comes before.
    public var bufferedAfterStall: Double
    public var streaming: StreamingConfiguration

    public init(
        pace: Pace = .realTime, decodingThreads: Int = 2, hardwareDecoding: HardwareDecoding = .never, retention: Double = 15,
        bufferedAfterStall: Double = 1, streaming: StreamingConfiguration = .init()
    ) {
        self.pace = pace
        self.decodingThreads = decodingThreads
        self.hardwareDecoding = hardwareDecoding
        self.retention = retention
        self.bufferedAfterStall = bufferedAfterStall
        self.streaming = streaming
    }
}
