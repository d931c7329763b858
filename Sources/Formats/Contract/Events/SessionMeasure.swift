// SPDX-License-Identifier: Apache-2.0

/// Numeric properties of a ``EventName/session`` event, which is sent once at the end of a viewing session.
public struct SessionMeasure: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Media time played, in milliseconds.
    public static let watched = Self(rawValue: "watched_ms")
    /// Time to the first frame, in milliseconds.
    public static let startup = Self(rawValue: "startup_ms")
    /// Total stall time in milliseconds; ``SessionMeasure/stalls`` is the number of stalls.
    public static let stalled = Self(rawValue: "stall_ms")
    /// The number of stalls.
    public static let stalls = Self(rawValue: "stall_count")
    /// How often the quality changed.
    public static let renditionChanges = Self(rawValue: "rendition_changes")
    /// Average latency behind the live edge, in milliseconds.
    public static let liveLatency = Self(rawValue: "latency_ms")
    /// 1 if no frame was shown.
    public static let exitedBeforeStart = Self(rawValue: "exited_before_start")
    public static let known: [Self] = [watched, startup, stalled, stalls, renditionChanges, liveLatency, exitedBeforeStart]

    /// The value in an event as an integer in a plausible range; nil if it is missing or invalid.
    public func value(in event: ViewerEvent) -> Int64? {
        switch event.properties?[rawValue] {
        case .integer(let value) where (0...86_400_000).contains(value): value
        case .number(let value) where (0...86_400_000).contains(value): Int64(value.rounded())
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }
}
