// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Retries after a network loss")
struct NetworkRetryRuleTests {
    private func seconds(_ value: Double) -> Instant { .zero + value }

    @Test("LB-13: an item that had played is retried after each delay, the last one repeating, at the position of the first loss")
    func delays() {
        var rule = NetworkRetryRule(NetworkRetry(delays: [1, 4]))
        #expect(rule.handle(.lost(position: .time(30)), at: .zero) == [.wake(at: seconds(1))])
        #expect(rule.handle(.woke, at: seconds(0.5)) == [])
        #expect(rule.handle(.woke, at: seconds(1)) == [.sleep, .retry(at: .time(30))])
        #expect(rule.handle(.lost(position: nil), at: seconds(2)) == [.wake(at: seconds(6))])
        #expect(rule.handle(.woke, at: seconds(6)) == [.sleep, .retry(at: .time(30))])
        #expect(rule.handle(.lost(position: nil), at: seconds(7)) == [.wake(at: seconds(11))])
    }

    @Test("LB-13: when the network returns, the item is retried at once")
    func reachable() {
        var rule = NetworkRetryRule(.automatic)
        #expect(rule.handle(.reachable, at: .zero) == [])
        _ = rule.handle(.lost(position: .time(30)), at: .zero)
        #expect(rule.handle(.reachable, at: seconds(0.2)) == [.sleep, .retry(at: .time(30))])
        #expect(rule.handle(.woke, at: seconds(1)) == [])
    }

    @Test("An item that has shown nothing is retried when the network is reported back")
    func neverPlayed() {
        var rule = NetworkRetryRule(.automatic)
        #expect(rule.handle(.lost(position: nil), at: .zero) == [])
        #expect(rule.handle(.reachable, at: seconds(50)) == [.retry(at: nil)])
    }

    @Test("After playback recovers, delays and position start over")
    func recovered() {
        var rule = NetworkRetryRule(NetworkRetry(delays: [1, 4]))
        _ = rule.handle(.lost(position: .time(30)), at: .zero)
        _ = rule.handle(.woke, at: seconds(1))
        #expect(rule.handle(.recovered, at: seconds(2)) == [])
        #expect(rule.handle(.lost(position: .time(40)), at: seconds(10)) == [.wake(at: seconds(11))])
        #expect(rule.handle(.woke, at: seconds(11)) == [.sleep, .retry(at: .time(40))])
    }

    @Test("LB-13: an item that was left is not retried")
    func left() {
        var rule = NetworkRetryRule(.automatic)
        _ = rule.handle(.lost(position: .time(30)), at: .zero)
        #expect(rule.handle(.left, at: seconds(0.5)) == [.sleep])
        #expect(rule.handle(.reachable, at: seconds(1)) == [])
        #expect(rule.handle(.woke, at: seconds(2)) == [])
    }

    @Test("Without a retry policy nothing is retried")
    func never() {
        var rule = NetworkRetryRule(.never)
        #expect(rule.handle(.lost(position: .time(30)), at: .zero) == [])
        #expect(rule.handle(.reachable, at: seconds(1)) == [])
    }
}
