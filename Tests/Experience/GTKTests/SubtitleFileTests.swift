// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Subtitle files")
struct SubtitleFileTests {
    private func cues(_ text: String) throws(SubtitleFileError) -> [CaptionCue] {
        try SubtitleFile.shelf(Array(text.utf8), called: "a.srt").cues
    }

    @Test("VK-8: an SRT file has numbers, times with commas and lines; its commands leave its words")
    func subRip() throws {
        let file =
            "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}One <i>and</i>\r\n<font color=\"red\">two</font>\r\n\r\n"
            + "2\n00:00:00,000 --> 00:00:00,500\nfirst"
        let cues = try cues(file)
        // In the order of their times, whatever that of the file.
        #expect(cues.map(\.text) == ["first", "One and\ntwo"])
        #expect(cues[1].runs.map(\.isItalic) == [false, true, false])
    }

    @Test("VK-8: what a file is, is in it and not in its name")
    func kinds() throws {
        #expect(try cues("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hello</v>").map(\.text) == ["Hello"])
        #expect(try cues("\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\nHello").map(\.text) == ["Hello"])
        let ttml = "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='1s' end='2s'>Hello</p></div></body></tt>"
        #expect(try cues(ttml).map(\.text) == ["Hello"])
    }

    @Test("Files from before UTF-8, and those of UTF-16, have their letters", arguments: [0, 1, 2, 3])
    func encodings(_ kind: Int) throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\n“Schön”, señor – 5 €\n"
        let bytes: [UInt8] =
            switch kind {
            case 0: Array(text.utf8)
            case 1: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            case 2: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            default: Array(try #require(text.data(using: .windowsCP1252)))
            }
        #expect(try SubtitleFile.shelf(bytes, called: "a").cues.map(\.text) == ["“Schön”, señor – 5 €"])
    }

    @Test(
        "What has no subtitles is refused by name, whatever it is",
        arguments: ["", "WEBVTT", "\0\0\0", "a --> b", "1\n00:00:01,000 --> 00:00:02,000\n \n"])
    func bad(_ text: String) {
        #expect { try cues(text) } throws: { error in
            (error as? SubtitleFileError)?.code == .noSubtitles && "\(error)".contains("a.srt")
        }
    }

    @Test("Files that are not there, are none, or are too large, are told apart")
    func unreadable() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let large = folder.appending(path: "large.srt")
        try Data(count: SubtitleFile.mostBytes + 1).write(to: large)
        let cases: [(String, SubtitleFileError.Code)] = [
            (folder.path, .unreadable), (folder.appending(path: "gone.srt").absoluteString, .unreadable), (large.absoluteString, .tooLarge),
            ("nowhere://x/y.srt", .unreadable),
        ]
        for (address, code) in cases {
            await #expect { _ = try await SubtitleFile.read(address) } throws: { ($0 as? SubtitleFileError)?.code == code }
        }
    }

    @Test("Several files are kept; one that is added again takes its own place")
    func several() {
        func file(_ address: String, _ text: String) -> SubtitleFile {
            SubtitleFile(address: address, name: address, cues: CaptionShelf([CaptionCue(TimeRange(start: 0, end: 1), [CaptionRun(text)])]))
        }
        var subtitles = ItemSubtitles()
        #expect(subtitles.selected == nil)
        subtitles.add(file("a", "1"))
        subtitles.add(file("b", "2"))
        subtitles.add(file("a", "3"))
        #expect(subtitles.files.map(\.address) == ["a", "b"])
        #expect(subtitles.selected == file("a", "3"))
        subtitles.selection = nil
        #expect(subtitles.selected == nil)
    }
}

@Suite("Caption style")
struct CaptionStyleTests {
    @Test("1.22: the rules for all cues come over the style, in order; those for some words alone do not")
    func rules() {
        let rules = [
            TextStyleRule(.cue, TextStyle(color: .yellow, relativeSize: 2, edge: TextEdge(.uniform, width: 2), isBold: true)),
            TextStyleRule(.cue(class: "loud"), TextStyle(color: .black)),
            TextStyleRule(.cue, TextStyle(color: .white, background: .clear, alignment: .left, line: 0.2)),
        ]
        let style = CaptionStyle().applying(rules)
        #expect(style.color == .white(alpha: 1))
        #expect(style.background.alpha == 0)
        #expect(abs(style.lineHeight - 0.12) < 1e-9)
        #expect(style.isBold && !style.isItalic)
        #expect(style.edge == TextEdge(.uniform, width: 2))
        let box = style.placed(CaptionBox([], x: 0.5, y: 0.94))
        #expect(box.y == 0.2 && box.verticalAnchor == .end && box.lineAlignment == .start)
        #expect(CaptionStyle().applying([]) == CaptionStyle())
        #expect(CaptionStyle().placed(CaptionBox([], x: 0.5, y: 0.5)) == CaptionBox([], x: 0.5, y: 0.5))
    }

    @Test("Sizes and lines without sense do no harm")
    func nonsense() {
        let style = CaptionStyle().applying([TextStyleRule(.cue, TextStyle(relativeSize: .infinity, line: -.infinity))])
        #expect(style == CaptionStyle())
        #expect(CaptionStyle().applying([TextStyleRule(.cue, TextStyle(relativeSize: 1e9, line: 7))]).lineHeight < 1)
    }

    @MainActor @Test("VK-8, 1.22: a player's rules are what its window shows, and the person's own come last")
    func player() {
        let player = Player()
        let model = PlayerModel(player)
        #expect(model.captionStyle == CaptionStyle())
        player.textStyleRules = [TextStyleRule(.cue, TextStyle(color: .yellow, isItalic: true))]
        #expect(model.captionStyle.color == Color(red: 1, green: 1, blue: 0))
        model.choose(2, of: .captionSize)
        model.choose(3, of: .captionLook)
        #expect(model.captionPreference == CaptionPreference(size: .large, look: .blackOnWhite))
        #expect(model.captionStyle.color == .black && model.captionStyle.isItalic)
        #expect(abs(model.captionStyle.lineHeight - 0.09) < 1e-9)
        #expect(model.choices(of: .captionSize).selection == 2)
        model.choose(9, of: .captionSize)
        #expect(model.captionPreference.size == .large)
    }
}
