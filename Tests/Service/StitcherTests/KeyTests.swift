// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

/// The keys with which a player decrypts each segment, before and after stitching.
@Suite struct KeyTests {
    /// A rotation, two formats at once, and an unencrypted span.
    private static let tags = [
        "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n", "", "#EXT-X-KEY:METHOD=AES-128,URI=\"b\"\n",
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"c\",IV=0x09\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"d\",KEYFORMAT=\"com.drm\"\n",
        "#EXT-X-KEY:METHOD=NONE\n", "#EXT-X-KEY:METHOD=AES-128,URI=\"e\",IV=0x0A\n",
    ]

    private func map(_ isMapped: Bool) -> String { isMapped ? "#EXT-X-MAP:URI=\"i.mp4\"\n" : "" }

    private func content(_ isMapped: Bool) throws -> MediaPlaylist {
        let body = Self.tags.enumerated().map { index, tags in tags + map(isMapped) + "#EXTINF:6,\nc\(index).ts\n" }.joined()
        return try media("#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n\(body)#EXT-X-ENDLIST\n", base: "http://o/v/l.m3u8")
    }

    /// An unencrypted bumper, an ad with its own key, one with a key of another format, and slate twice.
    private func ads(_ isMapped: Bool) throws -> [MediaPlaylist] {
        let slate = try creative("s", [3], head: map(isMapped))
        return [
            try creative("bumper", [2], head: map(isMapped)),
            try creative("keyed", [3, 3], head: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + map(isMapped)),
            try creative("drm", [3], head: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"x\",KEYFORMAT=\"com.other\"\n" + map(isMapped)), slate,
            slate,
        ]
    }

    /// All inputs of the decryption, for the segment and its initialization section.
    private func secrets(_ segment: MediaSegment) -> [String] {
        func text(_ keys: [Key]) -> [String] {
            keys.map { key in
                let vector = key.keyFormat == Key.identity ? "\(segment.initializationVector(for: key))" : ""
                return "\(key.method) \(key.uri?.url ?? "-") \(key.keyFormat) \(vector)"
            }.sorted()
        }
        // The section's IV depends on the segment's number only if it says so.
        let section = segment.map.map { map in map.keys.map { "\($0.method) \($0.uri?.url ?? "-") \($0.keyFormat)" }.sorted() } ?? []
        return ["\(segment.uri.url)"] + text(segment.keys) + section
    }

    private func read(_ bytes: [UInt8]) throws -> [[String]] {
        try #require(Playlist.parse(bytes, baseURL: "http://service/s/v0.m3u8").playlist?.media).segments.map(secrets)
    }

    @Test(
        "3.4 (10) At each boundary of content, bumpers, ads and slate, segments keep exactly their keys and IVs",
        arguments: 0...6, [false, true])
    func recorded(_ boundary: Int, _ isMapped: Bool) throws {
        let (content, ads) = (try content(isMapped), try ads(isMapped))
        let expected =
            content.segments.prefix(boundary).map(secrets) + ads.flatMap { $0.segments.map(secrets) }
            + content.segments.dropFirst(boundary).map(secrets)
        let at = Double(boundary) * 6
        let slow = PlaylistStitch().apply(to: content, breaks: [.init(at: at, ads: ads)])
        #expect(slow.problems.isEmpty)
        #expect(try read(slow.playlist.write()) == expected)
        let fast = PreparedContent(content).stitch([.init(at: at, ads: ads.map { PreparedAd($0) })])
        #expect(try read(fast) == expected)
    }

    @Test("3.4 (10) Segments keep their keys and IVs in live streams, whose sequence numbers move on", arguments: [6, 7, 8, 9, 10, 11])
    func live(_ first: Int) throws {
        var origin = LiveOrigin(window: 14)
        for (index, tags) in Self.tags.enumerated() { origin.tags[6 + index] = tags }
        let loaded = try origin.playlist(14)
        let ads = try ads(false)
        let start = LiveOrigin.epoch + Double(first) * 6
        let result = LiveStitch().apply(
            to: loaded, breaks: [.init(id: "b", start: start, ads: ads.map { LiveStitch.Ad($0) })], ledger: LiveLedger())
        // 17 s of ads replace three segments of the content.
        let expected =
            loaded.segments.prefix(first).map(secrets) + ads.flatMap { $0.segments.map(secrets) }
            + loaded.segments.dropFirst(first + 3).map(secrets)
        let read = try read(result.playlist.write())
        #expect(read == Array(expected.prefix(read.count)))
        #expect(read.count >= 14)
    }
}
