// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@MainActor @Suite("Failure recovery")
struct FailureRecoveryTests {
    private let failure = PlayerError(.unavailable, "gone", canRetry: true)
    private let item = PlayerItem.simple(url: "a")

    @Test("An item interrupted by the network is retried once after the delay, at its last position")
    func due() {
        let recovery = FailureRecovery(NetworkRetry(delays: [2]))
        #expect(recovery.handle(.lost(position: .time(9)), at: .zero) == nil)
        #expect(recovery.retryDue == Instant.zero + 2)
        #expect(recovery.isWaiting(isReachable: true))
        #expect(recovery.handle(.woke, at: Instant.zero + 1) == nil)
        #expect(recovery.handle(.woke, at: Instant.zero + 2) == FailureRecovery.Retry(position: .time(9)))
        #expect(recovery.retryDue == nil)
        #expect(recovery.handle(.woke, at: .zero + 9) == nil)
        #expect(recovery.position == .time(9))
    }

    @Test("Leaving an item drops its retry, except during its own reload")
    func left() {
        let recovery = FailureRecovery(NetworkRetry(delays: [2]))
        _ = recovery.handle(.lost(position: .time(9)), at: .zero)
        recovery.whileRetrying { _ = recovery.handle(.left, at: .zero) }
        #expect(recovery.position == .time(9))
        _ = recovery.handle(.left, at: .zero)
        #expect(recovery.retryDue == nil)
        #expect(recovery.position == nil)
    }

    @Test("A loader that recovers clears its own error, but not an error of the media")
    func loader() {
        let recovery = FailureRecovery(.never)
        recovery.fail(failure)
        recovery.loaderChanged(isFailing: false)
        #expect(recovery.error != nil)
        recovery.failAtLoader()
        recovery.loaderChanged(isFailing: false)
        #expect(recovery.error == nil)
        recovery.fail(failure)
        recovery.loaderChanged(isFailing: true)
        #expect(recovery.error == nil, "the new failure is reported separately")
    }

    @Test("A resume position belongs to one item and is used once")
    func places() {
        let recovery = FailureRecovery(.never)
        recovery.resume(item, at: .time(5))
        #expect(recovery.resumes(item))
        let other = PlayerItem.simple(url: "b")
        #expect(!recovery.resumes(other))
        #expect(recovery.takePlace(of: other) == nil)
        #expect(recovery.takePlace(of: item) == .time(5))
        #expect(recovery.takePlace(of: item) == nil)
    }

    @Test("Skipping failed items is not re-entrant")
    func passing() {
        let recovery = FailureRecovery(.never)
        var (calls, nested) = (0, 0)
        recovery.passOver {
            calls += 1
            recovery.passOver {
                nested += 1
                return false
            }
            return calls < 3
        }
        #expect(calls == 3)
        #expect(nested == 0)
    }
}
