// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What tells a player the time, and wakes it.
@MainActor public protocol PlayerClock: AnyObject {
    var now: Instant { get }
    /// Calls once; a later call takes the place of one that waits.
    func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void)
    /// Forgets what waits.
    func rest()
}

/// The machine's own clock; it stands while the machine sleeps, as playing does.
@MainActor public final class SystemPlayerClock: PlayerClock {
    private let origin = SuspendingClock.now
    private var waiting: Task<Void, Never>?

    public nonisolated init() {}

    isolated deinit { waiting?.cancel() }

    public var now: Instant {
        let (seconds, attoseconds) = (SuspendingClock.now - origin).components
        return Instant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    public func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void) {
        waiting?.cancel()
        waiting = Task {
            try? await Task.sleep(for: .seconds(seconds), clock: .suspending)
            if !Task.isCancelled { work() }
        }
    }

    public func rest() {
        waiting?.cancel()
        waiting = nil
    }
}
