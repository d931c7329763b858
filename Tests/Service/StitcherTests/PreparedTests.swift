// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

@Suite struct PreparedTests {
    /// Compares both results as a parser reads them: without bit rates, and with the effective IVs.
    private func same(_ content: MediaPlaylist, _ breaks: [(Double, [MediaPlaylist])], snap: PlaylistStitch.Snap = .down) throws {
        let slow = PlaylistStitch(snap: snap).apply(to: content, breaks: breaks.map { .init(at: $0.0, ads: $0.1) }).playlist
        let bytes = PreparedContent(content).stitch(breaks.map { .init(at: $0.0, ads: $0.1.map { PreparedAd($0) }) }, snap: snap)
        let fast = try #require(Playlist.parse(bytes, baseURL: "").playlist?.media, "\(String(decoding: bytes, as: UTF8.self))")
        func view(_ playlist: MediaPlaylist) -> MediaPlaylist {
            var playlist = playlist
            for index in playlist.segments.indices {
                var segment = playlist.segments[index]
                for key in segment.keys.indices where segment.keys[key].keyFormat == Key.identity {
                    segment.keys[key].initializationVector = segment.initializationVector(for: segment.keys[key])
                }
                segment.bitrate = nil
                playlist.segments[index] = segment
            }
            playlist.baseURL = ""
            return playlist
        }
        let expected = try #require(Playlist.parse(slow.write(), baseURL: "").playlist?.media)
        #expect(view(fast) == view(expected))
        #expect(PreparedContent(content).stitch([], snap: snap).count > 20)
    }

    private func content(_ count: Int = 8, tags: String = "", head: String = "#EXT-X-VERSION:6\n", base: String = "http://o/v/l.m3u8")
        throws
        -> MediaPlaylist
    {
        try media(
            head + "#EXT-X-TARGETDURATION:6\n" + tags + (0..<count).map { "#EXTINF:6,\nc\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n",
            base: base)
    }

    @Test(
        "The assembled bytes equal the playlist stitched from values, wherever the breaks are",
        arguments: [0.0, 3, 6, 20, 47, 48, .infinity])
    func places(_ at: Double) throws {
        let ads = [try creative("x", [5, 4]), try creative("y", [7])]
        try same(content(), [(at, ads)])
        try same(content(), [(at, ads), (12, [try creative("z")]), (at, [try creative("w", [1])])], snap: .nearest)
        try same(content(tags: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"), [(at, ads)])
    }

    @Test("3.4 (10) Keys return after ads, and IVs keep following the old sequence numbers")
    func keys() throws {
        try same(
            content(tags: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"),
            [(0, [try creative("x")]), (12, [try creative("y"), try creative("z")])])
        let both = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=0x01\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"d\",KEYFORMAT=\"com.drm\"\n"
        try same(content(tags: both), [(12, [try creative("y")])])
        let keyed = try media(
            "#EXT-X-TARGETDURATION:5\n#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n#EXTINF:5,\na.ts\n#EXT-X-ENDLIST\n", base: "http://ads/k")
        try same(content(), [(12, [keyed, try creative("y")])])
        try same(content(tags: both), [(12, [keyed])])
    }

    @Test("3.4 (11) Initialization sections return after ads, and ads of the other container are left out")
    func maps() throws {
        let mapped = try creative("x", head: "#EXT-X-VERSION:6\n#EXT-X-MAP:URI=\"i.mp4\"\n")
        let fragments = try content(tags: "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"9@1\"\n")
        try same(fragments, [(6, [mapped]), (12, [try creative("y"), mapped])])
        try same(content(), [(6, [mapped]), (12, [try creative("y")])])
        #expect(PreparedContent(fragments).refusal(of: PreparedAd(try creative("y"))) != nil)
        #expect(PreparedContent(try content()).refusal(of: PreparedAd(mapped)) != nil)
    }

    @Test("3.4 (12) Implicit byte ranges are written explicitly, (13) gaps, unknown tags, versions and independence equal those of values")
    func others() throws {
        let ranges = try media(
            "#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXTINF:6,a title\n#EXT-X-BYTERANGE:10@0\nc.ts\n#EXT-X-GAP\n"
                + "#EXT-OWN:1\n#EXTINF:6,\n#EXT-X-BYTERANGE:20\nc.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nd.ts\n#EXT-X-ENDLIST\n",
            base: "http://o/l")
        try same(ranges, [(6, [try creative("x", head: "#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n")])])
        try same(ranges, [(12, [try creative("x")]), (18, [try creative("y")])])
        try same(
            content(head: "#EXT-X-VERSION:6\n#EXT-X-MEDIA-SEQUENCE:40\n#EXT-X-DISCONTINUITY-SEQUENCE:7\n#EXT-X-PLAYLIST-TYPE:VOD\n"),
            [(12, [try creative("x")])])
        let dated =
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"1\",START-DATE=\"2026-01-01T00:00:06Z\",SCTE35-OUT=0xFC00\n"
        try same(content(tags: dated), [(12, [try creative("x")])])
        let bare = String(
            decoding: PreparedContent(try content(tags: dated + "#EXT-X-CUE-OUT:30\n"), keepsMarkers: false).stitch([]), as: UTF8.self)
        #expect(!bare.contains("SCTE35"))
        #expect(!bare.contains("CUE-OUT"))
    }

    @Test("Ads without a duration or end are left out, and the target duration can be reserved")
    func refused() throws {
        let endless = try media("#EXT-X-TARGETDURATION:5\n#EXTINF:5,\na.ts\n", base: "http://ads/e")
        let empty = try media("#EXT-X-TARGETDURATION:5\n#EXT-X-ENDLIST\n", base: "http://ads/z")
        try same(content(), [(6, [endless, empty])])
        let bytes = PreparedContent(try content()).stitch([], targetDuration: 12)
        #expect(Playlist.parse(bytes).playlist?.media?.targetDuration == 12)
    }

    @Test("A long playlist with eight breaks is the same both ways")
    func long() throws {
        try same(content(1200), try (0..<8).map { (Double($0) * 900, [try creative("x\($0)", [6, 6, 6, 6, 6])]) })
    }
}
