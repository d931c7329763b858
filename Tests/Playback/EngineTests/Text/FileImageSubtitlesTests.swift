// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Picture subtitles of a file", .timeLimit(.minutes(2)))
struct FileImageSubtitlesTests {
    @Test("Tracks are offered with languages and flags, and subtitles arrive with the video", arguments: PictureSubtitleFilm.Kind.allCases)
    func coming(kind: PictureSubtitleFilm.Kind) async throws {
        let times = [(1.0, 2.5), (4.0, 6.0)]
        let film = try await PictureSubtitleFilm(
            kind, tracks: [("ger", PictureRun.boxes(x: 100, times: times)), ("eng", PictureRun.boxes(x: 200, times: times))],
            options: ["-disposition:s:0", "default", "-disposition:s:1", "forced"])
        var offered: Presentation?
        let reported = await PictureRun.follow(film.path, language: "de") { _, presentation, reported in
            offered = presentation ?? offered
            return reported.sets.count { $0.pictures > 0 } >= 2 && reported.sets.allSatisfy { $0.range.duration < 10 || $0.pictures == 0 }
        }
        let subtitles = try #require(offered?.subtitles)
        #expect(subtitles.map(\.language) == ["ger", "eng"])
        #expect(offered?.chosenSubtitles == 0)
        if kind == .presentationGraphics || kind == .vobSub { #expect(subtitles.map(\.isForced) == [false, true]) }
        for (start, end) in times {
            let set = try #require(reported.shown(at: start + 0.1))
            #expect(abs(set.range.start - start) < 0.05)
            #expect(abs(set.range.end - end) < 0.05)
            #expect(set.rendition == 0)
            #expect(set.pictures == 1)
            #expect(set.x == 100)
        }
        #expect(reported.shown(at: 3) == nil)
    }

    @Test("Another track's subtitles appear at once, and disappear when none is selected")
    func choosing() async throws {
        let times = [(1.0, 2.5), (4.0, 6.0)]
        let film = try await PictureSubtitleFilm(
            .presentationGraphics,
            tracks: [("ger", PictureRun.boxes(x: 100, times: times)), ("eng", PictureRun.boxes(x: 200, times: times))])
        var step = 0
        let reported = await PictureRun.follow(film.path, language: "de") { engine, _, reported in
            switch step {
            case 0 where reported.shown(at: 5)?.x == 100:
                step = 1
                await engine.select(.subtitles(1))
            case 1 where reported.shown(at: 5)?.x == 200 && reported.shown(at: 2)?.x == 200:
                step = 2
                await engine.select(.subtitles(nil))
            case 2 where reported.sets.isEmpty: return true
            default: break
            }
            return false
        }
        #expect(step == 2)
        #expect(reported.sets.isEmpty)
    }

    @Test(
        "Subtitles that began long before the start position are shown",
        arguments: PictureSubtitleFilm.Kind.allCases, [true, false])
    func lookingBack(kind: PictureSubtitleFilm.Kind, startsThere: Bool) async throws {
        let film = try await Self.longFilm(kind)
        try await lookBack(in: film.path, startsThere: startsThere)
    }

    @Test(
        "Subtitles of a film on a server that began long before the start position are shown",
        arguments: PictureSubtitleFilm.Kind.allCases, [true, false])
    func lookingBackOverNetwork(kind: PictureSubtitleFilm.Kind, startsThere: Bool) async throws {
        let film = try await Self.longFilm(kind)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: film.path)))
        let origin = try await FaultyOrigin(["/" + kind.rawValue: bytes])
        try await lookBack(in: "\(origin.address)/\(kind.rawValue)", startsThere: startsThere)
        await origin.stop()
    }

    private static func longFilm(_ kind: PictureSubtitleFilm.Kind) async throws -> PictureSubtitleFilm {
        // ffmpeg writes wrong times for DVB subtitles that are shown for longer.
        try await PictureSubtitleFilm(
            kind, size: (320, 240), seconds: 60, tracks: [("ger", PictureRun.boxes(x: 100, times: [(5, 6), (33, 41.5), (50, 52)]))])
    }

    private func lookBack(in address: String, startsThere: Bool) async throws {
        var hasSought = startsThere
        let reported = await PictureRun.follow(address, at: startsThere ? .time(40) : .automatic, language: "de") {
            engine, presentation, reported in
            if !hasSought, reported.shown(at: 5.5) != nil {
                hasSought = true
                Task { await engine.seek(to: 40) }
            }
            return hasSought && reported.shown(at: 40.1).map { $0.range.end < 43 } ?? false
        }
        let set = try #require(reported.shown(at: 40.1))
        #expect(abs(set.range.start - 33) < 0.1)
        #expect(abs(set.range.end - 41.5) < 0.1)
    }

    @Test("Subtitles end where the next ones begin, whatever order they are found in")
    func order() {
        var times = ImageSubtitleTimes()
        func end(_ start: Double, _ end: Double? = nil) -> Double? {
            times.end(of: ImageSubtitleSet(track: 0, start: start, end: end, images: []))
        }
        #expect(end(10) == 10 + ImageSubtitleTimes.longest)
        #expect(end(12, 14) == 14)
        #expect(end(5) == 10)
        #expect(end(5) == 10)
        #expect(end(11, 30) == 12)
        #expect(end(13, 12) == nil)
        #expect(end(.nan) == nil)
    }
}
