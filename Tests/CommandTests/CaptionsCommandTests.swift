// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxCaptionDrawing
import WindowboxCaptions
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import windowbox

@Suite("windowbox captions") struct CaptionsCommandTests {
    private func json(_ text: String) throws -> [String: Any] {
        let document = CaptionDocument.read(Array(text.utf8))
        return try #require(try JSONSerialization.jsonObject(with: Data(document.json.bytes)) as? [String: Any])
    }

    @Test("The JSON has every key of the contract")
    func contract() throws {
        let json = try json(
            """
            WEBVTT

            STYLE
            ::cue(.loud) { color: red }

            REGION
            id:bill

            first
            00:00:01.500 --> 00:00:03.000 region:bill align:start position:10%,line-left
            <v Anna><c.loud>Hi</c> &amp; more

            00:04.000 --> bad
            x

            """)
        let cues = try #require(json["cues"] as? [[String: Any]])
        #expect(cues.count == 1)
        let cue = try #require(cues.first)
        #expect(cue["id"] as? String == "first")
        #expect(cue["start"] as? Double == 1.5)
        #expect(cue["end"] as? Double == 3)
        #expect(cue["region"] as? String == "bill")
        #expect(cue["text"] as? String == "<v Anna><c.loud>Hi</c> &amp; more")
        #expect((cue["tree"] as? String)?.contains("\" & more\"") == true)
        let settings = try #require(cue["settings"] as? [String: Any])
        #expect(
            Set(settings.keys) == [
                "vertical", "line", "lineAlign", "snapToLines", "position", "positionAlign", "size", "align",
            ])
        #expect(settings["align"] as? String == "start")
        #expect(settings["position"] as? Double == 10)
        #expect(settings["positionAlign"] as? String == "line-left")
        #expect(settings["snapToLines"] as? Bool == true)
        #expect((json["regions"] as? [[String: Any]])?.first?["id"] as? String == "bill")
        #expect((json["styles"] as? [Any])?.count == 1)
        let error = try #require((json["errors"] as? [[String: Any]])?.first)
        #expect(error["line"] as? Int == 13)
        #expect(error["code"] is String)
        #expect(error["message"] is String)
    }

    @Test("SubRip subtitles have the same keys")
    func subRip() throws {
        let json = try json("1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i>\n")
        let cue = try #require((json["cues"] as? [[String: Any]])?.first)
        #expect(cue["text"] as? String == "<i>Hi</i>")
        #expect(cue["end"] as? Double == 2)
        #expect((json["errors"] as? [Any])?.isEmpty == true)
    }

    @Test("A missing file, an unknown format and problems found by --check are failures")
    func failures() async throws {
        #expect(throws: Failure.self) { try Captions.parse(["/nowhere/at/all.srt", "--json"]).run() }
        try await withFile(Array("not captions".utf8), named: "a.srt") { path in
            #expect(throws: Failure.self) { try Captions.parse([path, "--check"]).run() }
        }
        try await withFile(Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n".utf8), named: "a.vtt") { path in
            try Captions.parse([path, "--check"]).run()
        }
        try await withFile(Array("WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n".utf8), named: "a.vtt") { path in
            #expect(throws: Failure.self) { try Captions.parse([path, "--check"]).run() }
        }
    }

    @Test("For a media file the text tracks are listed, and the requested one is read")
    func films() async throws {
        let film = try GeneratedStreams.named("file-text-mkv").directory.appending(path: "film.mkv").path
        let text = try MediaFileTextTracks(file: film)
        #expect(text.summary.contains("3 text tracks"))
        #expect(text.summary.contains("SubStation"))
        #expect(text.summary.contains("Signs"))
        let tree = try #require(try JSONSerialization.jsonObject(with: Data(text.json.bytes)) as? [String: [[String: Any]]])
        #expect(tree["tracks"]?.map { $0["track"] as? Int } == [1, 2, 3])
        #expect(tree["tracks"]?[1]["forced"] as? Bool == true)
        let help = Captions.helpMessage().filter { !$0.isWhitespace }
        for key in tree["tracks"]?.first?.keys.map(\.self) ?? [] { #expect(help.contains(key), "\(key)") }
        for number in 1...3 {
            let document = try MediaFileTextTracks(file: film).document(of: number, service: nil)
            #expect(document.cues.map { $0.plainText() } == (1...11).map { "Second \($0)" }, "\(number)")
            #expect(zip(document.cues, 1...11).allSatisfy { abs($0.start.seconds - Double($1)) < 0.1 })
        }
        try Captions.parse([film]).run()
        try Captions.parse([film, "--json"]).run()
        #expect(throws: Failure.self) { try Captions.parse([film, "--to", "srt"]).run() }
        #expect(throws: Failure.self) { try Captions.parse([film, "--track", "4"]).run() }
        try await withFile(Array("WEBVTT\n".utf8), named: "a.vtt") { path in
            #expect(throws: Failure.self) { try Captions.parse([path, "--track", "1"]).run() }
        }
    }

    @Test("A DVD's subtitles are read from an index with its pictures, by the name of either file")
    func disc() async throws {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([.box(x: 100, y: 480, width: 300, height: 48)], at: 1)
        writer.show([], at: 3)
        let film = try await PictureSubtitleFilm(.vobSub, tracks: [("ger", writer.bytes), ("eng", writer.bytes)])
        let index = try await film.discSubtitles(times: [("de", [1]), ("en", [2])], lines: ["langidx: 1"])
        let stream = index.dropLast(3) + "sub"
        for path in [index, String(stream)] {
            let text = try #require(try MediaFileTextTracks.open(path))
            #expect(text.tracks.map(\.language) == ["de", "en"])
            #expect(text.summary.contains("2 text tracks"))
            #expect(text.summary.contains("default"))
            for (number, start) in [(1, 1.0), (2, 2.0)] {
                let document = try text.document(of: number, service: nil)
                #expect(document.cues.count == 1)
                #expect(document.cues.first?.start.seconds == start)
                #expect(document.cues.first?.image?.placement?.frame.x == 100)
            }
            #expect(throws: Failure.self) { try text.document(of: 3, service: nil) }
        }
        try Captions.parse([index, "--track", "2", "--json"]).run()
        try FileManager.default.removeItem(atPath: String(stream))
        #expect { _ = try MediaFileTextTracks.open(index) } throws: { "\($0)".contains(".sub file") }
    }

    @Test("A PGS file that begins with the end of a display set is read")
    func cutPictures() async throws {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([.box(x: 100, y: 480, width: 300, height: 48)], at: 1)
        writer.show([], at: 3)
        let end: [UInt8] = Array("PG".utf8) + [0, 0, 0x20, 0, 0, 0, 0, 0, 0x80, 0, 0]
        try await withFile(end + writer.bytes, named: "cut.sup") { path in
            let text = try #require(try MediaFileTextTracks.open(path))
            let document = try text.document(of: 1, service: nil)
            #expect(document.cues.map(\.start.seconds) == [1])
            #expect(document.cues.first?.image?.placement?.frame.x == 100)
        }
    }

    @Test("The pictures of a DVD without their index are reported as such")
    func lonePictures() async throws {
        try await withFile([0, 0, 1, 0xBA] + [UInt8](repeating: 0x44, count: 60), named: "film.sub") { path in
            #expect { _ = try MediaFileTextTracks.open(path) } throws: { "\($0)".contains(".idx file") }
        }
    }

    @Test("MPEG-TS is a media file with any packet size", arguments: [(0, 188, true), (4, 192, true), (0, 204, true), (0, 190, false)])
    func packets(start: Int, length: Int, isMedia: Bool) {
        let head = (0..<400).map { index -> UInt8 in index % length == start ? 0x47 : 0 }
        #expect(MediaFileTextTracks.isMediaFile(head) == isMedia)
        #expect(!MediaFileTextTracks.isMediaFile(Array(head[...start])))
    }

    @Test("Tracks of WebVTT, TTML, timed text and CEA-608 in MP4 are read")
    func tracks() async throws {
        func texts(_ format: TextTrackWriter.Format, _ entries: [TextTrackWriter.Entry]) async throws -> [String] {
            let writer = TextTrackWriter(format)
            var found: [String] = []
            try await withFile(writer.initialization + writer.segment(from: 0, entries), named: "a.mp4") { path in
                let document = try MediaFileTextTracks(file: path).document(of: 1, service: nil)
                found = document.cues.map { "\($0.start.seconds) \($0.end.seconds) \($0.plainText())" }
            }
            return found
        }
        #expect(
            try await texts(.webVTT(header: "WEBVTT"), [.init(cue: "a", duration: 1), .init(cue: "b", duration: 2)]) == [
                "0.0 1.0 a", "1.0 5.0 b",
            ])
        let document = "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='1s' end='9s'>a</p></div></body></tt>"
        #expect(try await texts(.ttml, [.init(document, duration: 2)]) == ["1.0 4.0 a"])
        #expect(try await texts(.timedText(description: []), [.init(bytes: [0, 1, 0x61], duration: 2)]) == ["0.0 4.0 a"])
        let pairs: [UInt8] = [0x14, 0x20, 0x14, 0x70, 0x48, 0x69, 0x14, 0x2F]
        let captions = try await texts(.closedCaptions, [.init(first: pairs, duration: 1), .init(first: [0x14, 0x2C], duration: 1)])
        #expect(captions.count == 1 && captions[0].hasSuffix(" 1.0 Hi"))
    }

    @Test(
        "Invalid options are refused",
        arguments: [
            ["a", "--to", "pdf"], ["a", "--boxes"], ["a", "--boxes", "--at", "1", "--size", "0x0"], ["a", "--at", "1"],
            ["a", "--encoding", "klingon"], ["a", "--to", "srt", "--json"], ["a", "--channel", "CC5"],
            ["a", "--track", "0"],
        ])
    func usage(_ arguments: [String]) { #expect(throws: (any Error).self) { try Captions.parse(arguments) } }

    @Test("Boxes have every key that the help lists, and those in regions their window")
    func boxes() throws {
        let document = CaptionDocument.read(
            Array("WEBVTT\n\nREGION\nid:r\nwidth:50%\n\n00:00.000 --> 00:01.000 region:r\n<b>a</b>\n\n00:00.000 --> 00:01.000\nb\n".utf8))
        var layout = CaptionLayout(width: 1000, height: 400)
        let boxes = try layout.boxes(of: document, at: .zero).map { box in
            let tree = box.json(runs: CaptionStyling().runs(of: document.cues[box.cue], at: .zero))
            return try #require(try JSONSerialization.jsonObject(with: Data(tree.bytes)) as? [String: Any])
        }
        let help = Captions.helpMessage().filter { !$0.isWhitespace }
        for key in boxes.flatMap(\.keys) { #expect(help.contains(key), "\(key)") }
        #expect((boxes[0]["window"] as? [String: Any])?["width"] as? Double == 500)
        #expect(boxes[0]["region"] as? String == "r")
        #expect(((boxes[0]["runs"] as? [[String: Any]])?.first?["style"] as? String)?.contains("bold") == true)
        #expect(boxes[1]["rightToLeft"] as? Bool == false)
        #expect(boxes[1]["window"] is NSNull)
    }
}

@Suite("windowbox still --captions") struct StillCaptionsTests {
    @Test("Captions are drawn on the frame while they are shown", .enabled(if: (try? CairoLibrary()) != nil))
    func drawing() throws {
        let png = try #require(Data(base64Encoded: Self.greyPicture).map { Array($0) })
        let document = CaptionDocument.read(Array("WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nHello\n".utf8))
        let captions = StillCaptions(document, sheets: [])
        let drawn = try captions.draw(on: png, at: MediaTime(seconds: 1.5))
        let plain = try captions.draw(on: png, at: MediaTime(seconds: 3))
        #expect(drawn != plain)
        #expect(drawn.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(throws: Failure.self) { try captions.draw(on: [1, 2, 3], at: .zero) }
        #expect(throws: (any Error).self) { try StillCommand.parse(["a.mp4", "-o", "b.png", "--css", "c.css"]) }
    }

    /// 160 × 90, one grey.
    private static let greyPicture =
        "iVBORw0KGgoAAAANSUhEUgAAAKAAAABaCAIAAACwpMoFAAAAnElEQVR42u3RAQEAAAjCMKITnR66R/hSnS4WABZgARZgARZgAQYswAIswAIswA"
        + "IMWIAFWIAFWIAFWIABC7AAC7AAC7AAAxZgARZgARZgAQYswAIswAIswAIswIAFWIAFWIAFWIABC7AAC7AAC7AAAxZgARZgARZgARZgwAIswAIs"
        + "wAIswIAFWIAFWIAFWIAFGLAAC7AAC7AAC/CvBqMvZO0yOgyXAAAAAElFTkSuQmCC"

    @Test(
        "CSS colours are parsed",
        arguments: [
            ("#fff", [1, 1, 1, 1]), ("#12345680", [18 / 255.0, 52 / 255.0, 86 / 255.0, 128 / 255.0]),
            ("rgba(255, 0, 0, 0.5)", [1, 0, 0, 0.5]),
            ("Lime", [0, 1, 0, 1]), ("transparent", [0, 0, 0, 0]),
        ] as [(String, [Double])])
    func colors(_ text: String, _ parts: [Double]) throws {
        let color = try #require(CaptionColor(css: text))
        #expect([color.red, color.green, color.blue, color.alpha] == parts)
        #expect(CaptionColor(css: "rainbow") == nil)
    }
}
