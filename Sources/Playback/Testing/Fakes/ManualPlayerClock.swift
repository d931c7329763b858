// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer

/// A clock that only a test advances.
@MainActor public final class ManualPlayerClock: PlayerClock {
    public private(set) var now = Instant.zero
    private var due: (Instant, @MainActor () -> Void)?

    public nonisolated init() {}

    public func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void) { due = (now + seconds, work) }
    public func rest() { due = nil }

    /// Seconds until the next wake-up; nil when there is none.
    public var nextWake: Double? { due.map { $0.0 - now } }

    /// Advances time, and performs the wake-ups on the way.
    /// - Parameter before: called before each wake-up, and at the end.
    public func advance(by seconds: Double, _ before: (Instant) -> Void = { _ in }) {
        let end = now + seconds
        while let (moment, work) = due, moment <= end {
            now = max(now, moment)
            due = nil
            before(now)
            work()
        }
        now = end
        before(now)
    }
}
