// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A player's clock and timer.
@MainActor public protocol PlayerClock: AnyObject {
    /// The current time; only differences have a meaning.
    var now: Instant { get }
    /// Calls `work` once after a delay; a later call replaces a pending one.
    func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void)
    /// Cancels the pending call.
    func rest()
}

/// The system's clock, which stops during suspend, as playback does.
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
