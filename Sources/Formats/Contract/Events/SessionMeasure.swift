// SPDX-License-Identifier: Apache-2.0

/// Numbers that a ``EventName/session`` event has among its properties: what watching was like, told once at its end.
public struct SessionMeasure: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Milliseconds of media that were played.
    public static let watched = Self(rawValue: "watched_ms")
    /// Milliseconds until the first picture.
    public static let startup = Self(rawValue: "startup_ms")
    /// Milliseconds for which playing stood still, and how often.
    public static let stalled = Self(rawValue: "stall_ms")
    public static let stalls = Self(rawValue: "stall_count")
    public static let renditionChanges = Self(rawValue: "rendition_changes")
    /// Milliseconds behind the live moment, on average.
    public static let liveLatency = Self(rawValue: "latency_ms")
    /// 1 where no picture was seen.
    public static let exitedBeforeStart = Self(rawValue: "exited_before_start")
    public static let known: [Self] = [watched, startup, stalled, stalls, renditionChanges, liveLatency, exitedBeforeStart]

    /// What an event says of it: a whole number that isn't absurd; nil where it says nothing, or another thing.
    public func value(in event: ViewerEvent) -> Int64? {
        switch event.properties?[rawValue] {
        case .integer(let value) where (0...86_400_000).contains(value): value
        case .number(let value) where (0...86_400_000).contains(value): Int64(value.rounded())
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }
}
