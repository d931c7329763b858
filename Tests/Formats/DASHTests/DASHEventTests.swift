// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxDASH

@Suite("DASH events and remote elements")
struct DASHEventTests {
    private static let set =
        "<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$Number$\" duration=\"4\"/>"
        + "<Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet>"

    private func read(_ content: String, remotes: [String: String] = [:]) throws -> DASHManifest {
        try DASHManifest.read(
            ManifestText.mpd("mediaPresentationDuration=\"PT20S\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"", content),
            url: ManifestText.url, remotes: remotes.mapValues { Array($0.utf8) })
    }

    @Test("Events have their time on the stream's clock and their message as text, markup or bytes")
    func events() throws {
        let manifest = try read(
            "<Period start=\"PT5S\"><EventStream schemeIdUri=\"urn:x\" timescale=\"1000\" presentationTimeOffset=\"500\">"
                + "<Event presentationTime=\"4500\" duration=\"250\" id=\"7\">late</Event><Event presentationTime=\"1500\"><a b=\"c\"/></Event>"
                + "<Event messageData=\"AQI=\" contentEncoding=\"base64\"/><Event presentationTime=\"soon\"/></EventStream>\(Self.set)</Period>"
        )
        let events = try #require(manifest.periods.first?.events)
        #expect(events.map(\.start) == [4.5, 6, 9])
        #expect(events.map(\.duration) == [nil, nil, 0.25])
        #expect(events.map(\.id) == [0, 0, 7])
        #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["\u{1}\u{2}", "<a b=\"c\"/>", "late"])
    }

    @Test("Events are attached to each segment that they overlap")
    func segments() throws {
        let manifest = try read(
            "<Period><EventStream schemeIdUri=\"urn:x\"><Event presentationTime=\"3\" duration=\"3\"/><Event presentationTime=\"17\"/></EventStream>"
                + "\(Self.set)</Period>")
        var presentation = try DASHPresentation(manifest, address: ManifestText.url)
        let playlist = try presentation.playlist(of: 0, indexes: [:], now: 0)
        let times = playlist.segments.map { presentation.events(at: $0.uri.url, $0.byteRange).map(\.time) }
        func after(_ seconds: Double) -> EventMessage.Time { .afterSegmentStart(MediaTime(seconds: seconds, timescale: 90_000)) }
        #expect(times == [[after(3)], [after(-1)], [], [], [after(1)]])
    }

    @Test("The number of events is bounded")
    func bound() throws {
        let many = String(repeating: "<Event/>", count: 3000)
        let manifest = try read("<Period><EventStream schemeIdUri=\"urn:x\">\(many)</EventStream>\(Self.set)</Period>")
        #expect(manifest.periods.first?.events.count == 1000)
    }

    @Test("Remote elements are listed, then inserted, but their own references are not followed")
    func remotes() throws {
        let content =
            "<Period xlink:href=\"p.xml\"/><Period duration=\"PT8S\"><AdaptationSet xlink:href=\"s.xml\"/><EventStream xlink:href=\"e.xml\"/></Period>"
        let folder = "https://cdn.example.com/show/"
        let first = try read(content)
        #expect(first.remotes == ["p.xml", "s.xml", "e.xml"].map { folder + $0 })
        let manifest = try read(
            content,
            remotes: [
                folder + "p.xml":
                    "<?xml version=\"1.0\"?><Period id=\"a\" duration=\"PT4S\">\(Self.set)</Period><Period id=\"b\" duration=\"PT4S\">\(Self.set)</Period>"
                    + "<Period xlink:href=\"loop.xml\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"/>",
                folder + "s.xml": Self.set, folder + "e.xml": "<EventStream schemeIdUri=\"urn:x\"><Event/></EventStream>",
            ])
        #expect(manifest.remotes.isEmpty)
        #expect(manifest.periods.map(\.start) == [0, 4, 8])
        #expect(manifest.periods.map(\.id) == ["a", "b", nil])
        #expect(manifest.periods.map(\.events.count) == [0, 0, 1])
    }

    @Test("An unavailable remote element leaves its fallback content, or nothing")
    func absent() throws {
        let manifest = try read(
            "<Period xlink:href=\"p.xml\" id=\"own\">\(Self.set)</Period><Period xlink:href=\"q.xml\"/><Period xlink:href=\"urn:mpeg:dash:resolve-to-zero:2013\">\(Self.set)</Period>"
        )
        #expect(manifest.periods.map(\.id) == ["own"])
        let broken = try read(
            "<Period xlink:href=\"p.xml\" id=\"own\">\(Self.set)</Period>", remotes: ["https://cdn.example.com/show/p.xml": "<Period"])
        #expect(broken.periods.map(\.id) == ["own"])
    }
}
