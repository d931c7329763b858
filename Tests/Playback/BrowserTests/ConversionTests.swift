// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

@testable import WindowboxBrowser

@Suite("Segments that the page converts")
struct ConversionTests {
    @Test("Fragmented MP4 never needs the converter, and MPEG-TS and packed audio say so with their first segment")
    func need() throws {
        for (name, needs) in [("vod-cmaf", false), ("vod-ts", true), ("packed-aac", true)] {
            var browser = try FakeBrowser(name)
            browser.send(.start(.automatic))
            browser.run(until: 0.1)
            #expect(browser.hasPreparedToConvert == needs, "\(name)")
            browser.run()
            #expect(browser.hasEnded)
            #expect((browser.conversions > 0) == needs, "\(name)")
        }
    }

    @Test("Every converter is ended, also that of a segment that isn't wanted any more")
    func ends() throws {
        var browser = try FakeBrowser("vod-ts") { $0.bufferGoal = 4 }
        browser.pieces = 700
        browser.send(.start(.automatic))
        browser.run(until: 1)
        // Of a segment that has only begun to arrive.
        let before = browser.conversions
        browser.stopsAfter = 3
        browser.run(until: 9, steps: 400)
        #expect(browser.conversions > before)
        #expect(!browser.converters.isEmpty)
        browser.stopsAfter = .max
        browser.send(.seek(to: 9.05))
        #expect(browser.converters.isEmpty)
        browser.run()
        #expect(browser.hasEnded)
        #expect(browser.faults == [])
        #expect(browser.converters.isEmpty)
    }

    @Test("A page that gets its converter only later plays to the end")
    func late() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.converterLacks = 4
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal.joined(separator: "\n"))")
        #expect(browser.hasEnded)
        #expect(browser.journal.contains { $0.contains("there is no module") })
    }

    @Test("A page that never gets its converter says why")
    func never() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.converterLacks = .max
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error?.message.contains("there is no module") == true, "\(String(describing: browser.error))")
    }

    @Test("Answers come back as they were written")
    func answers() throws {
        let time = MediaTime(value: -1 << 40, timescale: 90_000)
        let times = FragmentTimes(first: time, firstDecode: .zero, start: time, end: time, firstKey: nil)
        var keyed = times
        keyed.firstKey = time
        let answers: [ConversionResult] = [
            .outputs([]), .malformed("é"), .unsupported(""), .unavailable("no"),
            .outputs([
                .track(TransmuxedTrack(kind: .audio, codec: "mp4a.40.2", initialization: [1, 2])), .skipped("H.265"),
                .fragment(.video, bytes: [3], times: times), .fragment(.audio, bytes: [], times: keyed), .more(.video, bytes: [4, 5]),
            ]),
        ]
        for answer in answers {
            let message = [16, 7, 0, 0, 0] + answer.wire
            #expect(BrowserEvent(wire: message) == .converted(7, answer))
            for count in 0..<message.count { #expect(BrowserEvent(wire: Array(message.prefix(count))) == nil) }
        }
    }

    @Test("Answers of any bytes are read or refused, and never trap")
    func hostile() {
        var chance = SeededChance(5)
        for _ in 0..<5000 {
            let bytes = (0..<chance.below(60)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
            _ = BrowserEvent(wire: [16, 1, 0, 0, 0, 0, UInt8(chance.below(3)), 0, 0, 0, UInt8(chance.below(4))] + bytes)
        }
        // A timescale of 0.
        let fragment = [16, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 49)
        #expect(BrowserEvent(wire: fragment) == nil)
    }
}
