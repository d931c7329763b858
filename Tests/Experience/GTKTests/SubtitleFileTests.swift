// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Subtitle files")
struct SubtitleFileTests {
    private func texts(_ text: String) throws(SubtitleFileError) -> [String] {
        try SubtitleFile.shelf(Array(text.utf8), called: "a.srt").texts
    }

    @Test("VK-8: an SRT file has numbers, times with commas and lines; its commands leave its words")
    func subRip() throws {
        let file =
            "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}One <i>and</i>\r\n<font color=\"red\">two</font>\r\n\r\n"
            + "2\n00:00:00,000 --> 00:00:00,500\nfirst"
        // In the order of their times, whatever that of the file.
        #expect(try texts(file) == ["first", "One and\ntwo"])
    }

    @Test("VK-8: what a file is, is in it and not in its name")
    func kinds() throws {
        #expect(try texts("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hello</v>") == ["Hello"])
        #expect(try texts("\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\nHello") == ["Hello"])
        let ttml = "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='1s' end='2s'>Hello</p></div></body></tt>"
        #expect(try texts(ttml) == ["Hello"])
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
        #expect(try SubtitleFile.shelf(bytes, called: "a").texts == ["“Schön”, señor – 5 €"])
    }

    @Test(
        "What has no subtitles is refused by name, whatever it is",
        arguments: ["", "WEBVTT", "\0\0\0", "a --> b", "1\n00:00:01,000 --> 00:00:02,000\n \n"])
    func bad(_ text: String) {
        #expect { try texts(text) } throws: { error in
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
            SubtitleFile(address: address, name: address, cues: CaptionShelf(ActiveCues("", text).document))
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
