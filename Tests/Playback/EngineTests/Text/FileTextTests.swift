// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Text tracks of a file", .timeLimit(.minutes(2)))
struct FileTextTests {
    private func track(_ number: Int, _ coding: TextCoding = .subRip, _ language: String? = nil, name: String? = nil) -> TextTrack {
        TextTrack(track: number, coding: coding, name: name, language: language)
    }

    private func sample(_ track: Int, _ text: String, at start: Double) -> FileText.Sample {
        FileText.Sample(track: track, bytes: Array(text.utf8), range: TimeRange(start: start, end: start + 1))
    }

    private func texts(_ facts: [TextFact]) -> [String] {
        facts.compactMap { if case .loaded(let resource) = $0 { String(decoding: resource.bytes, as: UTF8.self) } else { nil } }
    }

    @Test("Text of all tracks is kept, so that a newly selected track delivers each sample once and immediately")
    func choosing() {
        var text = FileText([track(2), track(3), track(4, .closedCaptions)], offset: -1)
        #expect(text.presentation.subtitles.map(\.name) == ["Subtitles 1", "Subtitles 2"])
        #expect(text.presentation.closedCaptions.map(\.channel) == ["CC1"])
        let unread = text.add(sample(2, "a", at: 5)) + text.add(sample(3, "b", at: 5))
        #expect(unread.isEmpty)
        let first = text.select(0)
        #expect(texts(first) == ["a"])
        let earlier = text.add(sample(2, "c", at: 2))
        let known = text.add(sample(2, "a", at: 5))
        #expect(texts(earlier) == ["c"])
        #expect(known.isEmpty)
        let foreign = text.add(sample(9, "x", at: 5)) + text.add(sample(2, "", at: 6))
        #expect(foreign.isEmpty)
        let change = text.select(1)
        #expect(change.first == .discarded(from: -.infinity))
        #expect(texts(change) == ["b"])
        let back = text.select(0)
        let nothing = text.select(0) + text.select(7)
        #expect(texts(back) == ["c", "a"])
        #expect(nothing.isEmpty)
        let off = text.select(nil)
        #expect(off == [.discarded(from: -.infinity)])
        #expect(text.chosen == nil)
    }

    @Test("Text without a duration lasts until the next sample or for a limited time")
    func lengths() {
        var text = FileText([track(0), track(1)])
        _ = text.select(0)
        func open(_ track: Int, _ words: String, at start: Double) -> FileText.Sample {
            FileText.Sample(track: track, bytes: Array(words.utf8), range: TimeRange(start: start, end: start))
        }
        let first = text.add(open(0, "a", at: 1))
        let second = text.add(open(1, "x", at: 2)) + text.add(open(0, "b", at: 3)) + text.add(open(0, "c", at: 30))
        let last = text.finish()
        #expect(first.isEmpty)
        #expect(texts(second) == ["a", "b"])
        #expect(texts(last) == ["c"])
        let ranges = (second + last).compactMap { if case .loaded(let resource) = $0 { resource.range } else { nil } }
        #expect(ranges.map(\.start) == [1, 3, 30])
        #expect(ranges.map(\.end) == [3, 13, 34])
    }

    @Test("The most preferred language available is selected")
    func language() {
        let text = FileText([track(0, .subRip, "ger"), track(1, .subRip, "eng", name: "Main"), track(2, .subRip, "eng")])
        #expect(text.track(in: ["fr", "en-GB"]) == 1)
        #expect(text.track(in: ["de"]) == 0)
        #expect(text.track(in: ["fr"]) == nil)
        #expect(text.presentation.subtitles.map(\.name) == ["ger", "Main", "eng"])
    }

    @Test("CEA-608 pairs arrive frame by frame and restart after a jump")
    func captions() {
        var captions = FileCaptions([track(1), track(2, .closedCaptions)])
        func take(_ bytes: [UInt8], at start: Double) -> [EmbeddedCaptions] {
            captions.add(FileText.Sample(track: 2, bytes: bytes, range: TimeRange(start: start, end: start + 1)))
        }
        let first = take([0xFC, 1, 2, 0xFC, 3, 4], at: 0)
        #expect(first.map(\.bytes) == [[0xFC, 1, 2], [0xFC, 3, 4]])
        #expect(first.map(\.startsAnew) == [true, false])
        #expect(abs(first[1].time - 0.0334) < 0.0001)
        let second = take([0xFC, 1, 2], at: 0.02)
        #expect(second.map(\.time) == [first[1].time])
        captions.restart()
        let anew = take([0xFC, 1, 2], at: 0)
        #expect(anew.map(\.startsAnew) == [true])
        let foreign = captions.add(sample(1, "a", at: 0))
        #expect(foreign.isEmpty)
    }

    @Test("Text tracks are offered as subtitles and arrive with the video", arguments: ["file-text-mp4", "file-text-mkv"])
    func playing(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await TextRun.load(stream.address, language: "en") { $0.resources.count { $0.bytes.count > 2 } >= 9 }
        let said = run.resources.filter { $0.bytes.count > 2 }
        #expect(run.presentation?.subtitles.count == (name == "file-text-mp4" ? 2 : 3))
        #expect(run.presentation?.chosenSubtitles == 0)
        #expect(said.allSatisfy { $0.rendition == 0 && $0.format == .sample(name == "file-text-mp4" ? .timedText : .subRip) })
        for (index, resource) in said.prefix(9).enumerated() {
            #expect(abs(resource.range.start - Double(index + 1)) < 0.1)
            #expect(abs(resource.range.duration - 0.5) < 0.01)
            #expect(String(decoding: resource.bytes, as: UTF8.self).contains("Second \(index + 1)"))
        }
    }
}
