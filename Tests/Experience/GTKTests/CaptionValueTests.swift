// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@MainActor @Suite("Caption values of a player")
struct CaptionValueTests {
    private func file(_ name: String, _ cues: String = "00:00.000 --> 00:01.000\nx") -> SubtitleFile {
        SubtitleFile(address: name, name: name, cues: CueBuffer(CaptionDocument.read(Array("WEBVTT\n\n\(cues)".utf8))))
    }

    @Test("Files of items that left the queue are dropped once there are many")
    func added() {
        let items = (0...AddedSubtitles.maxFiles + 1).map { PlayerItem.simple(url: "\($0)") }
        var files = AddedSubtitles()
        for item in items.dropLast() { files.add(file("a"), to: item, queue: []) }
        #expect(items.count { files[$0] != nil } == AddedSubtitles.maxFiles + 1)
        files.add(file("b"), to: items[items.count - 1], queue: [items[3]])
        #expect(items.filter { files[$0] != nil } == [items[3], items[items.count - 1]])
        #expect(files[nil] == nil)
    }

    @Test("A selection belongs to one item, and an item without files has none")
    func selection() {
        let (first, second) = (PlayerItem.simple(url: "1"), PlayerItem.simple(url: "2"))
        var files = AddedSubtitles()
        files.add(file("a"), to: first, queue: [first, second])
        files.offer(file("b"), to: first, isShown: true)
        #expect(files[first]?.selected?.name == "a", "an offered file doesn't replace the selection")
        files.select(nil, of: first)
        files.offer(file("c"), to: first, isShown: true)
        #expect(files[first]?.selected?.name == "c")
        files.select(0, of: second)
        files.selectSecond(0, of: second)
        #expect(files[second] == nil)
    }

    @Test("The menu lists the stream's subtitles first, and without any, files can be turned off")
    func choices() {
        var subtitles = ItemSubtitles()
        subtitles.add(file("a"))
        subtitles.offer(file("b"), isShown: false)
        #expect(subtitles.choices(after: .none) == Choices(["Off", "a", "b"], selection: 1))
        #expect(
            subtitles.choices(after: Choices(["Off", "English"], selection: 1)) == Choices(["Off", "English", "a", "b"], selection: 2))
        subtitles.selection = nil
        #expect(subtitles.choices(after: Choices(["Off", "English"], selection: 1)).selection == 1)
        #expect(subtitles.choices(after: .none).selection == 0)
    }

    @Test("The second menu leaves out the selected file")
    func secondChoices() {
        var subtitles = ItemSubtitles()
        subtitles.add(file("a"))
        #expect(subtitles.secondChoices.isEmpty)
        subtitles.add(file("b"))
        subtitles.add(file("c"))
        #expect(subtitles.secondChoices == Choices(["None", "a", "b"], selection: 0))
        #expect((0...2).map { subtitles.secondFile(atChoice: $0) } == [nil, 0, 1])
        subtitles.second = 1
        #expect(subtitles.secondChoices.selection == 2)
        subtitles.selection = 0
        #expect(subtitles.secondChoices == Choices(["None", "b", "c"], selection: 1))
        // The file that was shown second is now the selected one.
        subtitles.selection = 1
        #expect(subtitles.secondChoices == Choices(["None", "a", "c"], selection: 0))
    }

    @Test("The delay applies to all captions, the scale to files only")
    func timing() {
        var adjustment = CaptionAdjustment()
        (adjustment.delay, adjustment.scale) = (0.5, CaptionAdjustment.scales[1].scale)
        #expect(adjustment.timing(isFile: true) == CaptionTiming(delay: 0.5, scale: CaptionAdjustment.scales[1].scale))
        #expect(adjustment.timing(isFile: false) == CaptionTiming(delay: 0.5))
        #expect(adjustment.scaleChoices.selection == 1)
        (adjustment.delay, adjustment.scale) = (0.3, 1.1)
        #expect(adjustment.scaleChoices.selection == nil)
        #expect(CaptionAdjustment(item: ItemID(2)).delay == 0)
        #expect(TimeText.delayOrNone(0) == "None")
        #expect(TimeText.delayOrNone(-0.05) == "−0.05 s")
    }

    @Test("Two files are shown together, with the nearest change of either")
    func combined() {
        let first = file("a", "00:01.000 --> 00:04.000\none").cues
        let second = file("b", "00:02.000 --> 00:03.000\ntwo").cues
        func at(_ seconds: Double, _ timing: CaptionTiming = CaptionTiming()) -> ([String], Double?) {
            let captions = CaptionScene(.cues(first), second: second, timing: timing)
            let time = MediaTime(seconds: seconds)
            return (captions.active(at: time).texts, captions.timeToChange(after: time, within: 2).map { ($0 * 1000).rounded() / 1000 })
        }
        #expect(at(0.5) == ([], 0.5))
        #expect(at(1.25) == (["one"], 0.75))
        #expect(at(2) == (["one", "two"], 1))
        #expect(at(3.5) == (["one"], 0.5))
        #expect(at(4) == ([], nil))
        #expect(at(2, CaptionTiming(delay: 1)) == (["one"], 1))
        // A change beyond the horizon is requested again.
        #expect(at(-1.5) == ([], nil))
        // Stretched to double length, the second file's cue is shown from 4 s to 6 s.
        #expect(at(3, CaptionTiming(scale: 2)) == (["one"], 1))
        #expect(at(4, CaptionTiming(scale: 2)) == (["one", "two"], nil))
        #expect(at(4.5, CaptionTiming(scale: 2)) == (["one", "two"], 1.5))
    }
}
