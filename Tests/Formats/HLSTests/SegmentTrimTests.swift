// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite("Media of segments that is not presented") struct SegmentTrimTests {
    @Test("A trim survives writing and reading, and other tags stay")
    func roundTrip() throws {
        let media = SegmentTrim.MediaSpan(start: -1.5, duration: 4)
        let trims = [
            SegmentTrim(lead: 1.234567), SegmentTrim(lead: 0.5, cutsEnd: true), SegmentTrim(cutsEnd: true), SegmentTrim(media: media),
            SegmentTrim(lead: 2, cutsEnd: true, media: media), SegmentTrim(clock: -1.25),
            SegmentTrim(lead: 2, cutsEnd: true, media: media, clock: 0.5), nil,
        ]
        for trim in trims {
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

    @Test("A segment is as late as its media says, unless that is the media of another segment")
    func delay() {
        let trim = SegmentTrim(media: .init(start: 10, duration: 4))
        #expect(trim.delay(ofFirst: 9) == -1)
        #expect(trim.delay(ofFirst: 12.5) == 2.5)
        #expect(trim.delay(ofFirst: 14) == 0)
        #expect(trim.delay(ofFirst: 0) == 0)
        #expect(SegmentTrim(lead: 1).delay(ofFirst: 9) == 0)
    }

    @Test(
        "Malformed tags are ignored",
        arguments: [
            "", "x", "-1", "1,2", "1,END,END", "99999999999999", "1.5", ",END", "+", "1,END,", "1,2:", "1,2:0", "1,:2", "1,2:3:4",
            "1,2:3,2:3",
            "1,2:3,END", "1,2:99999999999999999", "1,CLOCK", "1,CLOCK:", "1,CLOCK:0", "1,CLOCK:x", "1,CLOCK:1,CLOCK:1", "1,CLOCK:1,END",
            "1,CLOCK:1,2:3", "1,CLOCK:99999999999999999",
        ])
    func malformed(value: String) {
        var segment = MediaSegment(uri: URIReference("a.mp4", base: ""), duration: 4)
        segment.unknownTags = [UnknownTag(name: "EXT-X-WINDOWBOX-TRIM", value: value)]
        #expect(SegmentTrim(of: segment) == nil)
    }
}
