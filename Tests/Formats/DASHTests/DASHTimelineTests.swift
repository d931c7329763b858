// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxDASH

@Suite("Bounds of a DASH timeline")
struct DASHTimelineTests {
    private let live = "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\" minimumUpdatePeriod=\"PT2S\""
    private let tenSeconds = "type=\"static\" mediaPresentationDuration=\"PT10.0S\""

    private func template(_ runs: String, _ attributes: String = "timescale=\"100\"") -> String {
        "<SegmentTemplate media=\"$Number$\" \(attributes)><SegmentTimeline>\(runs)</SegmentTimeline></SegmentTemplate>"
    }

    private func timedSegments(_ runs: String, limit: Int = 100, keepsNewest: Bool = false) throws -> [DASHTimedSegment] {
        let manifest = try DASHManifest.read(
            ManifestText.video(template(runs, "timescale=\"1\""), period: "duration=\"PT100S\""), url: ManifestText.url)
        let period = try #require(manifest.periods.first)
        let segments = try #require(period.sets.first?.representations.first?.segments)
        return try segments.timedSegments(in: .init(period: period, limit: limit, keepsNewest: keepsNewest))
    }

    private func numbers(_ timedSegments: [DASHTimedSegment]) -> [Int] {
        timedSegments.map { Int($0.location.url.split(separator: "/").last ?? "") ?? -1 }
    }

    // MARK: Bounds

    @Test("Segment numbers that overflow yield no segments, from the first number or a late one", arguments: [1, 1 << 62])
    func overflow(startNumber: Int) throws {
        let runs = String(repeating: "<S t=\"0\" d=\"1\" r=\"4611686018427387904\"/>", count: 9300)
        let bytes = ManifestText.video(
            template(runs, "timescale=\"4294967295\" startNumber=\"\(startNumber)\""), period: "start=\"PT0S\"",
            mpd: live + " timeShiftBufferDepth=\"PT0S\"")
        #expect(try ManifestText.playlist(bytes, now: 1_800_000_000).segments.isEmpty)
    }

    @Test("A timeline that returns to its start thousands of times is bounded", .timeLimit(.minutes(1)))
    func backwards() throws {
        let runs = String(repeating: "<S t=\"0\" d=\"1\" r=\"4611686018427387904\"/>", count: 3000)
        let bytes = ManifestText.video(template(runs, "timescale=\"1000\""), period: "start=\"PT0S\"", mpd: live)
        #expect(try ManifestText.playlist(bytes, now: 1_800_000_000).segments.count <= 10_000)
    }

    @Test("Each time is listed once, and the numbers continue")
    func again() throws {
        let timedSegments = try timedSegments(
            "<S t=\"0\" d=\"4\" r=\"1\"/><S t=\"0\" d=\"4\" r=\"4\"/><S t=\"2\" d=\"4\"/><S t=\"19\" d=\"4\"/>")
        #expect(timedSegments.map(\.start) == [0, 4, 8, 12, 16, 19])
        #expect(numbers(timedSegments) == [1, 2, 5, 6, 7, 9])
    }

    @Test("If only the newest segments are kept, they count from the end over several runs")
    func newest() throws {
        let runs = "<S t=\"0\" d=\"4\" r=\"9\"/><S d=\"2\" r=\"2\"/><S d=\"1\" r=\"1\"/>"
        let newest = try timedSegments(runs, limit: 7, keepsNewest: true)
        #expect(numbers(newest) == [9, 10, 11, 12, 13, 14, 15])
        #expect(newest.map(\.start) == [32, 36, 40, 42, 44, 46, 47])
        #expect(throws: DASHError.self) { try timedSegments(runs, limit: 14) }
        #expect(try timedSegments(runs, limit: 15).count == 15)
    }

    // MARK: Ends

    @Test("Segments that reach beyond their period are counted up to its bounds, so that later periods stay where they are")
    func bounds() throws {
        let early = template("<S t=\"850\" d=\"200\" r=\"4\"/>", "timescale=\"100\" presentationTimeOffset=\"1000\"")
        let event =
            "<EventStream schemeIdUri=\"urn:x\" timescale=\"10\" presentationTimeOffset=\"100\"><Event presentationTime=\"103\" id=\"7\"/></EventStream>"
        func period(_ segments: String, _ more: String = "") -> String {
            "<Period duration=\"PT8S\">\(more)<AdaptationSet mimeType=\"audio/mp4\">\(segments)<Representation id=\"a\" bandwidth=\"1\"/>"
                + "</AdaptationSet></Period>"
        }
        let late = template("<S t=\"0\" d=\"190\" r=\"4\"/>")
        let bytes = ManifestText.mpd("", period(late) + period(early, event) + period(late))
        var presentation = try ManifestText.presentation(bytes)
        let segments = try presentation.playlist(of: 0, indexes: [:], now: 0).segments
        #expect(segments.filter(\.isDiscontinuity).map { ($0.start * 100).rounded() / 100 } == [8, 16])
        #expect(
            segments.map { ($0.duration * 100).rounded() / 100 } == [1.9, 1.9, 1.9, 1.9, 0.4, 0.5, 2, 2, 2, 1.5, 1.9, 1.9, 1.9, 1.9, 0.4])
        #expect(SegmentTrim(of: segments[4]) == SegmentTrim(cutsEnd: true))
        #expect(SegmentTrim(of: segments[5]) == SegmentTrim(lead: 1.5))
        #expect(SegmentTrim(of: segments[9]) == SegmentTrim(cutsEnd: true))
        #expect(segments.filter { SegmentTrim(of: $0) != nil }.count == 3)
        // An event's time counts from the first sample, 1.5 s before the period.
        let message = try #require(presentation.events(at: segments[5].uri.url, nil).first)
        #expect(message.time == .afterSegmentStart(MediaTime(seconds: 1.8, timescale: 90_000)))
    }

    @Test(
        "Sets whose offsets differ have clocks of their own, unless they only begin with a whole frame or the media show it",
        arguments: [(150, 0.5), (50, -0.5), (102, 0), (700, 0), (100, 0)])
    func clocks(offset: Int, clock: Double) throws {
        func set(_ kind: String, _ offset: Int) -> String {
            "<AdaptationSet mimeType=\"\(kind)/mp4\">"
                + template("<S t=\"\(offset)\" d=\"200\" r=\"3\"/>", "timescale=\"100\" presentationTimeOffset=\"\(offset)\"")
                + "<Representation id=\"\(kind)\" bandwidth=\"1\"/></AdaptationSet>"
        }
        let bytes = ManifestText.mpd("mediaPresentationDuration=\"PT8S\"", "<Period>\(set("video", 100))\(set("audio", offset))</Period>")
        var presentation = try ManifestText.presentation(bytes)
        let video = try presentation.playlist(of: 0, indexes: [:], now: 0).segments
        #expect(video.count == 4)
        #expect(video.allSatisfy { SegmentTrim(of: $0) == nil })
        let audio = try presentation.playlist(of: 1, indexes: [:], now: 0).segments
        #expect(audio.map { SegmentTrim(of: $0)?.clock ?? 0 } == [clock, clock, clock, clock])
    }

    @Test("A segment in the middle of which one period ends and the next begins is listed once")
    func divided() throws {
        func period(_ attributes: String, _ offset: Int) -> String {
            "<Period \(attributes)><AdaptationSet mimeType=\"video/mp4\">"
                + template("<S t=\"0\" d=\"200\" r=\"2\"/>", "timescale=\"100\" presentationTimeOffset=\"\(offset)\"")
                + "<Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
        }
        let bytes = ManifestText.mpd("", period("duration=\"PT3S\"", 0) + period("duration=\"PT3S\"", 300))
        let segments = try ManifestText.playlist(bytes).segments
        #expect(segments.map(\.duration) == [2, 2, 2])
        #expect(segments.map(\.isDiscontinuity) == [false, false, true])
    }

    @Test("Segments after a badly rounded or video-only duration are kept")
    func rounded() throws {
        let pictures = try ManifestText.playlist(
            ManifestText.video(template("<S t=\"0\" d=\"200\" r=\"4\"/><S d=\"4\"/>"), period: "start=\"PT0.0S\"", mpd: tenSeconds))
        #expect(pictures.segments.map(\.duration) == [2, 2, 2, 2, 2, 0.04])
        let sound = try ManifestText.playlist(
            ManifestText.video(template("<S t=\"0\" d=\"200\" r=\"5\"/><S d=\"2\"/>"), period: "start=\"PT0.0S\"", mpd: tenSeconds))
        #expect(sound.segments.map(\.duration) == [2, 2, 2, 2, 2, 2, 0.02])
    }

    @Test("Segments after the period's stated end or the next period's start are dropped")
    func stated() throws {
        let runs = template("<S t=\"0\" d=\"200\" r=\"6\"/>")
        let stated = ManifestText.video(runs, period: "duration=\"PT10S\"", mpd: tenSeconds)
        #expect(try ManifestText.playlist(stated).segments.count == 5)
        let next = String(decoding: ManifestText.video(runs, mpd: tenSeconds), as: UTF8.self)
            .replacing("</Period>", with: "</Period><Period start=\"PT6S\"/>")
        #expect(try ManifestText.playlist(Array(next.utf8)).segments.filter { !$0.isGap }.count == 3)
    }

    @Test("A list of segments of equal duration is also kept beyond the duration")
    func list() throws {
        let urls = (1...7).map { "<SegmentURL media=\"\($0)\"/>" }.joined()
        let playlist = try ManifestText.playlist(
            ManifestText.video("<SegmentList timescale=\"1\" duration=\"2\">\(urls)</SegmentList>", mpd: tenSeconds))
        #expect(playlist.segments.count == 7)
        #expect(playlist.segments.dropLast().allSatisfy { $0.duration == 2 })
    }

    @Test("The index of a file is also kept beyond the duration")
    func index() throws {
        let bytes = ManifestText.video("<SegmentBase indexRange=\"700-799\"/>", mpd: tenSeconds)
        var index = DASHSegmentIndex()
        for (entry, duration) in [4.0, 6, 2, 0.02].enumerated() {
            let start = index.entries.last.map { $0.start + $0.duration } ?? 0
            index.entries.append(.init(start: start, duration: duration, range: ByteRange(length: 10, offset: 800 + 10 * entry)))
        }
        var presentation = try ManifestText.presentation(bytes)
        let location = try #require(presentation.indexes(of: 0).first)
        #expect(try presentation.playlist(of: 0, indexes: [location: index], now: 0).segments.map(\.duration) == [4, 6, 2, 0.02])
    }

    // MARK: Segments of equal duration inside of which a period begins

    private func numbered(_ attributes: String, _ period: String = "", mpd: String = "type=\"static\"") throws -> [MediaSegment] {
        let template = "<SegmentTemplate media=\"$Number$\" timescale=\"100\" duration=\"200\" \(attributes)/>"
        return Array(try ManifestText.playlist(ManifestText.video(template, period: period, mpd: mpd)).segments)
    }

    @Test("The first segment of equal duration begins before its period if the manifest says so")
    func statedDelta() throws {
        let segments = try numbered("presentationTimeOffset=\"1050\" startNumber=\"6\" eptDelta=\"-50\"", "duration=\"PT5.5S\"")
        #expect(segments.map { $0.uri.url.split(separator: "/").last.map(String.init) } == ["6", "7", "8"])
        #expect(segments.map(\.duration) == [1.5, 2, 2])
        #expect(SegmentTrim(of: segments[0]) == SegmentTrim(lead: 0.5, media: .init(start: 10, duration: 2)))
        #expect(SegmentTrim(of: segments[1]) == SegmentTrim(media: .init(start: 12, duration: 2)))
        let late = try numbered("presentationTimeOffset=\"1000\" eptDelta=\"100\"", "duration=\"PT5S\"")
        #expect(late.map(\.duration) == [2, 2])
        let end = try numbered("eptDelta=\"-1\"", "duration=\"PT4S\"")
        #expect(end.map { ($0.duration * 100).rounded() } == [199, 200, 2])
    }

    @Test("Otherwise the number of the segment and the offset of the period say it", arguments: [5, 6])
    func supposedDelta(number: Int) throws {
        let segments = try numbered("presentationTimeOffset=\"1050\" startNumber=\"\(number)\"", "duration=\"PT5.5S\"")
        #expect(segments.map(\.duration) == [1.5, 2, 2])
        #expect(SegmentTrim(of: segments[0]) == SegmentTrim(lead: 0.5, media: .init(start: 10, duration: 2)))
    }

    @Test(
        "If they don't, the segments are listed from the period's start, and the media decides",
        arguments: ["presentationTimeOffset=\"1050\" startNumber=\"1\"", "presentationTimeOffset=\"1050\" startNumber=\"7\""])
    func unknownDelta(attributes: String) throws {
        let segments = try numbered(attributes, "duration=\"PT5.5S\"")
        #expect(segments.map(\.duration) == [2, 2, 1.5])
        #expect(SegmentTrim(of: segments[1]) == SegmentTrim(media: .init(start: 12.5, duration: 2)))
    }

    @Test(
        "Periods that begin with a segment are exact",
        arguments: ["", "presentationTimeOffset=\"1000\" startNumber=\"6\"", "presentationTimeOffset=\"1000\" startNumber=\"1\""])
    func exact(attributes: String) throws {
        let segments = try numbered(attributes, "duration=\"PT5.5S\"")
        #expect(segments.map(\.duration) == [2, 2, 1.5])
        #expect(segments.allSatisfy { SegmentTrim(of: $0) == nil })
    }

    @Test("A segment of equal duration in the middle of which one period ends and the next begins is listed once")
    func dividedByNumber() throws {
        func period(_ attributes: String, _ offset: Int, _ number: Int) -> String {
            "<Period \(attributes)><AdaptationSet mimeType=\"video/mp4\"><SegmentTemplate media=\"$Number$\" timescale=\"100\" "
                + "duration=\"200\" presentationTimeOffset=\"\(offset)\" startNumber=\"\(number)\"/>"
                + "<Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
        }
        let bytes = ManifestText.mpd("type=\"static\"", period("duration=\"PT5S\"", 0, 1) + period("duration=\"PT3S\"", 500, 3))
        let segments = try ManifestText.playlist(bytes).segments
        #expect(segments.map(\.duration) == [2, 2, 2, 2])
        #expect(segments.map(\.isDiscontinuity) == [false, false, false, true])
    }
}
