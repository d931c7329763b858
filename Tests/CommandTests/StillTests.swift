// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite("windowbox still") struct StillTests {
    @Test(
        "The best quality that the options allow is taken, wherever the frame is",
        arguments: [([], "0", 640, 360), ([], "7.5", 640, 360), (["--limit-bitrate", "900000"], "3", 480, 270)]
            as [([String], String, Int, Int)])
    func best(options: [String], time: String, width: Int, height: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("wb-still-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = try GeneratedStreams.named("vod-cmaf").address
        try await StillCommand.parse([stream, "--at", time, "-o", file.path] + options).run()
        // A PNG's width and height are in its first chunk.
        let bytes = Array(try Data(contentsOf: file).prefix(24))
        #expect(bytes.count == 24)
        #expect(bytes[12..<16].elementsEqual("IHDR".utf8))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(16) == width)
        #expect(number(20) == height)
    }

    @Test("A limit that allows nothing is refused") func limit() {
        #expect(throws: (any Error).self) { try StillCommand.parse(["x", "-o", "y", "--limit-bitrate", "0"]) }
    }

    @Test("Picture subtitles of a video are drawn as FFmpeg draws them", arguments: PictureSubtitleFilm.Kind.allCases)
    func pictureSubtitles(kind: PictureSubtitleFilm.Kind) async throws {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([], at: 0)
        writer.show([.box(x: 100, y: 480, width: 300, height: 48), .box(x: 60, y: 20, width: 80, height: 40, color: 3)], at: 1)
        writer.show([], at: 3)
        let film = try await PictureSubtitleFilm(kind, tracks: [("ger", writer.bytes)])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("wb-still-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        for time in [2, 4] as [Double] {
            try await StillCommand.parse([film.path, "--at", "\(time)", "--captions", film.path, "--track", "1", "-o", file.path]).run()
            let drawn = try await PictureSubtitleFilm.pixels(of: file.path)
            let expected = try await film.picture(at: time, drawing: 0)
            // The two converters round colours differently.
            let differing = zip(drawn, expected).count { abs(Int($0) - Int($1)) > 24 }
            #expect(drawn.count == expected.count, "\(differing) samples differ at \(time) s")
            #expect(differing < drawn.count / 200, "\(differing) samples differ at \(time) s")
        }
    }

    @Test("DVD subtitles beside the video are drawn as ffmpeg draws them")
    func discSubtitles() async throws {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([.box(x: 100, y: 480, width: 300, height: 48)], at: 1)
        writer.show([], at: 3)
        let film = try await PictureSubtitleFilm(.vobSub, tracks: [("ger", writer.bytes)])
        let index = try await film.discSubtitles(times: [("de", [2])])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("wb-still-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try await StillCommand.parse([film.path, "--at", "3", "--captions", index, "-o", file.path]).run()
        let drawn = try await PictureSubtitleFilm.pixels(of: file.path)
        let expected = try await film.picture(at: 3, drawing: 0, of: index)
        let differing = zip(drawn, expected).count { abs(Int($0) - Int($1)) > 24 }
        #expect(drawn.count == expected.count, "\(differing) samples differ")
        #expect(differing < drawn.count / 200, "\(differing) samples differ")
    }

    @Test("A track number needs a media file in --captions") func track() {
        #expect(throws: (any Error).self) { try StillCommand.parse(["x", "-o", "y", "--track", "1"]) }
        #expect(throws: (any Error).self) { try StillCommand.parse(["x", "-o", "y", "--captions", "x", "--track", "0"]) }
    }
}
