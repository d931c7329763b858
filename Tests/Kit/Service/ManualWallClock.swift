// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A date that stands still until a test moves it, and those who wait for a later one.
public final class ManualWallClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [Int: (due: Date, wake: CheckedContinuation<Void, any Error>)] = [:]
        var last = 0
    }
    private let state: Mutex<State>

    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { state = Mutex(State(now: start)) }

    @Sendable public func now() -> Date { state.withLock { $0.now } }

    public var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }

    @Sendable public func sleep(until date: Date) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= date { return .success(()) }
                    state.sleepers[number] = (date, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
        }
    }

    /// Wakes those whose date has come, the earliest first.
    public func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now.addTimeInterval(seconds)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.due < $1.due }
        }
        for sleeper in due { sleeper.wake.resume() }
    }
}
