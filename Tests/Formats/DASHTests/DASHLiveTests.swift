// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Playlists of a live DASH manifest")
struct DASHLiveTests {
    private let head = "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\""
    private let start = 1_769_860_800.0
    private let template = "<SegmentTemplate media=\"$Number$\" duration=\"4\""

    private func numbers(_ playlist: MediaPlaylist) -> [Int] {
        playlist.segments.map { Int($0.uri.url.split(separator: "/").last ?? "") ?? -1 }
    }

    private func timeline(_ first: Int, _ count: Int, more: String = "") -> [UInt8] {
        ManifestText.video(
            "<SegmentTemplate media=\"$Time$\" timescale=\"1\"><SegmentTimeline><S t=\"\(first)\" d=\"4\" r=\"\(count - 1)\"/></SegmentTimeline>"
                + "</SegmentTemplate>", period: "id=\"p\" start=\"PT0S\"", mpd: head + " minimumUpdatePeriod=\"PT4S\" " + more)
    }

    @Test("The clock determines the complete segments in the window, with dates and the author's delay")
    func clock() throws {
        let bytes = ManifestText.video(
            template + "/>", period: "start=\"PT0S\"", mpd: head + " timeShiftBufferDepth=\"PT20S\" suggestedPresentationDelay=\"PT9S\"")
        var presentation = try ManifestText.presentation(bytes)
        let first = try presentation.playlist(of: 0, indexes: [:], now: start + 101)
        #expect(numbers(first) == [21, 22, 23, 24, 25])
        #expect(!first.isEndList)
        #expect(first.serverControl.holdBack == 9)
        #expect(first.segments.first?.programDateTime == start + 80)
        let later = try presentation.playlist(of: 0, indexes: [:], now: start + 109)
        #expect(numbers(later) == [23, 24, 25, 26, 27])
        #expect(later.mediaSequence == first.mediaSequence + 2)
    }

    @Test("The hold-back is never shorter than the delay with which segments are announced")
    func holdBack() throws {
        let delay = "suggestedPresentationDelay=\"PT2S\""
        let numbers = ManifestText.video(template + "/>", period: "start=\"PT0S\"", mpd: head + " " + delay)
        #expect(try ManifestText.playlist(numbers, now: start + 101).serverControl.holdBack == 8)
        #expect(try ManifestText.playlist(timeline(80, 5, more: delay), now: start + 101).serverControl.holdBack == 12)
    }

    @Test("The latency that a ServiceDescription asks for comes before the suggested delay")
    func targetLatency() throws {
        func holdBack(_ description: String, _ more: String = "") throws -> Double? {
            let bytes = String(
                decoding: ManifestText.video(
                    template + more + "/>", period: "start=\"PT0S\"", mpd: head + " suggestedPresentationDelay=\"PT20S\""), as: UTF8.self)
            return try ManifestText.playlist(Array(bytes.replacing("<Period", with: description + "<Period").utf8), now: start + 101)
                .serverControl.holdBack
        }
        func description(_ latency: String, scope: String = "") -> String {
            "<ServiceDescription id=\"0\">\(scope)<Latency \(latency)/><PlaybackRate min=\"0.96\" max=\"1.04\"/></ServiceDescription>"
        }
        #expect(try holdBack(description("target=\"12000\" min=\"2000\"")) == 12)
        // Segments that are listed early reach beyond the present.
        #expect(try holdBack(description("target=\"12000\""), " availabilityTimeOffset=\"3\" availabilityTimeComplete=\"false\"") == 15)
        #expect(try holdBack(description("target=\"12000\""), " availabilityTimeOffset=\"INF\"") == 12)
        // Never closer to the edge than two segments.
        #expect(try holdBack(description("target=\"500\"")) == 8)
        for other in ["", "min=\"2000\"", "target=\"-5\"", "target=\"x\"", "target=\"1e12\""] {
            #expect(try holdBack(description(other)) == 20)
        }
        #expect(try holdBack(description("target=\"12000\"", scope: "<Scope schemeIdUri=\"urn:other\"/>")) == 20)
    }

    @Test(
        "The rates that a ServiceDescription allows for catching up reach the session",
        arguments: [
            ("min=\"0.96\" max=\"1.04\"", 0.96, 1.04), ("max=\"1.1\"", nil, 1.1), ("min=\"1.5\" max=\"0\"", nil, nil), ("", nil, nil),
            ("min=\"x\" max=\"INF\"", nil, nil),
        ] as [(String, Double?, Double?)])
    func rates(attributes: String, slowest: Double?, fastest: Double?) throws {
        let bytes = String(decoding: ManifestText.video(template + "/>", period: "start=\"PT0S\"", mpd: head), as: UTF8.self)
        let description = "<ServiceDescription id=\"0\"><PlaybackRate \(attributes)/></ServiceDescription>"
        let playlist = try ManifestText.playlist(Array(bytes.replacing("<Period", with: description + "<Period").utf8), now: start + 101)
        let read = try #require(try Playlist.parse(playlist.write(), baseURL: ManifestText.url).get().media)
        #expect(CatchUpRates(of: read)?.slowest == slowest)
        #expect(CatchUpRates(of: read)?.fastest == fastest)
    }

    @Test("Segments may be requested before they are complete if the manifest allows")
    func early() throws {
        let bytes = ManifestText.video(
            template + " availabilityTimeOffset=\"3\"/>", period: "start=\"PT0S\"", mpd: head + " timeShiftBufferDepth=\"PT8S\"")
        #expect(try numbers(ManifestText.playlist(bytes, now: start + 101)).last == 26)
    }

    @Test("Segments keep their numbers across manifest versions")
    func numbering() throws {
        var presentation = try ManifestText.presentation(timeline(100, 5))
        #expect(try presentation.playlist(of: 0, indexes: [:], now: start + 120).mediaSequence == 0)
        try presentation.update(DASHManifest.read(timeline(108, 5), url: ManifestText.url))
        let second = try presentation.playlist(of: 0, indexes: [:], now: start + 128)
        #expect(second.mediaSequence == 2)
        // An outdated copy from a cache changes nothing.
        try presentation.update(DASHManifest.read(timeline(100, 5), url: ManifestText.url))
        let old = try presentation.playlist(of: 0, indexes: [:], now: start + 128)
        #expect(old.mediaSequence == 2)
        #expect(numbers(old) == [108, 112, 116])
        // The segments in between were never requested.
        try presentation.update(DASHManifest.read(timeline(160, 5), url: ManifestText.url))
        #expect(try presentation.playlist(of: 0, indexes: [:], now: start + 180).mediaSequence == 5)
    }

    @Test("The playlist ends when the manifest becomes static or its duration has passed")
    func end() throws {
        var presentation = try ManifestText.presentation(timeline(100, 5))
        _ = try presentation.playlist(of: 0, indexes: [:], now: start + 120)
        let whole = String(decoding: timeline(0, 31, more: "mediaPresentationDuration=\"PT124S\""), as: UTF8.self)
        try presentation.update(
            DASHManifest.read(Array(whole.replacing("dynamic", with: "static").utf8), url: ManifestText.url))
        let ended = try presentation.playlist(of: 0, indexes: [:], now: start + 200)
        #expect(ended.isEndList)
        #expect(ended.mediaSequence == 0)
        #expect(numbers(ended) == [100, 104, 108, 112, 116, 120])
        let timed = ManifestText.video(
            template + "/>", period: "start=\"PT0S\"", mpd: head + " timeShiftBufferDepth=\"PT20S\" mediaPresentationDuration=\"PT50S\"")
        #expect(try !ManifestText.playlist(timed, now: start + 49).isEndList)
        let last = try ManifestText.playlist(timed, now: start + 51)
        #expect(last.isEndList)
        #expect(last.segments.last?.duration == 2)
    }

    @Test("An endless stream since 1970 lists only its newest segments")
    func endless() throws {
        let bytes = ManifestText.video(
            template + "/>", period: "start=\"PT0S\"", mpd: "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\"")
        let playlist = try ManifestText.playlist(bytes, now: start)
        #expect(playlist.segments.count == 10_000)
        #expect(numbers(playlist).last == Int(start / 4))
        #expect(playlist.segments.last?.programDateTime == start - 4)
    }

    @Test("Periods have numbers that later versions keep")
    func periods() throws {
        func live(_ periods: [Int]) -> [UInt8] {
            ManifestText.mpd(
                head + " minimumUpdatePeriod=\"PT2S\" timeShiftBufferDepth=\"PT30S\"",
                periods.map {
                    "<Period id=\"\($0)\" start=\"PT\($0 * 20)S\"><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">"
                        + "<SegmentTemplate media=\"\($0)-$Number$\" duration=\"5\"/><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
                }.joined())
        }
        var presentation = try ManifestText.presentation(live([0, 1]))
        let first = try presentation.playlist(of: 0, indexes: [:], now: start + 31)
        #expect(first.segments.map { $0.isDiscontinuity } == [false, false, false, false, true, false])
        try presentation.update(DASHManifest.read(live([1, 2]), url: ManifestText.url))
        let second = try presentation.playlist(of: 0, indexes: [:], now: start + 61)
        #expect(second.discontinuitySequence == 1)
        let read = try #require(Playlist.parse(second.write(), baseURL: second.baseURL).playlist?.media)
        #expect(Set(read.segments.map(\.discontinuitySequence)) == [1, 2])
        #expect(second.mediaSequence == 6)
    }

    @Test(
        "With early availability, numbers and open timelines extend up to the present",
        arguments: [
            "<SegmentTemplate media=\"$Number$\" duration=\"4\" startNumber=\"0\" availabilityTimeOffset=\"INF\"/>",
            "<SegmentTemplate media=\"$Number$\" startNumber=\"0\" availabilityTimeOffset=\"INF\"><SegmentTimeline><S t=\"0\" d=\"4\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>",
        ])
    func early(segments: String) throws {
        let bytes = ManifestText.video(segments, period: "start=\"PT0S\"", mpd: head + " timeShiftBufferDepth=\"PT20S\"")
        #expect(numbers(try ManifestText.playlist(bytes, now: start + 101)) == [20, 21, 22, 23, 24])
    }

    @Test(
        "A period's only segment is listed once it is complete",
        arguments: [
            "<SegmentList><SegmentURL media=\"1\"/></SegmentList>", "<SegmentTemplate media=\"1\"/>", "<BaseURL>1</BaseURL>",
        ], [0, 2])
    func only(segments: String, early: Int) throws {
        let bytes = ManifestText.mpd(
            head + " minimumUpdatePeriod=\"PT4S\"",
            "<BaseURL availabilityTimeOffset=\"\(early)\">./</BaseURL><Period start=\"PT0S\" duration=\"PT10S\">"
                + "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><Representation id=\"v\" bandwidth=\"9\">\(segments)"
                + "</Representation></AdaptationSet></Period>")
        #expect(try ManifestText.playlist(bytes, now: start + 9 - Double(early)).segments.isEmpty)
        #expect(try numbers(ManifestText.playlist(bytes, now: start + 10 - Double(early))) == [1])
    }

    @Test("An older version of the manifest is ignored")
    func published() throws {
        func live(_ first: Int, _ published: Int) -> [UInt8] { timeline(first, 4, more: "publishTime=\"2026-01-31T12:00:0\(published)Z\"") }
        var presentation = try ManifestText.presentation(live(8, 5))
        try presentation.update(DASHManifest.read(live(0, 4), url: ManifestText.url))
        #expect(numbers(try presentation.playlist(of: 0, indexes: [:], now: start + 60)) == [8, 12, 16, 20])
        try presentation.update(DASHManifest.read(live(12, 6), url: ManifestText.url))
        #expect(numbers(try presentation.playlist(of: 0, indexes: [:], now: start + 60)) == [12, 16, 20, 24])
    }

    @Test("Of thousands of periods, only the newest segments up to the window's limit are listed")
    func manyPeriods() throws {
        let periods = (0..<4000).map {
            "<Period id=\"\($0)\" start=\"PT\($0 * 100)S\"><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">"
                + "<SegmentTemplate media=\"\($0)/$Number$\" duration=\"1\"/><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
        }
        let bytes = ManifestText.mpd(head + " minimumUpdatePeriod=\"PT2S\"", periods.joined())
        var presentation = try ManifestText.presentation(bytes)
        let playlist = try presentation.playlist(of: 0, indexes: [:], now: start + 400_000)
        #expect(playlist.segments.count == 10_000)
        #expect(playlist.segments.last?.uri.url.hasSuffix("/3999/100") == true)
        // A later one continues the numbering.
        let later = try presentation.playlist(of: 0, indexes: [:], now: start + 400_000)
        #expect(later.mediaSequence == playlist.mediaSequence)
    }

    @Test("Numbering continues when an encoder restarts with the same names")
    func restart() throws {
        func manifest(_ start: String, _ count: Int) -> [UInt8] {
            ManifestText.video(
                "<SegmentTemplate media=\"$Number$\" timescale=\"1\"><SegmentTimeline><S t=\"0\" d=\"4\" r=\"\(count - 1)\"/></SegmentTimeline>"
                    + "</SegmentTemplate>", period: "id=\"0\" start=\"PT0S\"",
                mpd: "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:\(start)Z\" minimumUpdatePeriod=\"PT4S\"")
        }
        var presentation = try ManifestText.presentation(manifest("00:00", 5))
        let first = try presentation.playlist(of: 0, indexes: [:], now: start + 20)
        try presentation.update(DASHManifest.read(manifest("00:25", 1), url: ManifestText.url))
        let second = try presentation.playlist(of: 0, indexes: [:], now: start + 29)
        #expect(second.mediaSequence == first.nextSequence)
        #expect(numbers(second) == [1])
        #expect(second.segments.first?.discontinuitySequence == first.segments.first.map { $0.discontinuitySequence + 1 })
        #expect(second.segments.first?.programDateTime == start + 25)
        try presentation.update(DASHManifest.read(manifest("00:25", 3), url: ManifestText.url))
        let third = try presentation.playlist(of: 0, indexes: [:], now: start + 37)
        #expect(third.mediaSequence == second.mediaSequence)
        #expect(numbers(third) == [1, 2, 3])
    }

    @Test("A period that moves with the start time is not taken for a restart")
    func movedStart() throws {
        func manifest(_ start: String, _ period: Int) -> [UInt8] {
            ManifestText.video(
                "<SegmentTemplate media=\"$Number$\" timescale=\"1\"><SegmentTimeline><S t=\"0\" d=\"4\" r=\"4\"/></SegmentTimeline>"
                    + "</SegmentTemplate>", period: "id=\"0\" start=\"PT\(period)S\"",
                mpd: "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:\(start)Z\" minimumUpdatePeriod=\"PT4S\"")
        }
        var presentation = try ManifestText.presentation(manifest("00:00", 25))
        let first = try presentation.playlist(of: 0, indexes: [:], now: start + 50)
        try presentation.update(DASHManifest.read(manifest("00:05", 20), url: ManifestText.url))
        let second = try presentation.playlist(of: 0, indexes: [:], now: start + 50)
        #expect(second.segments.first?.discontinuitySequence == first.segments.first?.discontinuitySequence)
    }
}
