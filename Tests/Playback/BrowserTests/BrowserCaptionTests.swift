// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxBrowser

@Suite("Closed captions in a page")
struct BrowserCaptionTests {
    private func cue(_ start: Double, _ end: Double, _ text: String, channel: String = "CC1") -> CaptionCue {
        CaptionCue(channel: channel, cue: TextCue(range: TimeRange(start: start, end: end), settings: "line:85%", text: text))
    }

    @Test("Announced captions are read from the first picture on, and shown when they are chosen")
    func announced() throws {
        var browser = try FakeBrowser("captions-608")
        browser.send(.start(.automatic))
        browser.run(until: 1)
        #expect(browser.captionReaders == [[]])
        #expect(browser.presentation?.subtitles.map(\.name) == ["English"])
        #expect(browser.presentation?.chosenSubtitles == nil)
        browser.send(
            .captioned(CaptionResult(cues: [cue(1, 1.5, "one"), cue(2, 17, "two"), cue(1, 2, "x", channel: "CC3")], channels: ["CC1"])))
        #expect(browser.cues == [])
        browser.send(.select(.subtitles(0)))
        #expect(browser.presentation?.chosenSubtitles == 0)
        #expect(browser.cues.map(\.text) == ["one", "two"])
        // Only what is new, and ends that are known now.
        browser.send(.captioned(CaptionResult(cues: [cue(2, 2.5, "two")], channels: ["CC1"])))
        #expect(browser.cues.map(\.range.end) == [1.5, 17, 2.5])
        browser.send(.select(.subtitles(nil)))
        #expect(browser.presentation?.chosenSubtitles == nil)
        browser.run()
        #expect(browser.error == nil)
        #expect(browser.faults == [])
    }

    @Test("Captions that no playlist tells of are found in the pictures, and are on if a language is wanted")
    func found() throws {
        var browser = try FakeBrowser("captions-found") { $0.subtitleLanguages = ["en"] }
        browser.send(.start(.automatic))
        browser.run(until: 1)
        #expect(browser.captionReaders.count == 1)
        #expect(browser.captionReaders.first?.isEmpty == false)
        #expect(browser.presentation?.subtitles == [])
        browser.send(.captioned(CaptionResult(cues: [cue(1, 1.5, "one")], channels: ["CC1"])))
        #expect(browser.presentation?.subtitles.map(\.name) == ["CC1"])
        #expect(browser.presentation?.chosenSubtitles == 0)
        #expect(browser.cues.map(\.text) == ["one"])
    }

    @Test("The viewer's choice stays: subtitles of a playlist, or none")
    func choice() throws {
        var browser = try FakeBrowser("captions-608") { $0.subtitleLanguages = ["en"] }
        browser.send(.start(.automatic))
        browser.run(until: 1)
        #expect(browser.presentation?.chosenSubtitles == 0)
        browser.send(.select(.subtitles(nil)))
        browser.send(.captioned(CaptionResult(cues: [cue(1, 1.5, "one")], channels: ["CC1", "CC2"])))
        #expect(browser.presentation?.subtitles.count == 2)
        #expect(browser.presentation?.chosenSubtitles == nil)
        #expect(browser.cues == [])
        browser.send(.captionless("there is no module"))
        #expect(browser.warnings.last == "closed captions can't be shown: there is no module")
    }

    @Test("Pictures without captions load nothing")
    func none() throws {
        var browser = try FakeBrowser("vod-ts")
        browser.send(.start(.automatic))
        browser.run(until: 4)
        #expect(browser.captionReaders == [])
    }

    @Test("Answers come back as they were written")
    func wire() {
        let answer = CaptionResult(cues: [cue(1, 2.5, "é <i>x</i>")], channels: ["CC1", "CC3"])
        #expect(BrowserEvent(wire: [17] + answer.wire) == .captioned(answer))
        #expect(BrowserEvent(wire: [17] + answer.wire.dropLast()) == nil)
    }

    @Test("The page is told of date ranges at their times")
    func dateRanges() throws {
        var browser = try FakeBrowser("dates")
        browser.send(.start(.automatic))
        browser.run(until: 1)
        #expect(browser.dateRanges.map(\.id) == ["chapter-1", "chapter-2", "break-1"])
        #expect(browser.dateRanges.map(\.start) == [0, 4, 6])
        #expect(browser.dateRanges.first?.attributes.first?.value == "One")
    }
}
