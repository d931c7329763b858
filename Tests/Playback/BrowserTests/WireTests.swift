// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("Messages between page and core")
struct WireTests {
    @Test("Events and options of any bytes are read or refused, and never trap")
    func hostile() {
        var chance = SeededChance(3)
        for _ in 0..<5000 {
            let bytes = (0..<chance.below(60)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
            _ = BrowserEvent(wire: bytes)
            _ = BrowserOptions(wire: bytes)
        }
        #expect(BrowserEvent(wire: []) == nil)
        #expect(BrowserEvent(wire: [5, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F]) == nil)
    }

    @Test("Options come back as they were written")
    func options() {
        let options = BrowserOptions(
            url: "http://a/é.m3u8", codecs: ["h264"], audioLanguages: ["de", "en"], subtitleLanguages: [], bufferGoal: 12.5,
            bufferBytes: 1 << 24,
            usesLowLatency: false, throughput: 3e6, isRecorded: true)
        #expect(BrowserOptions(wire: options.wire) == options)
        #expect(options.configuration.bufferGoal == 12.5)
        #expect(options.configuration.quality.initialThroughput == 3e6)
        #expect(BrowserOptions(url: "", bufferGoal: .nan).configuration.bufferGoal == 30)
    }
}
