// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("Timed metadata in the player for browsers")
struct MetadataTests {
    /// An ID3 tag with one text frame.
    private func tag(_ key: String, _ text: String) -> [UInt8] {
        let content = [3] + Array(key.utf8) + [0] + Array(text.utf8)
        let frame = Array("TXXX".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    @Test("Each tag of a stream is told once with its time, also after seeks", arguments: ["id3-ts", "id3-cmaf"])
    func stream(_ name: String) throws {
        var browser = try FakeBrowser(name)
        browser.send(.start(.automatic))
        browser.run()
        #expect(browser.error == nil, "\(browser.journal)")
        #expect(browser.warnings == [])
        func check() {
            let cues = browser.metadata.values.sorted { $0.start < $1.start }
            let texts = cues.filter { $0.frame.name == "TXXX" }
            #expect(texts.count == 12)
            for (second, cue) in texts.enumerated() {
                #expect((cue.start - Double(second) - 0.5).magnitude < 0.1)
                #expect(cue.frame.text == (second == 5 ? String(repeating: "x", count: 3000) : "Sekunde \(second) ü"))
                #expect(cue.end == (second == 11 ? .infinity : texts[second + 1].start))
            }
            #expect(cues.filter { $0.frame.name == "PRIV" }.map(\.frame.data) == [[0, 0, 255], [4, 0, 255], [8, 0, 255]])
        }
        check()
        browser.send(.seek(to: 1))
        browser.run(until: 8)
        check()
    }

    @Test("The time of packed audio is no metadata")
    func packed() throws {
        for (name, count) in [("packed-aac", 0), ("id3-packed", 9)] {
            var browser = try FakeBrowser(name)
            browser.send(.start(.automatic))
            browser.run()
            #expect(browser.error == nil, "\(browser.journal)")
            #expect(browser.metadata.count == count)
        }
    }

    @Test("A frame lasts until the next one of its name and key, in whatever order they come")
    func ends() {
        var metadata = BrowserMetadata()
        let last = metadata.add(tag("a", "last"), at: 9)
        #expect(last.map(\.end) == [.infinity])
        let first = metadata.add(tag("a", "first"), at: 1)
        #expect(first.map(\.end) == [9])
        #expect(metadata.add(tag("b", "other"), at: 3).map(\.end) == [.infinity])
        let middle = metadata.add(tag("a", "middle"), at: 5)
        #expect(middle.map(\.start) == [1, 5])
        #expect(middle.map(\.end) == [5, 9])
        #expect(middle.first?.number == first.first?.number)
        // Once more, from another rendition.
        #expect(metadata.add(tag("a", "middle"), at: 5.02) == [])
        #expect(metadata.add(tag("a", "another"), at: 5.02).count == 2)
    }

    @Test("Of a stream without end the newest are kept")
    func trim() {
        var metadata = BrowserMetadata()
        var forgotten: [Double] = []
        for second in 0..<5000 {
            _ = metadata.add(tag("a", "\(second)"), at: Double(second))
            if let time = metadata.trim() { forgotten.append(time) }
        }
        #expect(forgotten == [1001, 2002, 3003])
    }

    @Test("Cues are written as the page reads them")
    func wire() {
        let text = MetadataCue(number: 1, start: 0, end: .infinity, frame: TimedTag(name: "TIT2", text: "A", data: [65]))
        let data = MetadataCue(number: 1, start: 0, end: .infinity, frame: TimedTag(name: "PRIV", key: "o", data: [7]))
        let start: [UInt8] = [28, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F, 4, 0, 0, 0]
        #expect(
            BrowserAction.wire([.metadata([text])])
                == start + Array("TIT2".utf8) + [0, 0, 0, 0, 1, 1, 0, 0, 0, 65, 0, 0, 0, 0])
        #expect(
            BrowserAction.wire([.metadata([data])])
                == start + Array("PRIV".utf8) + [1, 0, 0, 0, UInt8(ascii: "o"), 0, 1, 0, 0, 0, 7])
    }
}
