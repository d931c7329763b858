// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia

/// An object with events on a ``ManualClock``.
public protocol ManualClockParticipant: AnyObject, Sendable {
    /// The time of its next event.
    var nextEvent: Instant? { get }
    func run(to moment: Instant)
    /// Whether every task that it woke is waiting again.
    var isSettled: Bool { get }
}

/// A clock that only a test advances, and an executor whose tasks run only while it advances.
///
/// Tasks that prefer it (`Task(executorPreference: clock)`) run one after another inside ``advance(by:)``, in the order in
/// which they were woken, and the clock advances only when all of them wait. This makes tests deterministic. Other
/// tasks can take part, but the machine decides when they run.
public final class ManualClock: Sendable {
    private struct State {
        var now = Instant.zero
        var jobs: [UnownedJob] = []
        var participants: [any ManualClockParticipant] = []
    }
    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }

    public func add(_ participant: any ManualClockParticipant) { state.withLock { $0.participants.append(participant) } }

    public func advance(by seconds: Double) async { await advance(to: now + seconds) }

    /// Stops at every event on the way, and runs the tasks that it woke before continuing.
    public func advance(to target: Instant) async {
        await settle()
        while true {
            let participants = state.withLock { $0.participants }
            let next = min(target, participants.compactMap(\.nextEvent).min() ?? target)
            let moment = state.withLock { state in
                state.now = max(state.now, next)
                return state.now
            }
            for participant in participants { participant.run(to: moment) }
            await settle()
            if moment >= target { return }
        }
    }

    /// Runs the pending jobs, and yields until every participant is settled. Gives up after many turns on a reader that
    /// does not wait again.
    public func settle() async {
        for turn in 0..<5_000 {
            runJobs()
            await Task.yield()
            let isIdle = state.withLock { $0.jobs.isEmpty }
            if turn >= 10, isIdle, state.withLock({ $0.participants }).allSatisfy(\.isSettled) { return }
        }
    }
}

extension ManualClock: TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    private func runJobs() {
        while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
