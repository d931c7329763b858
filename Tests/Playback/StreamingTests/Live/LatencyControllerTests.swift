// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Latency controller")
struct LatencyControllerTests {
    @Test(
        "The rate follows the latency error, within bounds and outside the dead zone",
        arguments: [
            (3.0, 1.0), (3.04, 1.0), (3.2, 1.02), (3.4, 1.04), (9.0, 1.05), (2.8, 0.98), (0.0, 0.97),
        ])
    func rate(latency: Double, expected: Double) {
        var controller = LatencyController(policy: LatencyPolicy())
        let change = controller.update(latency: latency, holdBack: 3, buffered: 2, floor: 1, at: .zero)
        #expect(abs((change ?? 1) - expected) < 0.001)
    }

    @Test("Playback is not sped up with a thin buffer")
    func thin() {
        var controller = LatencyController(policy: LatencyPolicy())
        #expect(controller.update(latency: 9, holdBack: 3, buffered: 0.5, floor: 1, at: .zero) == nil)
    }

    @Test("Each stall raises the target latency, up to a ceiling, and it slowly returns")
    func stalls() {
        var controller = LatencyController(policy: LatencyPolicy())
        for _ in 0..<20 { controller.stalled(targetDuration: 4) }
        #expect(controller.target(holdBack: 3) == 7)
        var now = Instant.zero
        for _ in 0..<1000 {
            now = now + 1
            _ = controller.update(latency: 3, holdBack: 3, buffered: 2, floor: 1, at: now)
        }
        #expect(controller.target(holdBack: 3) == 3)
    }

    @Test("The rate changes at most twice a second")
    func pace() {
        var controller = LatencyController(policy: LatencyPolicy())
        #expect(controller.update(latency: 4, holdBack: 3, buffered: 2, floor: 1, at: .zero) != nil)
        #expect(controller.update(latency: 3, holdBack: 3, buffered: 2, floor: 1, at: Instant(seconds: 0.4)) == nil)
        #expect(controller.update(latency: 3, holdBack: 3, buffered: 2, floor: 1, at: Instant(seconds: 0.6)) == 1)
    }

    @Test("Catch-up recovers exactly the time lost to stalls")
    func makesUp() {
        var controller = LatencyController(policy: LatencyPolicy())
        var now = Instant.zero
        controller.note(isStalled: true, at: now)
        controller.note(isStalled: false, at: now + 3)
        #expect(controller.lost == 3)
        now = now + 3
        // The listener also paused for two seconds.
        var latency = 11.0
        var rates: [Double] = []
        for _ in 0..<40 {
            if let rate = controller.makeUp(latency: latency, holdBack: 6, buffered: 4, floor: 1, at: now) { rates.append(rate) }
            latency -= (controller.rate - 1) * 0.5
            now = now + 0.5
        }
        // One change to the faster rate and one back: each can be heard.
        #expect(rates == [1.25, 1])
        #expect(abs(latency - 8) < 0.3)
    }

    @Test("The time of a stall is only recovered if media was missing, from then on until the stall ends")
    func slowDecoder() {
        var controller = LatencyController(policy: LatencyPolicy())
        controller.note(isStalled: true, lacksMedia: false, at: .zero)
        controller.note(isStalled: false, lacksMedia: false, at: .zero + 3)
        #expect(controller.lost == 0)
        controller.note(isStalled: true, lacksMedia: true, at: .zero + 10)
        controller.note(isStalled: true, lacksMedia: false, at: .zero + 12)
        controller.note(isStalled: false, lacksMedia: false, at: .zero + 13)
        #expect(controller.lost == 3)
    }

    @Test("Time lost to a stall is never made up faster than the policy allows", arguments: [0.9, 1, 1.02, 1.12, 1.25])
    func limit(fastest: Double) {
        var policy = LatencyPolicy()
        policy.fastestAfterStall = fastest
        var controller = LatencyController(policy: policy)
        controller.note(isStalled: true, at: .zero)
        controller.note(isStalled: false, at: .zero + 8)
        let rate = controller.makeUp(latency: 20, holdBack: 6, buffered: 4, floor: 1, at: .zero + 8)
        #expect(rate == (fastest > 1 ? fastest : nil))
    }

    @Test(
        "The rate stays within the author's limits",
        arguments: [(9.0, 1.02, 0.98), (0.0, 1.02, 0.98), (9, 1, 1), (0, 1, 1), (9, 1.5, 0.5), (0, 1.5, 0.5)])
    func authored(latency: Double, fastest: Double, slowest: Double) {
        var controller = LatencyController(policy: LatencyPolicy())
        controller.rates = CatchUpRates(slowest: slowest, fastest: fastest)
        let rate = controller.update(latency: latency, holdBack: 3, buffered: 2, floor: 1, at: .zero) ?? 1
        #expect(abs(rate - (latency > 3 ? min(fastest, 1.05) : max(slowest, 0.97))) < 0.001)
        controller.note(isStalled: true, at: .zero + 1)
        controller.note(isStalled: false, at: .zero + 9)
        _ = controller.makeUp(latency: 20, holdBack: 6, buffered: 4, floor: 1, at: .zero + 9)
        #expect(controller.rate <= max(fastest, 1))
    }

    @Test("Stall time before a seek is not recovered")
    func forgets() {
        var controller = LatencyController(policy: LatencyPolicy())
        controller.note(isStalled: true, at: .zero)
        controller.note(isStalled: false, at: .zero + 3)
        controller.forgetLoss()
        #expect(controller.makeUp(latency: 20, holdBack: 6, buffered: 4, floor: 1, at: .zero + 4) == nil)
    }
}
