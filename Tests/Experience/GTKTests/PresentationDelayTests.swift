// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Presentation delay of a window")
struct PresentationDelayTests {
    /// Frames that are handed over at a steady pace and each shown some time later.
    private func add(
        _ delays: [Double], to measured: inout PresentationDelay, every interval: Double = 1.0 / 30, refresh: Double? = 1.0 / 60,
        waitsForRefresh: Bool = false
    ) {
        for (index, delay) in delays.enumerated() {
            let handOver = Instant(nanoseconds: Int64((100 + Double(index) * interval) * 1e9))
            measured.add(handOver: handOver, visible: handOver + delay, refresh: refresh, waitsForRefresh: waitsForRefresh)
        }
    }

    @Test("The delay is zero until measured often enough, then the median")
    func median() {
        var measured = PresentationDelay()
        add([Double](repeating: 0.02, count: 8), to: &measured)
        #expect(measured.seconds == 0)
        add([0.09], to: &measured)
        #expect(abs(measured.seconds - 0.02) < 1e-6)
    }

    @Test("The delay follows a faster or slower window, and ignores small differences")
    func following() {
        var measured = PresentationDelay()
        add([Double](repeating: 0.02, count: 9), to: &measured)
        add([Double](repeating: 0.0215, count: 9), to: &measured)
        #expect(abs(measured.seconds - 0.02) < 1e-6)
        add([Double](repeating: 0.008, count: 9), to: &measured)
        #expect(abs(measured.seconds - 0.008) < 1e-6)
    }

    @Test("A hidden window or a clock that goes back is ignored")
    func nonsense() {
        var measured = PresentationDelay()
        add([Double](repeating: 3, count: 9) + [Double](repeating: -1, count: 9), to: &measured)
        #expect(measured.seconds == 0)
        add([Double](repeating: 0.01, count: 9), to: &measured)
        #expect(abs(measured.seconds - 0.01) < 1e-6)
    }

    @Test(
        "The delay does not follow the refresh phase, so frames do not jump between refreshes",
        arguments: [(1.0 / 30, true), (1.0 / 60, false)])
    func refreshes(interval: Double, waitsForRefresh: Bool) {
        let refresh = 1.0 / 60
        for phase in stride(from: 0.0, to: refresh, by: 0.001) {
            var measured = PresentationDelay()
            var used: [Double] = []
            var errors: [Double] = []
            for round in 0..<40 {
                // A frame is drawn at the first refresh after it was handed over, at any time between two refreshes.
                let delays = (0..<9).map { _ -> Double in
                    let handOver = phase - measured.seconds
                    return (handOver / refresh).rounded(.up) * refresh - handOver
                }
                if round > 2 {
                    used.append(measured.seconds)
                    errors.append(delays[0] - measured.seconds)
                }
                add(delays, to: &measured, every: interval, refresh: refresh, waitsForRefresh: waitsForRefresh)
            }
            #expect(Set(used).count == 1, "at \(phase): \(used)")
            #expect(errors.allSatisfy { abs($0) <= refresh * 0.6 }, "at \(phase): \(errors)")
        }
    }
}
