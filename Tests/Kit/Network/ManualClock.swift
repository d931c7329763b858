// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia

/// Something that happens at moments of a ``ManualClock``.
public protocol ManualClockParticipant: AnyObject, Sendable {
    /// The next moment at which it has something to do.
    var nextEvent: Instant? { get }
    func run(to moment: Instant)
    /// Whether everyone it woke has come back to wait again.
    var isSettled: Bool { get }
}

/// A clock that stands still until a test moves it, and an executor whose tasks run only while it moves.
///
/// Tasks that prefer it (`Task(executorPreference: clock)`) run one after another inside ``advance(by:)``, in the order in
/// which they were woken, and the clock moves on only when all of them wait: so a test is the same on every run. Other
/// tasks may take part, but when they run is then up to the machine.
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

    /// Stops at every event on the way, and lets what it woke run before it goes on.
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

    /// Runs what is due, and gives way until every participant says that those it woke wait again. A reader that never
    /// comes back is given up after many turns.
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
