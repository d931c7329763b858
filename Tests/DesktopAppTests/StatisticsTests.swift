// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine

@testable import windowbox_desktop

@Suite struct StatisticsTests {
    private func value(_ key: String, in rows: [Statistics.Row]) -> String? { rows.first { $0.key == key }?.value }

    @Test("Unknown values are shown as a dash, not zero")
    func unknown() {
        var statistics = Statistics()
        let rows = statistics.rows(Statistics.Facts(), at: 0)
        for key in ["Video", "Quality", "Throughput", "Buffer", "Startup time", "Source"] { #expect(value(key, in: rows) == "–", "\(key)") }
    }

    @Test("The frame rate is measured between two samples, but not across a restart")
    func frameRate() {
        var statistics = Statistics()
        var facts = Statistics.Facts(width: 1280, height: 720)
        #expect(value("Video", in: statistics.rows(facts, at: 10)) == "1280×720")
        facts.presented = 75
        #expect(value("Video", in: statistics.rows(facts, at: 12.5)) == "1280×720 at 30 fps")
        facts.isPlaying = false
        #expect(value("Video", in: statistics.rows(facts, at: 13)) == "1280×720")
        facts.isPlaying = true
        facts.presented = 3
        #expect(value("Video", in: statistics.rows(facts, at: 13.5)) == "1280×720")
        #expect(value("Video", in: statistics.rows(facts, at: 13.5)) == "1280×720")
        facts.width = 0
        #expect(value("Video", in: statistics.rows(facts, at: 14.5)) == "none")
    }

    @Test("The last decisions of an item are kept, the oldest dropped, and those of other items kept apart")
    func journal() {
        var journal = JournalTail()
        #expect(journal.lines(of: nil) == [])
        journal.add((1...4).map { "decision \($0)" }, of: ItemID(1))
        journal.add((5...9).map { "decision \($0)" }, of: ItemID(1))
        journal.add([String(repeating: "x", count: 1000)], of: ItemID(2))
        #expect(journal.lines(of: ItemID(1)) == (4...9).map { "decision \($0)" })
        #expect(journal.lines(of: ItemID(2)).map(\.count) == [90])
        for item in 3...5 { journal.add(["x"], of: ItemID(item)) }
        #expect(journal.lines(of: ItemID(1)) == [])
    }

    @Test("The decoder is named once it is known")
    func decoder() {
        var statistics = Statistics()
        #expect(value("Decoder", in: statistics.rows(Statistics.Facts(), at: 0)) == "–")
        #expect(value("Decoder", in: statistics.rows(Statistics.Facts(decoder: "h264 (vaapi)"), at: 1)) == "h264 (vaapi)")
    }

    @Test("Numbers have suitable units")
    func units() {
        #expect(Statistics.bitrate(640_400) == "640 kbit/s")
        #expect(Statistics.bitrate(999_600) == "1.0 Mbit/s")
        #expect(Statistics.bitrate(4_250_000) == "4.3 Mbit/s")
        #expect(Statistics.bitrate(.nan) == "–")
        #expect(Statistics.bitrate(.infinity) == "–")
        #expect(Statistics.size(999) == "0 kB")
        #expect(Statistics.size(12_340_000) == "12.3 MB")
        #expect(Statistics.size(5_670_000_000) == "5.7 GB")
    }
}
