// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

/// A table of five levels after some sweeps for a network of `rate` bit/s.
private func table(rate: Double, sweeps: Int) -> ValueTable {
    let levels = [0.3, 0.6, 1.2, 2.4, 4.8].map { QualityLevel(peakBitrate: $0 * 1e6) }
    var history = ThroughputHistory()
    history.handle(.requested(LoadID(0)), at: .zero)
    history.handle(.firstByte(LoadID(0)), at: Instant(seconds: 0.1))
    for step in 1...60 {
        let seconds = 0.1 * Double(step)
        history.handle(.progressed(LoadID(0), bits: rate * seconds), at: Instant(seconds: 0.1 + seconds))
    }
    var table = ValueTable(QualityLadder(levels, duration: 3, capacity: 25, speed: 1, companionBitrate: 0, QualityConfiguration()))
    for _ in 0..<sweeps { table.sweep(NetworkForecast(history)) }
    return table
}

@Suite("Value table")
struct ValueTableTests {
    @Test("A fuller buffer or a faster network is never worth less", arguments: [1, 2, 12, 60])
    func rises(sweeps: Int) {
        let table = table(rate: 2e6, sweeps: sweeps)
        for level in 0..<5 {
            for rate in stride(from: 10.0, through: 17, by: 0.25) {
                for buffer in stride(from: 0.0, through: 21, by: 0.5) {
                    let here = table.value(buffer: buffer, rate: rate, level: level)
                    #expect(table.value(buffer: buffer + 0.5, rate: rate, level: level) >= here - 1e-9)
                    #expect(table.value(buffer: buffer, rate: rate + 0.25, level: level) >= here - 1e-9)
                }
            }
        }
    }

    @Test("Values of two levels differ by at most the cost of switching between them")
    func changes() {
        let table = table(rate: 1e6, sweeps: 12)
        for rate in stride(from: 11.0, through: 16, by: 0.5) {
            for buffer in stride(from: 0.0, through: 22, by: 1) {
                for low in 0..<4 {
                    for high in low..<5 {
                        let difference =
                            table.value(buffer: buffer, rate: rate, level: high) - table.value(buffer: buffer, rate: rate, level: low)
                        #expect(difference.magnitude <= table.ladder.change(low, high) + 1e-9)
                    }
                }
            }
        }
    }

    @Test("The value of the first segment ahead matches a manual calculation")
    func first() {
        // With a full buffer and a fast link nothing stalls, so the best level is chosen, minus the cost of the change.
        let table = table(rate: 20e6, sweeps: 1)
        let ladder = table.ladder
        let rate = naturalLogarithm(20e6)
        let top = table.value(buffer: 22, rate: rate, level: 4)
        #expect(abs(top - table.value(buffer: 22, rate: rate, level: 0) - ladder.change(0, 4)) < 1e-9)
        // At the lowest rate of the table, an empty buffer stalls longer than a full one.
        #expect(table.value(buffer: 0, rate: 0, level: 0) < table.value(buffer: 22, rate: 0, level: 0) - ladder.stallCost)
    }
}
