// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A date that only a test advances, and the tasks that wait for a later one.
public final class ManualWallClock: Sendable {
    private struct State: Sendable {
        var now: Date
        var sleepers: [Int: (due: Date, wake: CheckedContinuation<Void, any Error>)] = [:]
        var last = 0
        var slept = 0
    }
    private let state: Watched<State>

    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { state = Watched(State(now: start)) }

    @Sendable public func now() -> Date { state.value.now }

    /// Waits until no task sleeps.
    public func isLeftAlone() async { await state.reaches { $0.sleepers.isEmpty } }

    /// Waits until this many sleeps have started in total.
    public func sleepers(reach count: Int) async { await state.reaches { $0.slept >= count } }

    @Sendable public func sleep(until date: Date) async throws {
        let number = state.change { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.change { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= date { return .success(()) }
                    state.sleepers[number] = (date, continuation)
                    state.slept += 1
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.change { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
        }
    }

    /// Wakes the tasks whose date has come, earliest first.
    public func advance(by seconds: Double) {
        let due = state.change { state in
            state.now.addTimeInterval(seconds)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.due < $1.due }
        }
        for sleeper in due { sleeper.wake.resume() }
    }
}
