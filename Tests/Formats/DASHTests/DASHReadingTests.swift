// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxDASH

@Suite("Reading a DASH manifest")
struct DASHReadingTests {
    private func reading(_ bytes: [UInt8]) -> DASHError? {
        do throws(DASHError) {
            _ = try DASHManifest.read(bytes, url: ManifestText.url)
            return nil
        } catch { return error }
    }

    @Test("Timing attributes are read")
    func head() throws {
        let manifest = try DASHManifest.read(
            ManifestText.mpd(
                "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00+01:00\" minimumUpdatePeriod=\"PT2S\" "
                    + "timeShiftBufferDepth=\"PT1H2M3.5S\" suggestedPresentationDelay=\"PT6S\"",
                "<Location>live.mpd</Location><UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"/time\"/>"
                    + "<Period id=\"a\" start=\"PT0S\"/>"), url: ManifestText.url)
        #expect(manifest.isDynamic)
        #expect(manifest.availabilityStart == 1_769_857_200)
        #expect(manifest.minimumUpdatePeriod == 2)
        #expect(manifest.timeShiftBufferDepth == 3723.5)
        #expect(manifest.distance.suggested == 6)
        #expect(manifest.locations.map(\.url) == ["https://cdn.example.com/show/live.mpd"])
        #expect(manifest.clocks == [DASHDescriptor(scheme: "urn:mpeg:dash:utc:http-iso:2014", value: "/time")])
        #expect(manifest.periods.map(\.key) == ["#a"])
    }

    @Test("Offsets may be negative, and whole numbers may have a fraction of zeros")
    func looseNumbers() throws {
        let early = ManifestText.video(
            "<SegmentTemplate media=\"$Number$\" timescale=\"10\" presentationTimeOffset=\"-15\" duration=\"40.0\"/>")
        #expect(try ManifestText.playlist(early).segments.map(\.duration) == [4, 4, 4, 4, 4])
        let listed = ManifestText.video(
            "<SegmentTemplate media=\"$Time$\" timescale=\"10\" presentationTimeOffset=\"-15\"><SegmentTimeline><S t=\"0\" d=\"50\" r=\"2\"/>"
                + "</SegmentTimeline></SegmentTemplate>", period: "duration=\"PT20S\"")
        let segments = try ManifestText.playlist(listed).segments
        #expect(segments.filter { !$0.isGap }.map(\.uri.text).map { $0.split(separator: "/").last } == ["0", "50", "100"])
        #expect(reading(ManifestText.video("<SegmentTemplate media=\"$Number$\" duration=\"4.5\"/>"))?.code == .value)
        #expect(reading(ManifestText.video("<SegmentTemplate media=\"$Number$\" duration=\"4.\"/>")) == nil)
    }

    @Test("A live presentation without a period has not begun")
    func notBegun() throws {
        let bytes = ManifestText.mpd("type=\"dynamic\" availabilityStartTime=\"2026-01-01T00:00:00Z\"", "")
        let error = #expect(throws: DASHError.self) { try ManifestText.presentation(bytes) }
        #expect(error?.message == "no period has begun yet")
        #expect(error?.remedy.hasPrefix("try again") == true)
    }

    @Test("Starts and ends of periods are derived from each other")
    func periods() throws {
        let manifest = try DASHManifest.read(
            ManifestText.mpd(
                "mediaPresentationDuration=\"PT60S\"",
                "<Period duration=\"PT10S\"/><Period duration=\"PT5S\"/><Period start=\"PT20S\"/><Period start=\"PT30S\"/>"),
            url: ManifestText.url)
        #expect(manifest.periods.map(\.start) == [0, 10, 20, 30])
        #expect(manifest.periods.map(\.end) == [10, 20, 30, 60])
    }

    @Test("BaseURLs combine at every level, and inner attributes override outer ones")
    func inheritance() throws {
        let manifest = try DASHManifest.read(
            ManifestText.mpd(
                "mediaPresentationDuration=\"PT4S\"",
                """
                <BaseURL>https://media.example.com/a/</BaseURL>
                <Period><BaseURL>b/</BaseURL><SegmentTemplate timescale="10" startNumber="7" initialization="$RepresentationID$.i"/>
                <AdaptationSet mimeType="video/mp4" codecs="avc1.64001f"><BaseURL>c/</BaseURL><SegmentTemplate duration="20"/>
                <Representation id="x" bandwidth="5"><BaseURL>d/</BaseURL><SegmentTemplate media="$Bandwidth$-$Number%03d$.s"/></Representation>
                </AdaptationSet></Period>
                """), url: ManifestText.url)
        let period = try #require(manifest.periods.first)
        let segments = try #require(period.sets.first?.representations.first?.segments)
        #expect(segments.initialization?.url == "https://media.example.com/a/b/c/d/x.i")
        let timedSegments = try segments.timedSegments(in: .init(period: period, limit: 10, keepsNewest: false))
        #expect(
            timedSegments.map(\.location.url) == ["https://media.example.com/a/b/c/d/5-007.s", "https://media.example.com/a/b/c/d/5-008.s"])
        #expect(timedSegments.map(\.start) == [0, 2])
    }

    @Test(
        "Availability time offsets of BaseURLs at all levels and the innermost segment information add up",
        arguments: [("3", 9.5), ("-1", 5.5), ("INF", .infinity)])
    func availabilityTimeOffset(innermost: String, sum: Double) throws {
        let manifest = try DASHManifest.read(
            ManifestText.mpd(
                "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\"",
                """
                <BaseURL availabilityTimeOffset="0.5">a/</BaseURL><Period start="PT0S"><BaseURL availabilityTimeOffset="1">b/</BaseURL>
                <AdaptationSet mimeType="video/mp4" codecs="avc1.64001f"><BaseURL availabilityTimeOffset="2">c/</BaseURL>
                <SegmentTemplate media="$Number$" duration="4" availabilityTimeOffset="20"/><Representation id="x" bandwidth="5">
                <BaseURL availabilityTimeOffset="3">d/</BaseURL><SegmentTemplate availabilityTimeOffset="\(innermost)"/></Representation>
                </AdaptationSet></Period>
                """), url: ManifestText.url)
        #expect(manifest.periods.first?.sets.first?.representations.first?.segments.availabilityTimeOffset == sum)
    }

    @Test("Unplayable parts are omitted: remote periods, unknown essential properties, text in unknown formats")
    func leftOut() throws {
        let set = "<Representation id=\"a\" bandwidth=\"1\"/></AdaptationSet>"
        let manifest = try DASHManifest.read(
            ManifestText.mpd(
                "mediaPresentationDuration=\"PT4S\"",
                """
                <Period xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://ads.example.com/" duration="PT1S"/>
                <Period start="PT0S"><AdaptationSet mimeType="video/mp4"><EssentialProperty schemeIdUri="urn:unknown" value="1"/>\(set)
                <AdaptationSet mimeType="application/x-unknown" contentType="text">\(set)
                <AdaptationSet mimeType="video/mp4" codecs="avc1.64001f">\(set)</Period>
                """), url: ManifestText.url)
        #expect(manifest.periods.count == 1)
        #expect(manifest.periods.first?.sets.map(\.kind) == [.video])
    }

    @Test(
        "A manifest is recognized by its first element",
        arguments: [
            ("<?xml version=\"1.0\"?><!-- <MPD is a word --> <MPD>", true), ("<mpd:MPD xmlns:mpd=\"x\">", true), ("<MPDX>", false),
            ("<html><MPD>", false), ("<VAST version=\"4\">", false), ("", false),
        ])
    func sniffed(text: String, isManifest: Bool) {
        #expect(DASHManifest.isManifest(Array(text.utf8)) == isManifest)
    }

    @Test("Queries for segments are added to the URLs of segments, indexes and initialization sections")
    func queries() throws {
        // The manifest's own URL ends with ?token=1.
        func urls(_ info: String, _ segments: String, property: String = "EssentialProperty", scheme: String = "2014") throws -> [String] {
            let content =
                "<\(property) schemeIdUri=\"urn:mpeg:dash:urlparam:\(scheme)\">\(info)</\(property)>\(segments)"
            let manifest = try DASHManifest.read(ManifestText.video(content), url: ManifestText.url)
            guard let found = manifest.periods.first?.sets.first?.representations.first?.segments else { return [] }
            let timedSegments = try found.timedSegments(
                in: .init(period: manifest.periods[0], start: 0, available: .infinity, limit: 2, keepsNewest: false))
            let all =
                (found.initialization.map { [$0.url] } ?? []) + (found.index.map { [$0.url] } ?? []) + timedSegments.map(\.location.url)
            return all.map { String($0.dropFirst("https://cdn.example.com/show/".count)) }
        }
        let template = "<SegmentTemplate media=\"$Number$.m4s\" initialization=\"i.mp4\" duration=\"10\"/>"
        let passed = "<UrlQueryInfo queryTemplate=\"$querypart$\" useMPDUrlQuery=\"true\"/>"
        #expect(try urls(passed, template) == ["i.mp4?token=1", "1.m4s?token=1", "2.m4s?token=1"])
        let named = "<UrlQueryInfo queryTemplate=\"t=$query:token$&amp;c=$$1$query:none$\" useMPDUrlQuery=\"true\"/>"
        #expect(try urls(named, template).first == "i.mp4?t=1&c=$1")
        let own = "<ExtUrlQueryInfo queryString=\"a=b\" useMPDUrlQuery=\"1\" includeInRequests=\"mpd segment\"/>"
        #expect(try urls(own, template, property: "SupplementalProperty", scheme: "2016").first == "i.mp4?token=1&a=b")
        let list = "<SegmentList duration=\"10\"><SegmentURL media=\"a.m4s?x=1\"/><SegmentURL media=\"b.m4s\"/></SegmentList>"
        #expect(try urls(passed, list) == ["a.m4s?x=1&token=1", "b.m4s?token=1"])
        #expect(try urls("<ExtUrlQueryInfo queryString=\"a=b\" includeInRequests=\"mpd\"/>", template).first == "i.mp4")
        // What can't be followed makes the set unplayable if it is essential, and is ignored otherwise.
        for odd in [
            "", "<UrlQueryInfo queryTemplate=\"$header:x$\"/>", "<UrlQueryInfo queryTemplate=\"$open\"/>",
            "<UrlQueryInfo queryString=\"a&#10;b\"/>", "<UrlQueryInfo queryString=\"\(String(repeating: "a", count: 5000))\"/>",
        ] {
            #expect(try urls(odd, template) == [], "\(odd.prefix(60))")
            #expect(try urls(odd, template, property: "SupplementalProperty").first == "i.mp4")
        }
    }

    // MARK: Omissions

    private static let good =
        "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$Number$\" duration=\"2\"/>"
        + "<Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet>"

    private func bad(_ attributes: String) -> String {
        "<AdaptationSet \(attributes)><SegmentTemplate media=\"$Numbre$\" duration=\"2\"/><Representation id=\"b\"/></AdaptationSet>"
    }

    private let boxedText = "contentType=\"text\" mimeType=\"application/mp4\" codecs=\"stpp\""

    @Test("An unreadable secondary set is omitted")
    func badSide() throws {
        for side in [boxedText, "mimeType=\"text/vtt\"", "mimeType=\"image/jpeg\"", "mimeType=\"video/mp4\" codecs=\"avc1.42c01e\""] {
            let bytes = ManifestText.mpd("mediaPresentationDuration=\"PT4S\"", "<Period>\(bad(side))\(Self.good)</Period>")
            #expect(try DASHManifest.read(bytes, url: ManifestText.url).periods.first?.sets.map(\.kind) == [.video])
        }
    }

    @Test("An unreadable set is an error if it is the only video or audio, or if all sets are text")
    func badMain() {
        for sets in [
            bad("mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\"") + Self.good, bad("contentType=\"audio\"") + Self.good,
            bad("mimeType=\"video/mp4\""), bad(boxedText),
        ] {
            let fault = reading(ManifestText.mpd("mediaPresentationDuration=\"PT4S\"", "<Period>\(sets)</Period>"))
            #expect(fault?.message.contains("$Numbre$") == true)
        }
    }

    // MARK: Values

    @Test(
        "Dolby channel masks count channels, of which some bits are pairs",
        arguments: [
            ("F801", 6), ("FA01", 8), ("F821", 8), ("F841", 8), ("F811", 8), ("FC01", 8), ("F805", 8), ("F901", 7), ("F881", 7),
            ("F809", 7), ("F803", 7), ("A000", 2), ("4000", 1),
        ])
    func dolbyChannels(mask: String, count: Int) throws {
        let bytes = ManifestText.video(
            "<AudioChannelConfiguration schemeIdUri=\"tag:dolby.com,2014:dash:audio_channel_configuration:2011\" value=\"\(mask)\"/>")
        let manifest = try DASHManifest.read(bytes, url: ManifestText.url)
        #expect(manifest.periods.first?.sets.first?.representations.first?.channels == count)
    }

    @Test("Spaces around numbers, times and ranges are allowed as in XML Schema")
    func spaces() throws {
        let bytes = ManifestText.mpd(
            "type=\"dynamic\" availabilityStartTime=\" 2026-01-31T12:00:00Z&#10;\" mediaPresentationDuration=\"&#9;PT10S \"",
            "<BaseURL availabilityTimeOffset=\" 2.5 \">a/</BaseURL><Period start=\" PT0S\"><AdaptationSet mimeType=\"video/mp4\">"
                + "<Representation id=\"a\" bandwidth=\" 7\" width=\" 64 \" height=\"36\"><SegmentTemplate media=\"$Time$\" timescale=\"1000 \">"
                + "<SegmentTimeline><S t=\" 0\" d=\"2000 \" r=\"&#13;4\"/></SegmentTimeline></SegmentTemplate></Representation>"
                + "<Representation id=\"b\"><SegmentBase indexRange=\" 10-19 \"/></Representation></AdaptationSet></Period>")
        let manifest = try DASHManifest.read(bytes, url: ManifestText.url)
        #expect(manifest.availabilityStart == 1_769_860_800)
        #expect(manifest.duration == 10)
        let representations = try #require(manifest.periods.first?.sets.first?.representations)
        #expect(representations.first?.bandwidth == 7)
        #expect(representations.first?.size?.width == 64)
        #expect(representations.first?.segments.availabilityTimeOffset == 2.5)
        #expect(representations.first?.segments.timeline == [.init(time: 0, duration: 2000, repeats: 4)])
        #expect(representations.last?.segments.index?.range == ByteRange(length: 10, offset: 10))
    }

    // MARK: Errors

    @Test("A truncated manifest is refused")
    func truncated() {
        let bytes = ManifestText.video("<SegmentTemplate media=\"$Number$.m4s\" duration=\"2\"/>")
        for count in stride(from: 0, to: bytes.count - 8, by: 7) {
            let fault = reading(Array(bytes.prefix(count)))
            #expect(fault?.code == .notWellFormed || fault?.code == .notAManifest, "after \(count) bytes: \(fault?.description ?? "read")")
        }
    }

    @Test(
        "An invalid value is reported with line, element and remedy",
        arguments: [
            ("duration=\"0\"", "SegmentTemplate"), ("duration=\"-4\"", "SegmentTemplate"),
            ("timescale=\"0\" duration=\"2\"", "SegmentTemplate"),
            ("duration=\"99999999999999999999\"", "SegmentTemplate"), ("duration=\"2\" startNumber=\"x\"", "SegmentTemplate"),
        ])
    func values(attributes: String, location: String) throws {
        let fault = try #require(reading(ManifestText.video("<SegmentTemplate media=\"$Number$.m4s\" \(attributes)/>")))
        #expect(fault.code == .value)
        #expect(fault.location == location)
        #expect(fault.line == 3)
        #expect(fault.remedy.contains("give a whole number"))
    }

    @Test(
        "Templates that can't be filled in are refused",
        arguments: [
            "$Numbre$.m4s", "$Number.m4s", "$Number%d$.m4s", "$Number%099d$.m4s", "$Time%05x$", "$SubNumber%x$.m4s",
        ])
    func templates(media: String) throws {
        let fault = try #require(reading(ManifestText.video("<SegmentTemplate media=\"\(media)\" duration=\"2\"/>")))
        #expect(fault.code == .value)
        #expect(!fault.remedy.isEmpty)
    }

    @Test("Invalid durations are refused", arguments: ["PT", "P", "-PT5S", "5", "PT5", "PT1X", "PTNaNS", "PT1e999S"])
    func durations(text: String) {
        #expect(reading(ManifestText.mpd("mediaPresentationDuration=\"\(text)\"", "<Period/>"))?.code == .value)
    }

    @Test("Entities are never resolved, and nesting is bounded")
    func hostile() {
        let bomb =
            "<!DOCTYPE MPD [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>"
            + "<MPD mediaPresentationDuration=\"PT2S\"><Period><BaseURL>&b;&c;</BaseURL></Period></MPD>"
        let manifest = try? DASHManifest.read(Array(bomb.utf8), url: ManifestText.url)
        #expect(manifest?.periods.first?.sets.isEmpty ?? true)
        let deep = "<MPD>" + String(repeating: "<Period>", count: 10_000) + String(repeating: "</Period>", count: 10_000) + "</MPD>"
        #expect(reading(Array(deep.utf8))?.code == .limit)
    }

    @Test("Other documents are refused", arguments: ["", "#EXTM3U", "<html></html>", "<SmoothStreamingMedia/>", "{}"])
    func others(text: String) {
        let code = reading(Array(text.utf8))?.code
        #expect(code == .notAManifest || code == .notWellFormed)
    }

    private func shared(_ segments: String, representations: Int) -> [UInt8] {
        let all = (0..<representations).map { "<Representation id=\"\($0)\"/>" }.joined()
        return ManifestText.mpd(
            "mediaPresentationDuration=\"PT4S\"",
            "<Period><AdaptationSet mimeType=\"video/mp4\">\(segments)\(all)</AdaptationSet></Period>")
    }

    @Test("A timeline shared by many representations is stored once")
    func sharedTimeline() throws {
        let timeline = "<SegmentTemplate media=\"$Number$\"><SegmentTimeline><S d=\"1\"/><S d=\"2\"/></SegmentTimeline></SegmentTemplate>"
        let manifest = try DASHManifest.read(shared(timeline, representations: 3), url: ManifestText.url)
        let representations = try #require(manifest.periods.first?.sets.first?.representations)
        let timelines = representations.compactMap(\.segments.timeline)
        #expect(timelines.map(\.count) == [2, 2, 2])
        let addresses = Set(timelines.map { runs in runs.withUnsafeBufferPointer { $0.baseAddress } })
        #expect(addresses.count == 1)
    }

    @Test("A list multiplied by too many representations is refused")
    func multipliedList() {
        let list = "<SegmentList duration=\"1\">" + String(repeating: "<SegmentURL/>", count: 10_000) + "</SegmentList>"
        #expect(reading(shared(list, representations: 2)) == nil)
        #expect(reading(shared(list, representations: 101))?.code == .limit)
    }

    @Test("Thousands of periods are read in bounded memory, and more are refused")
    func manyPeriods() throws {
        func periods(_ count: Int) -> [UInt8] {
            ManifestText.mpd("", String(repeating: "<Period duration=\"PT1S\"/>", count: count))
        }
        #expect(try DASHManifest.read(periods(10_000), url: ManifestText.url).periods.count == 10_000)
        #expect(reading(periods(30_000))?.code == .limit)
    }
}
