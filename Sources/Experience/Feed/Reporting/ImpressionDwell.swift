// SPDX-License-Identifier: Apache-2.0

/// Which cards have been looked at: those that were seen for a second on end, each once.
public struct ImpressionDwell: Sendable {
    /// Seconds.
    public static let least = 1.0
    private var since: [String: Double] = [:]
    private var told: Set<String> = []

    public init() {}

    /// When ``look(at:now:)`` is due without anything having changed; nil when nobody waits.
    public var nextWake: Double? { since.values.min().map { $0 + Self.least } }

    /// - Parameters:
    ///   - ids: all that are in view.
    ///   - now: seconds of any clock that runs evenly.
    /// - Returns: what has been looked at long enough by now, in order of their ids.
    public mutating func look(at ids: Set<String>, now: Double) -> [String] {
        since = since.filter { ids.contains($0.key) }
        for id in ids where !told.contains(id) && since[id] == nil { since[id] = now }
        let due = since.filter { now - $0.value >= Self.least - 1e-9 }.keys.sorted()
        for id in due {
            since[id] = nil
            told.insert(id)
        }
        return due
    }
}
