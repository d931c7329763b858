// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Subtitle files")
struct SubtitleFileTests {
    private func texts(_ text: String) throws(SubtitleFileError) -> [String] {
        try SubtitleFile.parse(Array(text.utf8), name: "a.srt").texts
    }

    @Test("VK-8: An SRT file has numbers, times with commas, and lines, and its tags are removed")
    func subRip() throws {
        let file =
            "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}One <i>and</i>\r\n<font color=\"red\">two</font>\r\n\r\n"
            + "2\n00:00:00,000 --> 00:00:00,500\nfirst"
        // Ordered by time, not as in the file.
        #expect(try texts(file) == ["first", "One and\ntwo"])
    }

    @Test("VK-8: The format is detected by content, not by name")
    func kinds() throws {
        #expect(try texts("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hello</v>") == ["Hello"])
        #expect(try texts("\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\nHello") == ["Hello"])
        let ttml = "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='1s' end='2s'>Hello</p></div></body></tt>"
        #expect(try texts(ttml) == ["Hello"])
    }

    @Test("Legacy encodings and UTF-16 are decoded", arguments: [0, 1, 2, 3])
    func encodings(_ kind: Int) throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\n“Schön”, señor – 5 €\n"
        let bytes: [UInt8] =
            switch kind {
            case 0: Array(text.utf8)
            case 1: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            case 2: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            default: Array(try #require(text.data(using: .windowsCP1252)))
            }
        #expect(try SubtitleFile.parse(bytes, name: "a").texts == ["“Schön”, señor – 5 €"])
    }

    @Test(
        "A file without subtitles is refused by name",
        arguments: ["", "WEBVTT", "\0\0\0", "a --> b", "1\n00:00:01,000 --> 00:00:02,000\n \n"])
    func bad(_ text: String) {
        #expect { try texts(text) } throws: { error in
            (error as? SubtitleFileError)?.code == .noSubtitles && "\(error)".contains("a.srt")
        }
    }

    @Test("Missing, invalid and oversized files are distinguished")
    func unreadable() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let large = folder.appending(path: "large.srt")
        try Data(count: SubtitleFile.maxBytes + 1).write(to: large)
        let cases: [(String, SubtitleFileError.Code)] = [
            (folder.path, .unreadable), (folder.appending(path: "gone.srt").absoluteString, .unreadable), (large.absoluteString, .tooLarge),
            ("nowhere://x/y.srt", .unreadable),
        ]
        for (address, code) in cases {
            await #expect { _ = try await SubtitleFile.read(address) } throws: { ($0 as? SubtitleFileError)?.code == code }
        }
    }

    @Test("Several files are kept, and adding one again replaces it")
    func several() {
        func file(_ address: String, _ text: String) -> SubtitleFile {
            SubtitleFile(address: address, name: address, cues: CueBuffer(ActiveCues("", text).document))
        }
        var subtitles = ItemSubtitles()
        #expect(subtitles.selected == nil)
        subtitles.add(file("a", "1"))
        subtitles.add(file("b", "2"))
        subtitles.add(file("a", "3"))
        #expect(subtitles.files.map(\.address) == ["a", "b"])
        #expect(subtitles.selected == file("a", "3"))
        #expect(subtitles.others == [1])
        #expect(subtitles.secondFile == nil)
        subtitles.second = 1
        #expect(subtitles.secondFile?.address == "b")
        // The file that is already shown is not shown twice.
        subtitles.second = 0
        #expect(subtitles.secondFile == nil)
        subtitles.selection = nil
        #expect(subtitles.selected == nil)
        #expect(subtitles.others == [0, 1])
        #expect(subtitles.secondFile?.address == "a")
    }

    @Test("Captions of two files are kept apart: the second at the top unless it is positioned")
    func joined() throws {
        func active(_ text: String) -> ActiveCues {
            ActiveCues(of: CaptionDocument.read(Array("WEBVTT\n\n\(text)".utf8)), at: MediaTime(seconds: 2))
        }
        let region = "REGION\nid:r\nwidth:"
        let first = active("\(region)40%\n\n00:01.000 --> 00:09.000 region:r\none\n\n00:01.000 --> 00:09.000\ntwo")
        let second = active(
            "\(region)50%\n\n00:01.500 --> 00:09.000 region:r\nun\n\n00:01.000 --> 00:09.000\ndeux\n\n00:01.000 --> 00:09.000 line:4\ntrois"
        )
        let both = first.joined(with: second)
        #expect(Set(both.texts) == ["one", "two", "un", "deux", "trois"])
        let lines = Dictionary(uniqueKeysWithValues: both.document.cues.map { ($0.plainText(), $0.settings.line) })
        #expect(lines["two"] == .some(nil))
        #expect(lines["deux"] == 0)
        #expect(lines["trois"] == 4)
        let widths = Dictionary(
            uniqueKeysWithValues: both.document.cues.map { cue in (cue.plainText(), cue.region.flatMap { both.document.region($0)?.width })
            })
        #expect(widths["one"] == 40)
        #expect(widths["un"] == 50)
        #expect(both.time == MediaTime(seconds: 1.5))
        #expect(ActiveCues.none.joined(with: second).texts.count == 3)
        #expect(first.joined(with: .none) == first)
    }

    @MainActor @Test("Two files can be shown at once, rescaled and searched")
    func together() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let player = Player(items: [.simple(url: try GeneratedStreams.named("file-film-mkv").url.absoluteString)])
        let model = PlayerModel(player)
        for (name, words) in [("de.srt", "Guten Abend"), ("en.srt", "Good evening")] {
            let file = folder.appending(path: name)
            try Data("1\n00:00:00,000 --> 00:00:02,000\n\(words)\n\n2\n00:00:04,800 --> 00:59:00,000\n\(words) 2\n".utf8).write(to: file)
            await model.readSubtitles([file.path])
        }
        #expect(await eventually { model.cues.texts == ["Good evening"] })
        #expect(model.choices(of: .secondSubtitles) == Choices(["None", "de.srt"], selection: 0))
        model.choose(1, of: .secondSubtitles)
        #expect(model.cues.texts == ["Good evening", "Guten Abend"])
        #expect(model.choices(of: .secondSubtitles).selection == 1)
        #expect(model.canFindCues)
        #expect(model.findCues("EVENING 2") == [FoundCue(time: 4.8, text: "Good evening 2")])
        let scale = try #require(model.choices(of: .captionScale).titles.firstIndex(of: "Made for 25, Played at 24"))
        model.choose(scale, of: .captionScale)
        #expect(model.choices(of: .captionScale).selection == scale)
        #expect(model.findCues("evening 2").map { ($0.time * 1000).rounded() } == [5000])
        model.choose(0, of: .secondSubtitles)
        #expect(model.cues.texts == ["Good evening"])
    }
}
