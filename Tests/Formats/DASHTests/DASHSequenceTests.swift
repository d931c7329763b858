// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Segment sequences and patterns of a DASH timeline")
struct DASHSequenceTests {
    private let head = "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\""
    private let start = 1_769_860_800.0

    private func names(_ playlist: MediaPlaylist) -> [String] {
        playlist.segments.map { $0.isGap ? "gap" : String($0.uri.url.split(separator: "/").last ?? "") }
    }

    private func code(_ segments: String, _ attributes: String = "mediaPresentationDuration=\"PT20S\"") -> DASHError.Code? {
        do {
            _ = try ManifestText.playlist(ManifestText.video(segments, mpd: attributes))
            return nil
        } catch { return (error as? DASHError)?.code }
    }

    private func timeline(_ content: String, media: String = "$Time$", more: String = "") throws -> MediaPlaylist {
        try ManifestText.playlist(
            ManifestText.video(
                "<SegmentTemplate media=\"\(media)\" \(more)><SegmentTimeline>\(content)</SegmentTimeline></SegmentTemplate>"))
    }

    // MARK: Sequences

    @Test("Segments of a timeline that are published in parts are listed part by part")
    func timelineParts() throws {
        let playlist = try timeline("<S t=\"0\" d=\"4\" k=\"2\" r=\"1\"/><S d=\"4\"/>", media: "$Number$-$Time$-$SubNumber%02d$")
        #expect(names(playlist).prefix(5) == ["1-0-00", "1-0-01", "2-4-00", "2-4-01", "3-8-00"])
        #expect(playlist.segments.prefix(5).map(\.duration) == [2, 2, 2, 2, 4])
    }

    @Test("Segments of equal duration that are published in parts become available part by part")
    func equalParts() throws {
        let bytes = ManifestText.video(
            "<SegmentTemplate media=\"$Number$.$SubNumber$\" duration=\"4\" k=\"4\" startNumber=\"0\"/>", period: "start=\"PT0S\"",
            mpd: head + " timeShiftBufferDepth=\"PT5S\"")
        let playlist = try ManifestText.playlist(bytes, now: start + 102.5)
        #expect(names(playlist) == ["24.1", "24.2", "24.3", "25.0", "25.1"])
        #expect(playlist.segments.map(\.duration) == [1, 1, 1, 1, 1])
        let presentation = try ManifestText.presentation(bytes)
        #expect(!presentation.multivariant.isIndependentSegments)
    }

    @Test("Without a name for parts, segments are listed whole", arguments: ["$Number$", "$Time$"])
    func wholeSequences(media: String) throws {
        #expect(try timeline("<S t=\"0\" d=\"10\" k=\"5\" r=\"1\"/>", media: media).segments.count == 2)
        let equal = ManifestText.video("<SegmentTemplate media=\"\(media)\" duration=\"10\" k=\"5\"/>")
        #expect(try ManifestText.playlist(equal).segments.count == 2)
        #expect(try ManifestText.presentation(equal).multivariant.isIndependentSegments)
    }

    @Test("A number of parts must be from 1 to 1000", arguments: ["0", "-1", "1001", "9223372036854775807", "x"])
    func partCounts(text: String) {
        #expect(
            code(
                "<SegmentTemplate media=\"$Time$.$SubNumber$\"><SegmentTimeline><S d=\"4\" k=\"\(text)\"/></SegmentTimeline></SegmentTemplate>"
            ) == .value)
    }

    @Test("Too many parts are refused")
    func manyParts() {
        let runs = "<SegmentTimeline><S d=\"1\" k=\"1000\" r=\"1000\"/></SegmentTimeline>"
        #expect(
            code("<SegmentTemplate media=\"$Time$.$SubNumber$\" timescale=\"100\">\(runs)</SegmentTemplate>") == .limit)
        #expect(code("<SegmentTemplate media=\"$Number$.$SubNumber$\" duration=\"1\" timescale=\"100\" k=\"1000\"/>") == .limit)
    }

    // MARK: Numbers

    @Test("A run may state the number of its first segment, and endNumber ends all runs")
    func numbers() throws {
        let content = "<S t=\"0\" d=\"4\" n=\"7\"/><S d=\"4\"/><S d=\"4\" n=\"20\" r=\"1\"/>"
        #expect(names(try timeline(content, media: "$Number$")).prefix(4) == ["7", "8", "20", "21"])
        #expect(names(try timeline(content, media: "$Number$", more: "endNumber=\"20\"")) == ["7", "8", "20", "gap", "gap"])
    }

    @Test("A property may state the last number of a set or a representation", arguments: [true, false])
    func lastNumber(isOfSet: Bool) throws {
        let property = "<SupplementalProperty schemeIdUri=\"http://dashif.org/guidelines/last-segment-number\" value=\"3\"/>"
        let bytes = ManifestText.mpd(
            "mediaPresentationDuration=\"PT20S\"",
            "<Period><AdaptationSet mimeType=\"video/mp4\">\(isOfSet ? property : "")<SegmentTemplate media=\"$Number$\" duration=\"4\"/>"
                + "<Representation id=\"v\" bandwidth=\"1\">\(isOfSet ? "" : property)</Representation></AdaptationSet></Period>")
        #expect(names(try ManifestText.playlist(bytes)) == ["1", "2", "3", "gap", "gap"])
    }

    // MARK: Patterns

    private let pattern = "<Pattern id=\"1\"><P d=\"3\" r=\"1\"/><P d=\"2\"/></Pattern>"

    @Test("Durations follow a pattern, from the entry that a run states")
    func patterns() throws {
        let playlist = try timeline(pattern + "<S t=\"0\" p=\"1\" pE=\"1\" r=\"4\"/><S d=\"4\"/>")
        #expect(playlist.segments.map(\.duration) == [3, 2, 3, 3, 2, 4, 3])
        #expect(names(playlist) == ["0", "3", "5", "8", "11", "13", "gap"])
        let filled = try timeline(pattern + "<S t=\"0\" p=\"1\" r=\"-1\"/><S t=\"8\" d=\"12\"/>")
        #expect(filled.segments.map(\.duration) == [3, 3, 2, 12])
        // Without the pattern, a run needs a duration of its own.
        #expect(try timeline(pattern + "<S d=\"10\" p=\"2\" r=\"1\"/>").segments.count == 2)
    }

    @Test("Patterns have parts and numbers, too")
    func patternParts() throws {
        let playlist = try timeline(pattern + "<S t=\"0\" n=\"5\" k=\"2\" p=\"1\" r=\"2\"/>", media: "$Number$.$SubNumber$")
        #expect(names(playlist).prefix(6) == ["5.0", "5.1", "6.0", "6.1", "7.0", "7.1"])
        #expect(playlist.segments.prefix(6).map(\.duration) == [1.5, 1.5, 1.5, 1.5, 1, 1])
    }

    @Test(
        "Absurd patterns are refused",
        arguments: [
            ("<Pattern id=\"1\"><P d=\"0\"/></Pattern><S p=\"1\"/>", DASHError.Code.value),
            ("<Pattern id=\"1\"><P/></Pattern><S p=\"1\"/>", .missing), ("<Pattern id=\"1\"/><S p=\"1\"/>", .missing),
            ("<Pattern id=\"1\"><P d=\"1\" r=\"10000\"/></Pattern><S p=\"1\"/>", .limit),
            ("<Pattern id=\"1\"><P d=\"1\"/><P d=\"1\"/></Pattern><S p=\"1\" r=\"4611686018427387904\"/>", .limit),
            ("<Pattern id=\"1\"><P d=\"1\"/><P d=\"2\"/></Pattern><S p=\"1\" r=\"4611686018427387904\"/>", .limit),
            ("<Pattern id=\"1\"><P d=\"1\"/></Pattern><S p=\"1\" r=\"-1\"/>", .unsupported),
        ])
    func absurdPatterns(content: String, expected: DASHError.Code) {
        #expect(
            code("<SegmentTemplate media=\"$Time$\"><SegmentTimeline>\(content)</SegmentTimeline></SegmentTemplate>") == expected)
    }

    @Test("A pattern whose times reach beyond what can be counted ends there")
    func farPattern() {
        let far = "<Pattern id=\"1\"><P d=\"4611686018427387904\"/></Pattern><S t=\"4611686018427387904\" p=\"1\" r=\"9\"/>"
        #expect(code("<SegmentTemplate media=\"$Time$\"><SegmentTimeline>\(far)</SegmentTimeline></SegmentTemplate>") == .missing)
    }
}
