// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@MainActor @Suite("A failed item, and where it goes on")
struct FailureRecoveryTests {
    private let failure = PlayerError(.unavailable, "gone", canRetry: true)
    private let item = PlayerItem.simple(url: "a")

    @Test("An item that the network interrupts is due again after the delay, once, where it was")
    func due() {
        let recovery = FailureRecovery(NetworkRetry(delays: [2]))
        #expect(recovery.handle(.lost(place: .time(9)), at: .zero) == nil)
        #expect(recovery.retryDue == Instant.zero + 2)
        #expect(recovery.isWaiting(isReachable: true))
        #expect(recovery.handle(.woke, at: Instant.zero + 1) == nil)
        #expect(recovery.handle(.woke, at: Instant.zero + 2) == FailureRecovery.Retry(place: .time(9)))
        #expect(recovery.retryDue == nil)
        #expect(recovery.handle(.woke, at: .zero + 9) == nil)
        #expect(recovery.place == .time(9))
    }

    @Test("Leaving an item forgets its retry, except while it is being loaded again")
    func left() {
        let recovery = FailureRecovery(NetworkRetry(delays: [2]))
        _ = recovery.handle(.lost(place: .time(9)), at: .zero)
        recovery.whileRetrying { _ = recovery.handle(.left, at: .zero) }
        #expect(recovery.place == .time(9))
        _ = recovery.handle(.left, at: .zero)
        #expect(recovery.retryDue == nil)
        #expect(recovery.place == nil)
    }

    @Test("A loader that gives media after all ends its own error, but not one of the media")
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
        #expect(recovery.error == nil, "the new failure is reported anew")
    }

    @Test("A place to go on at is for one item, and used once")
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

    @Test("Failures while failed items are passed over don't begin anew")
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
