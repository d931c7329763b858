// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite("Media of segments that is not presented") struct SegmentTrimTests {
    @Test("A trim survives writing and reading, and other tags stay")
    func roundTrip() throws {
        for trim in [SegmentTrim(lead: 1.234567), SegmentTrim(lead: 0.5, cutsEnd: true), SegmentTrim(cutsEnd: true), nil] {
            var playlist = MediaPlaylist(targetDuration: 4, baseURL: "https://example.com/")
            var segment = MediaSegment(uri: URIReference("a.mp4", base: "https://example.com/"), duration: 4)
            segment.unknownTags = [UnknownTag(name: "EXT-X-OTHER", value: "1")]
            trim?.add(to: &segment)
            playlist.segments.append(segment)
            let read = try #require(Playlist.parse(playlist.write(), baseURL: "https://example.com/").get().media?.segments.first)
            #expect(SegmentTrim(of: read) == trim)
            #expect(read.unknownTags.first?.name == "EXT-X-OTHER")
        }
    }

    @Test("Malformed tags are ignored", arguments: ["", "x", "-1", "1,2", "1,END,END", "99999999999999", "1.5", ",END", "+"])
    func malformed(value: String) {
        var segment = MediaSegment(uri: URIReference("a.mp4", base: ""), duration: 4)
        segment.unknownTags = [UnknownTag(name: "EXT-X-WINDOWBOX-TRIM", value: value)]
        #expect(SegmentTrim(of: segment) == nil)
    }
}
