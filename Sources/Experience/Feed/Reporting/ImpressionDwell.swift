// SPDX-License-Identifier: Apache-2.0

/// Tracks which cards count as seen: those visible for one second without interruption, each once.
public struct ImpressionDwell: Sendable {
    /// Minimum dwell time in seconds.
    public static let minimum = 1.0
    private var since: [String: Double] = [:]
    private var reported: Set<String> = []

    public init() {}

    /// When to call ``look(at:now:)`` next even if nothing changes; nil if nothing is pending.
    public var nextWake: Double? { since.values.min().map { $0 + Self.minimum } }

    /// - Parameters:
    ///   - ids: all visible cards.
    ///   - now: seconds of any monotonic clock.
    /// - Returns: the cards that have now been visible long enough, sorted by ID.
    public mutating func look(at ids: Set<String>, now: Double) -> [String] {
        since = since.filter { ids.contains($0.key) }
        for id in ids where !reported.contains(id) && since[id] == nil { since[id] = now }
        let due = since.filter { now - $0.value >= Self.minimum - 1e-9 }.keys.sorted()
        for id in due {
            since[id] = nil
            reported.insert(id)
        }
        return due
    }
}
