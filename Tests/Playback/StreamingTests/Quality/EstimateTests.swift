// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Network and segment estimates")
struct EstimateTests {
    @Test("A steady link's rate and latency are estimated correctly, and the error distribution narrows")
    func steady() {
        var history = ThroughputHistory()
        let doubt = history.errors.spread
        var now = Instant.zero
        for id in 0..<20 {
            history.handle(.requested(LoadID(id)), at: now)
            now = now + 0.08
            history.handle(.firstByte(LoadID(id)), at: now)
            for step in 1...20 {
                now = now + 0.1
                history.handle(.progressed(LoadID(id), bits: 4e5 * Double(step)), at: now)
            }
            history.handle(.finished(LoadID(id), bits: 8e6), at: now)
        }
        #expect(abs(history.rate - naturalLogarithm(4e6)) < 0.001)
        #expect(abs(history.latency - 0.08) < 0.001)
        #expect(history.errors.spread < doubt / 1.5)
    }

    @Test("Two parallel transfers measure the whole link, not their shares")
    func parallel() {
        var history = ThroughputHistory()
        for id in 0..<2 {
            history.handle(.requested(LoadID(id)), at: .zero)
            history.handle(.firstByte(LoadID(id)), at: .zero)
        }
        for step in 1...40 {
            for id in 0..<2 { history.handle(.progressed(LoadID(id), bits: 1e5 * Double(step)), at: Instant(seconds: 0.1 * Double(step))) }
        }
        #expect(abs(history.rate - naturalLogarithm(2e6)) < 0.05)
    }

    @Test("A silent transfer lowers the estimated rate")
    func silence() {
        var history = ThroughputHistory()
        history.handle(.requested(LoadID(0)), at: .zero)
        history.handle(.firstByte(LoadID(0)), at: .zero)
        history.handle(.progressed(LoadID(0), bits: 4e6), at: Instant(seconds: 2))
        #expect(history.rate(waitingUntil: Instant(seconds: 5)) < history.rate - 1)
    }

    @Test("The error scenarios have their shares and are in ascending order")
    func scenarios() {
        var errors = ErrorDistribution()
        for _ in 0..<400 { errors.add(0.1) }
        let scenarios = errors.scenarios([0.1, 0.4, 0.4, 0.1])
        #expect(scenarios.count == 4)
        for index in 1..<4 { #expect(scenarios[index].error >= scenarios[index - 1].error) }
        #expect(abs(scenarios[2].error - 0.1) < 0.05)
    }

    @Test("An unknown segment size is estimated from its segment and level")
    func sizes() {
        let levels = [QualityLevel(peakBitrate: 1e6), QualityLevel(peakBitrate: 2e6)]
        var sizes = SegmentSizes(levels: levels, first: 10)
        for _ in 0..<3 { sizes.append(duration: 4) }
        #expect(sizes.bits(11, level: 1) == 8e6)
        sizes.record(index: 10, level: 0, bits: 2e6)
        #expect(sizes.bits(10, level: 0) == 2e6)
        #expect(sizes.bits(11, level: 0) == 2e6)
        #expect(sizes.bits(10, level: 1) == 8e6)
        sizes.record(index: 11, level: 0, bits: 6e6)
        #expect(sizes.bits(11, level: 1) == 12e6)
        sizes.forget(before: 12)
        #expect(sizes.first == 12)
        #expect(sizes.bits(12, level: 0) == 4e6)
    }

    @Test(
        "Logarithm and exponential are exact to the last digits", arguments: [1e-300, 0.001, 0.5, 0.999, 1, 1.5, 2, 10, 12345.678, 1e300])
    func logarithm(x: Double) {
        let back = exponential(naturalLogarithm(x))
        #expect(abs(back / x - 1) < 1e-12)
        #expect(abs(naturalLogarithm(x * 2) - naturalLogarithm(x) - 0.693_147_180_559_945_3) < 1e-12)
        #expect(naturalLogarithm(0) == -.infinity)
        #expect(exponential(-1e9) == 0)
        #expect(abs(exponential(1) - 2.718_281_828_459_045) < 1e-14)
    }
}
