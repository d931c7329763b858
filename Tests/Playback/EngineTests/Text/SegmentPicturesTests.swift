// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Picture subtitles in segments", .timeLimit(.minutes(2)))
struct SegmentPicturesTests {
    private static let times = [(1.0, 2.5), (4.0, 6.0)]

    private static func film(
        size: (width: Int, height: Int) = (720, 576), seconds: Double = 8, times: [(Double, Double)] = SegmentPicturesTests.times
    ) async throws -> PictureSubtitleFilm {
        try await PictureSubtitleFilm(
            .dvb, size: size, seconds: seconds,
            tracks: [("ger", PictureRun.boxes(x: 100, times: times)), ("eng", PictureRun.boxes(x: 200, times: times))])
    }

    /// Playlists in a temporary folder.
    private final class Playlists {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ name: String, _ text: String) throws -> String {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    /// The segments of a playlist with their durations, as absolute paths.
    private func entries(_ playlist: String) throws -> String {
        let folder = URL(fileURLWithPath: playlist).deletingLastPathComponent().path
        let lines = try String(contentsOfFile: playlist, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix("#EXTINF") || !$0.hasPrefix("#") }
            .map { $0.hasPrefix("#") ? "\($0)\n" : "\(folder)/\($0)\n" }.joined()
    }

    private let head = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"

    @Test("Subtitles are offered with their languages, and appear as ffmpeg draws them")
    func appearing() async throws {
        let film = try await Self.film()
        let playlist = try await film.segments()
        var offered: Presentation?
        let reported = await PictureRun.follow(playlist, language: "de") { _, presentation, reported in
            offered = presentation ?? offered
            return reported.shown(at: 5) != nil && reported.sets.contains { $0.pictures == 0 && $0.range.start > 5 }
        }
        let subtitles = try #require(offered?.subtitles)
        #expect(subtitles.map(\.language) == ["ger", "eng"])
        #expect(offered?.chosenSubtitles == 0)
        for (start, end) in Self.times {
            let set = try #require(reported.shown(at: start + 0.1))
            #expect(abs(set.range.start - start) < 0.05)
            #expect(abs(set.range.end - end) < 0.05)
            #expect(set.rendition == 0)
            #expect(set.pictures == 1)
            let image = try #require(set.images.first)
            let frame = try #require(image.placement?.frame)
            let expected = try await film.picture(at: start + 0.5, drawing: 0)
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(image.bytes).write(to: file)
            let pixels = try await PictureSubtitleFilm.pixels(of: file.path)
            let (x, y, width, height) = (Int(frame.x), Int(frame.y), Int(frame.width), Int(frame.height))
            #expect(x == 100)
            #expect(y == 480)
            #expect(pixels.count == width * height * 3)
            var cut: [UInt8] = []
            for row in y..<(y + height) {
                let start = (row * 720 + x) * 3
                cut += expected[start..<(start + width * 3)]
            }
            #expect(zip(pixels, cut).count { abs(Int($0) - Int($1)) > 6 } < 720)
        }
        #expect(reported.shown(at: 3) == nil)
    }

    @Test("Subtitles are off without a language preference, appear when selected, switch, and go")
    func choosing() async throws {
        let film = try await Self.film()
        var step = 0
        let reported = await PictureRun.follow(try await film.segments()) { engine, presentation, reported in
            switch step {
            case 0 where presentation?.subtitles.count == 2:
                #expect(presentation?.chosenSubtitles == nil)
                #expect(reported.sets.isEmpty)
                step = 1
                await engine.select(.subtitles(1))
            case 1 where reported.shown(at: 5)?.x == 200 && reported.shown(at: 2)?.x == 200:
                #expect(presentation?.chosenSubtitles == 1)
                #expect(reported.shown(at: 5)?.rendition == 1)
                step = 2
                await engine.select(.subtitles(0))
            case 2 where reported.shown(at: 5)?.x == 100 && reported.shown(at: 2)?.x == 100:
                step = 3
                await engine.select(.subtitles(nil))
            case 3 where reported.sets.isEmpty: return presentation?.chosenSubtitles == nil
            default: break
            }
            return false
        }
        #expect(step == 3)
        #expect(reported.sets.isEmpty)
    }

    @Test("Subtitles selected before any segment was loaded are shown")
    func chosenEarly() async throws {
        let film = try await Self.film()
        var isFirst = true
        let reported = await PictureRun.follow(try await film.segments()) { engine, presentation, reported in
            if isFirst {
                isFirst = false
                await engine.select(.subtitles(1))
            }
            return reported.shown(at: 5) != nil && presentation?.chosenSubtitles == 1
        }
        #expect(reported.shown(at: 5)?.x == 200)
    }

    @Test("Subtitles are listed after the playlist's renditions, and replace them when selected")
    func besideRenditions() async throws {
        let film = try await Self.film()
        let media = try await film.segments()
        let playlists = try Playlists()
        _ = try playlists.write("fr.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nBonjour\n")
        _ = try playlists.write("fr.m3u8", head + "#EXTINF:8,\nfr.vtt\n#EXT-X-ENDLIST\n")
        let main = try playlists.write(
            "main.m3u8",
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"t\",NAME=\"fr\",LANGUAGE=\"fr\",URI=\"fr.m3u8\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,SUBTITLES=\"t\"\n\(media)\n")
        var step = 0
        let reported = await PictureRun.follow(main) { engine, presentation, reported in
            switch step {
            case 0 where presentation?.subtitles.map(\.language) == ["fr", "ger", "eng"]:
                step = 1
                await engine.select(.subtitles(2))
            case 1 where reported.shown(at: 5)?.x == 200:
                #expect(presentation?.chosenSubtitles == 2)
                #expect(reported.shown(at: 5)?.rendition == 2)
                step = 2
                await engine.select(.subtitles(0))
            case 2 where presentation?.chosenSubtitles == 0: return reported.sets.isEmpty
            default: break
            }
            return false
        }
        #expect(step == 2)
        #expect(reported.sets.isEmpty)
    }

    @Test("Presentation graphics are offered, and appear and disappear at their times", arguments: [false, true])
    func presentationGraphics(isSplit: Bool) async throws {
        let film = try await PictureSubtitleFilm(
            .presentationGraphics,
            tracks: [("ger", PictureRun.boxes(x: 100, times: Self.times)), ("eng", PictureRun.boxes(x: 200, times: Self.times))],
            options: ["-c:v", "mpeg2video"])
        let playlist = try await film.discSegments(isSplit: isSplit)
        var step = 0
        let reported = await PictureRun.follow(playlist) { engine, presentation, reported in
            if step == 0, presentation?.subtitles.count == 2 {
                step = 1
                await engine.select(.subtitles(1))
            }
            return Self.times.allSatisfy { reported.begins(at: $0.0) && reported.clears(at: $0.1) }
        }
        for (start, end) in Self.times {
            let set = try #require(reported.shown(at: start + 0.1))
            #expect(abs(set.range.start - start) < 0.05)
            #expect(abs(set.range.end - end) < 0.05)
            #expect(set.pictures == 1)
            #expect(set.x == 200)
            #expect(set.images.first?.placement?.frame.y == 480)
        }
        #expect(reported.shown(at: 3) == nil)
    }

    @Test("Subtitles that began in a segment before the start position are shown", arguments: [true, false], [true, false])
    func lookingBack(startsThere: Bool, isDVB: Bool) async throws {
        let boxes = PictureRun.boxes(x: 100, times: [(5, 6), (33, 41.5), (50, 52)])
        let film = try await PictureSubtitleFilm(
            isDVB ? .dvb : .presentationGraphics, size: (320, 240), seconds: 60, tracks: [("ger", boxes)],
            options: ["-c:v", "mpeg2video"])
        let playlist = try await isDVB ? film.segments() : film.discSegments(isSplit: false)
        var (hasChosen, hasSought) = (false, startsThere)
        let reported = await PictureRun.follow(
            playlist, at: startsThere ? .time(40) : .automatic, configure: { $0.streaming.bufferGoal = 8 }
        ) { engine, presentation, reported in
            if !hasChosen, presentation?.subtitles.count == 1 {
                hasChosen = true
                await engine.select(.subtitles(0))
            }
            if !hasSought, reported.begins(at: 5) {
                hasSought = true
                await engine.seek(to: 40)
            }
            return hasSought && reported.shown(at: 40.1).map { $0.range.end < 43 } ?? false
        }
        let set = try #require(reported.shown(at: 40.1))
        #expect(abs(set.range.start - 33) < 0.1)
        #expect(abs(set.range.end - 41.5) < 0.1)
        #expect(set.x == 100)
    }

    @Test("Subtitles are right after seeks out of the buffer, and earlier ones disappear")
    func seeking() async throws {
        let film = try await Self.film(size: (320, 240), seconds: 60, times: [(2, 3), (5, 6), (45, 47), (52, 53)])
        let playlist = try await film.segments()
        var step = 0
        let reported = await PictureRun.follow(playlist, language: "de", configure: { $0.streaming.bufferGoal = 8 }) {
            engine, _, reported in
            switch step {
            case 0 where reported.begins(at: 5):
                step = 1
                await engine.seek(to: 44)
            case 1 where reported.begins(at: 45):
                #expect(reported.shown(at: 44) == nil)
                #expect(reported.sets.allSatisfy { $0.range.start > 40 })
                step = 2
                await engine.seek(to: 1)
            case 2 where reported.begins(at: 2) && reported.clears(at: 3) && reported.begins(at: 5): return true
            default: break
            }
            return false
        }
        #expect(step == 2)
        #expect(reported.shown(at: 4) == nil)
        #expect(reported.sets.allSatisfy { $0.range.start < 40 })
    }

    @Test("Subtitles end at a discontinuity, and others begin behind it")
    func discontinuity() async throws {
        // The second subtitle of the first film is cleared only after that film's end.
        let first = try await Self.film(seconds: 6, times: [(1, 2), (4, 7.5)])
        let second = try await PictureSubtitleFilm(
            .dvb, seconds: 6,
            tracks: [("eng", PictureRun.boxes(x: 300, times: [(2, 3)])), ("ger", PictureRun.boxes(x: 400, times: [(2, 3)]))])
        let (before, after) = (try entries(try await first.segments()), try entries(try await second.segments()))
        let playlists = try Playlists()
        let playlist = try playlists.write("index.m3u8", head + before + "#EXT-X-DISCONTINUITY\n" + after + "#EXT-X-ENDLIST\n")
        let reported = await PictureRun.follow(playlist, language: "de") { _, _, reported in
            reported.begins(at: 1) && reported.begins(at: 4) && reported.begins(at: 8)
        }
        #expect(reported.shown(at: 1.5)?.x == 100)
        #expect(reported.shown(at: 5)?.x == 100)
        let last = try #require(reported.shown(at: 5))
        #expect(abs(last.range.end - 6) < 0.2)
        #expect(reported.shown(at: 7) == nil)
        #expect(!reported.sets.contains { abs($0.range.start - 7.5) < 0.1 })
        let next = try #require(reported.shown(at: 8.5))
        #expect(next.x == 400)
        #expect(abs(next.range.start - 8) < 0.1)
    }

    @Test("Subtitles stay complete when the quality changes")
    func quality() async throws {
        let film = try await Self.film(size: (320, 240), seconds: 20, times: [(1, 2.5), (4, 6), (9, 11), (13, 14.5), (16, 18)])
        let entries = try entries(try await film.segments())
        let playlists = try Playlists()
        for name in ["low", "high"] { _ = try playlists.write("\(name).m3u8", head + entries + "#EXT-X-ENDLIST\n") }
        let main = try playlists.write(
            "main.m3u8",
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nhigh.m3u8\n")
        var step = 0
        let reported = await PictureRun.follow(main, language: "de") { engine, _, reported in
            switch step {
            case 0 where reported.begins(at: 1):
                step = 1
                await engine.select(.variant(1))
            case 1 where reported.begins(at: 4):
                step = 2
                await engine.select(.variant(0))
            case 2: return [1, 4, 9, 13, 16].allSatisfy(reported.begins) && [2.5, 6, 11, 14.5, 18].allSatisfy(reported.clears)
            default: break
            }
            return false
        }
        for time in [3.0, 7, 12, 15] { #expect(reported.shown(at: time) == nil, "at \(time) s") }
        #expect(reported.sets.count { $0.pictures > 0 } == 5)
    }

    // MARK: Values

    @Test("Segments are read backwards until something is found, for twenty seconds, or to the beginning")
    func lookBackRule() {
        var rule = SegmentLookBack()
        #expect(rule.next() == nil)
        rule.begin(at: 40, clock: 1)
        #expect(rule.next() == 40, "one at a time")
        #expect(rule.next() == nil, "one at a time")
        rule.read(from: 34, isFound: false)
        #expect(rule.next() == 34)
        rule.read(from: 28, isFound: true)
        #expect(rule.next() == nil)
        // Behind a gap, the run goes on.
        rule.begin(at: 50, clock: 1)
        #expect(rule.next() == nil)
        #expect(rule.origin == 40)
        // The first segment had no keyframe.
        rule.begin(at: 38, clock: 1)
        #expect(rule.next() == 38)
        rule.fail()
        #expect(rule.next() == nil)

        var long = SegmentLookBack()
        long.begin(at: 100, clock: 0)
        for time in [94.0, 88, 82] {
            #expect(long.next() != nil)
            long.read(from: time, isFound: false)
        }
        #expect(long.next() == 82)
        long.read(from: 76, isFound: false)
        #expect(long.next() == nil)

        var first = SegmentLookBack()
        first.begin(at: 0, clock: 0)
        #expect(first.next() == nil)
        var odd = SegmentLookBack()
        odd.begin(at: 10, clock: 0)
        _ = odd.next()
        odd.read(from: 10, isFound: false)
        #expect(odd.next() == nil, "a segment that isn't earlier must not be read for ever")
    }

    private func track(_ place: Int, id: Int, _ language: String?, describesSound: Bool = false) -> TextTrack {
        TextTrack(track: place, id: id, coding: .dvbSubtitles, language: language, describesSound: describesSound)
    }

    @Test("Tracks are matched when another variant numbers or orders them differently")
    func matching() {
        var tracks = SegmentSubtitleTracks()
        func found(_ list: TextTrack...) -> [Int?] {
            tracks.beginSegment()
            _ = tracks.find(list)
            return list.map { tracks.index(of: $0.track) }
        }
        #expect(found(track(2, id: 258, "ger"), track(3, id: 259, "eng"), track(4, id: 260, "eng", describesSound: true)) == [0, 1, 2])
        #expect(found(track(1, id: 300, "eng", describesSound: true), track(2, id: 301, "ger"), track(3, id: 302, "eng")) == [2, 0, 1])
        #expect(found(track(2, id: 259, "ger")) == [0])
        #expect(found(track(2, id: 400, nil), track(3, id: 401, "fra")) == [3, 4])
        #expect(tracks.offered.map(\.language) == ["ger", "eng", "eng", nil, "fra"])
        #expect(found(TextTrack(track: 2, id: 258, coding: .presentationGraphics, language: "ger")) == [5])
        for id in 0..<200 { _ = found(track(2, id: 1000 + id, "x\(id)")) }
        #expect(tracks.offered.count == 64)
    }
}
