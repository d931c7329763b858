// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxDASH

@Suite("DASH manifests that deviate from the standard")
struct DASHLeniencyTests {
    private let start = 1_769_860_800.0
    private let timeline =
        "<SegmentTemplate media=\"$Time$\"><SegmentTimeline><S t=\"100\" d=\"4\" r=\"4\"/></SegmentTimeline></SegmentTemplate>"

    private func manifest(_ attributes: String, _ content: String = "<Period/>") throws -> DASHManifest {
        try DASHManifest.read(ManifestText.mpd(attributes, content), url: ManifestText.url)
    }

    // MARK: The type

    @Test(
        "The type is read in any case, and a manifest of an unknown type is live if it is updated",
        arguments: [
            ("type=\"dynamic\"", true), ("type=\" Dynamic \"", true), ("type=\"Live\"", true), ("type=\"static\"", false), ("", false),
            ("type=\"OnDemand\"", false), ("type=\"event\" minimumUpdatePeriod=\"PT2S\"", true), ("type=\"event\"", false),
            ("type=\"static\" minimumUpdatePeriod=\"PT2S\"", false),
        ])
    func types(attributes: String, isDynamic: Bool) throws {
        let manifest = try manifest(attributes + " mediaPresentationDuration=\"PT20S\"")
        #expect(manifest.isDynamic == isDynamic)
        if !isDynamic { #expect(manifest.minimumUpdatePeriod == nil) }
    }

    @Test("Without an availability start time, a live timeline is played as listed, undated and until it is static")
    func noStart() throws {
        let head = "type=\"dynamic\" minimumUpdatePeriod=\"PT4S\" timeShiftBufferDepth=\"PT8S\""
        var presentation = try ManifestText.presentation(ManifestText.video(timeline, period: "id=\"p\" start=\"PT0S\"", mpd: head))
        let playlist = try presentation.playlist(of: 0, indexes: [:], now: start)
        #expect(playlist.segments.count == 5)
        #expect(playlist.segments.allSatisfy { $0.programDateTime == nil })
        #expect(!playlist.isEndList)
        let longer = timeline.replacing("t=\"100\"", with: "t=\"108\"")
        try presentation.update(
            DASHManifest.read(ManifestText.video(longer, period: "id=\"p\" start=\"PT0S\"", mpd: head), url: ManifestText.url))
        #expect(try presentation.playlist(of: 0, indexes: [:], now: start + 8).mediaSequence == 2)
        // The duration of an event that goes on does not end it.
        let long = ManifestText.video(timeline, period: "start=\"PT0S\"", mpd: head + " mediaPresentationDuration=\"PT200S\"")
        #expect(try !ManifestText.playlist(long, now: start).isEndList)
        let last = ManifestText.video(timeline, period: "start=\"PT0S\"", mpd: "type=\"dynamic\" mediaPresentationDuration=\"PT120S\"")
        #expect(try ManifestText.playlist(last, now: start).isEndList)
    }

    // MARK: Values

    @Test(
        "Durations of ISO 8601 are read",
        arguments: [
            ("P0Y0M0DT0H3M30.000S", 210.0), ("PT1,5S", 1.5), ("pt5s", 5), ("P1W", 604_800), ("PT.5S", 0.5), ("PT5.S", 5),
            ("PT0H1M0.133S", 60.133), ("P1DT", 86_400), ("PT1.5H", 5400), ("PT99999999999999999999S", 1e20),
        ])
    func durations(text: String, seconds: Double) throws {
        #expect(try manifest("mediaPresentationDuration=\"\(text)\"").duration == seconds)
    }

    @Test("Advice that can't be read is ignored")
    func advice() throws {
        let manifest = try manifest(
            "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\" timeShiftBufferDepth=\"30\" suggestedPresentationDelay=\"soon\""
        )
        #expect(manifest.timeShiftBufferDepth == nil)
        #expect(
            try self.manifest("suggestedPresentationDelay=\"-PT0S\" mediaPresentationDuration=\"PT1S\"").distance.suggested == 0)
        #expect(manifest.distance.suggested == nil)
    }

    @Test("Descriptions that can't be read don't make the media unplayable")
    func descriptions() throws {
        let bytes = ManifestText.mpd(
            "mediaPresentationDuration=\"PT20S\"",
            "<Period><AdaptationSet mimeType=\"video/mp4\" width=\"640\"><SegmentTemplate media=\"$Bandwidth$-$Number$\" duration=\"4\"/>"
                + "<Representation id=\"a\" bandwidth=\"fast\" width=\"99999999999999999999\" height=\"360\" frameRate=\"1/0\"/>"
                + "<Representation id=\"b\" bandwidth=\"5000000000\" height=\"-1\" audioSamplingRate=\"x\"/></AdaptationSet></Period>")
        let presentation = try ManifestText.presentation(bytes)
        let representations = presentation.tracks.map(\.representation)
        #expect(representations.map(\.bandwidth) == [0, 5_000_000_000])
        #expect(representations.map(\.size) == [PixelSize(width: 640, height: 360), nil])
        #expect(presentation.multivariant.variants.count == 2)
        #expect(try ManifestText.playlist(bytes, track: 1).segments.first?.uri.url.hasSuffix("/5000000000-1") == true)
    }

    @Test("A manifest in UTF-16 is recognized and read, with and without a byte order mark", arguments: [true, false], [true, false])
    func wide(isBigEndian: Bool, isMarked: Bool) throws {
        let text = String(
            decoding: ManifestText.video("<BaseURL>ä&#x20AC;/</BaseURL><SegmentTemplate media=\"$Number$\" duration=\"4\"/>"), as: UTF8.self
        )
        .replacing("<?xml version=\"1.0\"?>\n", with: "")
        var bytes: [UInt8] = []
        for unit in (isMarked ? "\u{FEFF}" + text : text).utf16 {
            let pair = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
            bytes += isBigEndian ? pair : pair.reversed()
        }
        #expect(DASHManifest.isManifest(bytes.prefix(100)))
        #expect(try ManifestText.playlist(bytes).segments.first?.uri.url.hasSuffix("ä€/1") == true)
    }

    @Test("Character references in attributes and text are resolved")
    func references() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video("<BaseURL>a&#x2F;b&#47;</BaseURL><SegmentTemplate media=\"$Number$.m4s?x=1&amp;y=&#x32;\" duration=\"4\"/>"))
        #expect(playlist.segments.first?.uri.url == "https://cdn.example.com/show/a/b/1.m4s?x=1&y=2")
    }

    @Test(
        "Absurd numbers end in an error or a bounded playlist, never in a crash",
        arguments: [
            "timescale=\"0\" duration=\"1\"", "timescale=\"4294967295\" duration=\"4611686018427387904\"",
            "duration=\"9223372036854775808\"", "duration=\"4611686018427387904\" startNumber=\"4611686018427387904\"",
            "duration=\"1\" startNumber=\"-1\"", "duration=\"1\" startNumber=\"4611686018427387904\" endNumber=\"0\"",
            "duration=\"1\" endNumber=\"4611686018427387904\"", "duration=\"2\" presentationTimeOffset=\"2305843009213693952\"",
            "duration=\"2\" presentationTimeOffset=\"-2305843009213693952\" eptDelta=\"-2305843009213693952\"",
            "duration=\"2\" eptDelta=\"2305843009213693952\"", "duration=\"2\" availabilityTimeOffset=\"-1e300\"",
            "duration=\"2\" availabilityTimeOffset=\"1e300\"", "duration=\"2\" k=\"1000\"",
        ])
    func absurd(attributes: String) {
        for media in ["$Number$", "$Time$", "$Number$.$SubNumber$"] {
            for head in [
                "mediaPresentationDuration=\"PT20S\"", "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\"",
                "type=\"dynamic\"",
                "mediaPresentationDuration=\"PT99999999999999999999999S\"",
            ] {
                for period in ["", "start=\"PT0S\"", "start=\"PT99999999999999999999999S\""] {
                    let bytes = ManifestText.video("<SegmentTemplate media=\"\(media)\" \(attributes)/>", period: period, mpd: head)
                    let playlist = try? ManifestText.playlist(bytes, now: start)
                    #expect(playlist?.segments.count ?? 0 <= 200_000)
                    for segment in playlist?.segments ?? [] where !(segment.duration >= 0 && segment.duration.isFinite) {
                        Issue.record("a duration of \(segment.duration)")
                    }
                }
            }
        }
    }

    @Test(
        "Absurd runs end in an error or a bounded playlist, never in a crash",
        arguments: [
            "<S t=\"4611686018427387904\" d=\"1\" r=\"1000000000\"/>", "<S t=\"0\" d=\"4611686018427387904\" r=\"-1\"/>",
            "<S t=\"0\" d=\"1\" r=\"1000000000\" k=\"1000\"/>", "<S n=\"4611686018427387904\" d=\"1\" r=\"4611686018427387904\"/>",
            "<S t=\"10\" d=\"4\"/><S t=\"0\" d=\"4\" r=\"-1\"/><S t=\"5\" d=\"1\"/>", "<S d=\"1\" r=\"-2\"/>",
        ])
    func absurdRuns(runs: String) {
        for media in ["$Number$", "$Time$.$SubNumber$"] {
            for head in ["mediaPresentationDuration=\"PT20S\"", "type=\"dynamic\"", "type=\"static\""] {
                let bytes = ManifestText.video(
                    "<SegmentTemplate media=\"\(media)\"><SegmentTimeline>\(runs)</SegmentTimeline></SegmentTemplate>", mpd: head)
                #expect((try? ManifestText.playlist(bytes, now: start))?.segments.count ?? 0 <= 200_000)
            }
        }
    }
}
