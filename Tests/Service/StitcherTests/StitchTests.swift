// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

/// Titles begin with the number of the rule of playlist construction that they test.
@Suite struct StitchTests {
    private func playlist(_ lines: String, base: String = "") throws -> MediaPlaylist {
        let reading = Playlist.parse(Array(("#EXTM3U\n" + lines).utf8), baseURL: base)
        return try #require(reading.playlist?.media, "\(reading.errors)")
    }

    /// Six-second segments.
    private func content(_ count: Int = 4, head: String = "#EXT-X-TARGETDURATION:6\n", tags: String = "", end: Bool = true) throws
        -> MediaPlaylist
    {
        let body = (0..<count).map { "#EXTINF:6,\nc\($0).ts\n" }.joined()
        return try playlist(head + tags + body + (end ? "#EXT-X-ENDLIST\n" : ""))
    }

    private func ad(_ name: String, _ durations: [Double] = [5, 4], tags: String = "", target: Int = 5, head: String = "") throws
        -> MediaPlaylist
    {
        let body = durations.enumerated().map { "#EXTINF:\($1),\n\(name)\($0).ts\n" }.joined()
        return try playlist("\(head)#EXT-X-TARGETDURATION:\(target)\n\(tags)\(body)#EXT-X-ENDLIST\n", base: "http://ads/\(name)/ad.m3u8")
    }

    private func text(_ result: PlaylistStitch.Result) -> [String] {
        String(decoding: result.playlist.write(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func insert(_ breaks: [PlaylistStitch.Break], into content: MediaPlaylist) -> PlaylistStitch.Result {
        PlaylistStitch().apply(to: content, breaks: breaks)
    }

    @Test("3.4 (1) A discontinuity precedes the first ad, separates ads, and precedes the following content, but not at the head")
    func discontinuities() throws {
        let result = insert([.init(at: 6, ads: [try ad("x"), try ad("y")])], into: try content())
        #expect(result.playlist.segments.map(\.isDiscontinuity) == [false, true, false, true, false, true, false, false])
        let first = insert([.init(at: 0, ads: [try ad("x")])], into: try content())
        #expect(first.playlist.segments.map(\.isDiscontinuity) == [false, false, true, false, false, false])
        let last = insert([.init(at: .infinity, ads: [try ad("x")])], into: try content())
        #expect(last.playlist.segments.map(\.isDiscontinuity) == [false, false, false, false, true, false])
        #expect(last.playlist.isEndList)
    }

    @Test("3.4 (2) The target duration is the maximum of content and ads, and can be reserved")
    func target() throws {
        #expect(insert([.init(at: 6, ads: [try ad("x", [9.6], target: 10)])], into: try content()).playlist.targetDuration == 10)
        var stitch = PlaylistStitch()
        stitch.targetDuration = 12
        #expect(stitch.apply(to: try content(), breaks: []).playlist.targetDuration == 12)
    }

    @Test("3.4 (3) Segments are numbered consecutively from the content's first")
    func sequence() throws {
        let result = insert(
            [.init(at: 6, ads: [try ad("x")])], into: try content(head: "#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:40\n"))
        #expect(result.playlist.mediaSequence == 40)
        #expect(result.playlist.segments.map(\.sequence) == Array(40..<46))
        let written = try #require(Playlist.parse(result.playlist.write(), baseURL: "").playlist?.media)
        #expect(written.segments.map(\.sequence) == Array(40..<46))
    }

    @Test("3.4 (4) Discontinuities of content and ads are counted together, from the content's own number")
    func discontinuitySequence() throws {
        let head = "#EXT-X-TARGETDURATION:6\n#EXT-X-DISCONTINUITY-SEQUENCE:7\n"
        let result = insert([.init(at: 12, ads: [try ad("x")])], into: try content(head: head))
        #expect(result.playlist.discontinuitySequence == 7)
        #expect(result.playlist.segments.map(\.discontinuitySequence) == [7, 7, 8, 8, 9, 9])
    }

    @Test("3.4 (5) Inserted ads have no dates and content keeps its own; replacing ads have the dates of what they replace")
    func dates() throws {
        let recorded = try content(tags: "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n")
        let inserted = insert([.init(at: 6, ads: [try ad("x")])], into: recorded)
        #expect(inserted.playlist.segments.map(\.programDateTime) == [0, nil, nil, 6, 12, 18])
        #expect(inserted.playlist.segments.map(\.statesProgramDateTime) == [true, false, false, true, false, false])
        let live = try content(tags: "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n", end: false)
        let replaced = PlaylistStitch(method: .replacement).apply(to: live, breaks: [.init(at: 6, ads: [try ad("x", [6, 6])])])
        #expect(replaced.playlist.segments.map(\.programDateTime) == [0, 6, 12, 18])
        #expect(replaced.playlist.segments.map(\.statesProgramDateTime) == [true, true, false, true])
        #expect(replaced.playlist.segments.map(\.uri.text) == ["c0.ts", "http://ads/x/x0.ts", "http://ads/x/x1.ts", "c3.ts"])
        #expect(replaced.breaks.first?.replaced == 2)
        #expect(!replaced.playlist.isEndList)
    }

    @Test(
        "3.4 (6) A break within a segment snaps to the boundary before it, or to the nearest",
        arguments: [(0.0, 0.0, 0.0), (5.9, 0, 6), (6, 6, 6), (8, 6, 6), (99, 24, 24)])
    func snapping(_ at: Double, _ down: Double, _ nearest: Double) throws {
        let breaks = [PlaylistStitch.Break(at: at, ads: [try ad("x")])]
        #expect(insert(breaks, into: try content()).breaks.first?.contentTime == down)
        #expect(PlaylistStitch(snap: .nearest).apply(to: try content(), breaks: breaks).breaks.first?.contentTime == nearest)
    }

    @Test("3.4 (9) Only I-frame ads are inserted into I-frame playlists")
    func iFrames() throws {
        let frames = try content(head: "#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXT-X-I-FRAMES-ONLY\n")
        let result = insert([.init(at: 6, ads: [try ad("x")])], into: frames)
        #expect(result.playlist.segments.count == 4)
        #expect(result.problems.count == 1)
    }

    @Test("3.4 (10) Clear ads end the key, the returning content states it again, and segments keep their original IVs")
    func keys() throws {
        let keyed = try content(tags: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n")
        let result = insert([.init(at: 12, ads: [try ad("x")])], into: keyed)
        let lines = text(result).filter { $0.hasPrefix("#EXT-X-KEY") }
        #expect(lines.count == 4 && lines[1] == "#EXT-X-KEY:METHOD=NONE")
        #expect(lines[0] == "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"")
        let written = try #require(Playlist.parse(result.playlist.write(), baseURL: "").playlist?.media)
        let content = written.segments.filter { !$0.keys.isEmpty }
        #expect(content.map { $0.initializationVector(for: $0.keys[0]).last } == [0, 1, 2, 3])
    }

    @Test("3.4 (11) The content's initialization section is stated again after ads, and an ad without one is left out")
    func maps() throws {
        let mapped = try content(head: "#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n", tags: "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"9@1\"\n")
        let other = try ad("x", tags: "#EXT-X-MAP:URI=\"a.mp4\"\n", head: "#EXT-X-VERSION:6\n")
        let result = insert([.init(at: 6, ads: [other, try ad("y")])], into: mapped)
        let maps = text(result).filter { $0.hasPrefix("#EXT-X-MAP") }
        #expect(
            maps == [
                "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"9@1\"", "#EXT-X-MAP:URI=\"http://ads/x/a.mp4\"",
                "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"9@1\"",
            ])
        #expect(result.problems.count == 1)
    }

    @Test("3.4 (12) Implicit byte ranges are written explicitly")
    func byteRanges() throws {
        let ranges = try playlist(
            "#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\nc.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:20\nc.ts\n#EXT-X-ENDLIST\n"
        )
        let result = insert([.init(at: 6, ads: [try ad("x")])], into: ranges)
        #expect(result.playlist.segments.last?.byteRange == ByteRange(length: 20, offset: 10))
        #expect(text(result).contains("#EXT-X-BYTERANGE:20@10"))
    }

    @Test("3.4 (13) The version is the highest needed, gaps and unknown tags stay, markers can be removed, independence needs all")
    func others() throws {
        let marked = try content(
            tags: "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n"
                + "#EXT-X-DATERANGE:ID=\"1\",START-DATE=\"1970-01-01T00:00:06Z\",SCTE35-OUT=0xFC00\n#EXT-X-GAP\n#EXT-OWN:1\n")
        var stitch = PlaylistStitch()
        let breaks = [PlaylistStitch.Break(at: 6, ads: [try ad("x", head: "#EXT-X-VERSION:7\n")])]
        let result = stitch.apply(to: marked, breaks: breaks)
        #expect(result.playlist.version == 7 && !result.playlist.isIndependentSegments && result.playlist.segments[0].isGap)
        #expect(text(result).contains("#EXT-OWN:1"))
        #expect(result.playlist.dateRanges.first?.scte35Out == [0xFC, 0])
        stitch.keepsMarkers = false
        #expect(stitch.apply(to: marked, breaks: breaks).playlist.dateRanges.first?.scte35Out == nil)
    }

    @Test(
        "3.4 (13) Variables are resolved, bit rates stay if all have one, and a recording keeps its start and playlist type"
    )
    func moved() throws {
        let head = "#EXT-X-TARGETDURATION:6\n#EXT-X-VERSION:8\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-START:TIME-OFFSET=7,PRECISE=YES\n"
        let defined = try playlist(
            head
                + "#EXT-X-DEFINE:NAME=\"h\",VALUE=\"http://cdn\"\n#EXT-X-BITRATE:900\n#EXTINF:6,\n{$h}/c0.ts\n#EXTINF:6,\n{$h}/c1.ts\n#EXT-X-ENDLIST\n"
        )
        let stitched = insert([.init(at: 6, ads: [try ad("x", [5], tags: "#EXT-X-BITRATE:400\n")])], into: defined)
        let lines = text(stitched)
        #expect(lines.filter { !$0.hasPrefix("#") } == ["http://cdn/c0.ts", "http://ads/x/x0.ts", "http://cdn/c1.ts"])
        #expect(!lines.contains { $0.hasPrefix("#EXT-X-DEFINE") })
        #expect(lines.last == "#EXT-X-ENDLIST")
        #expect(lines.contains("#EXT-X-PLAYLIST-TYPE:VOD"))
        #expect(lines.contains("#EXT-X-START:TIME-OFFSET=7,PRECISE=YES"))
        #expect(stitched.playlist.segments.map(\.bitrate) == [900, 400, 900])
        // One without a bit rate would inherit the one before it.
        let silent = insert([.init(at: 6, ads: [try ad("x", [5])])], into: defined)
        #expect(silent.playlist.segments.allSatisfy { $0.bitrate == nil })
    }

    @Test("3.4 (14) URLs of remote content and ads are absolute")
    func addresses() throws {
        var remote = try content()
        remote = try playlist(String(decoding: remote.write().dropFirst(8), as: UTF8.self), base: "http://origin/v/list.m3u8?t=1")
        let result = insert([.init(at: 6, ads: [try ad("x", [5])])], into: remote)
        #expect(
            result.playlist.segments.prefix(3).map(\.uri.text) == ["http://origin/v/c0.ts", "http://ads/x/x0.ts", "http://origin/v/c1.ts"])
    }

    @Test("Ads without a duration or end, and breaks inside others, are left out and reported")
    func refused() throws {
        let endless = try playlist("#EXT-X-TARGETDURATION:5\n#EXTINF:5,\na.ts\n", base: "http://ads/e")
        let empty = try playlist("#EXT-X-TARGETDURATION:5\n#EXT-X-ENDLIST\n", base: "http://ads/z")
        let result = insert([.init(at: 6, ads: [endless, empty])], into: try content())
        #expect(result.playlist.segments.count == 4)
        #expect(result.problems.count == 2)
        let live = try content(end: false)
        let inside = PlaylistStitch(method: .replacement)
            .apply(to: live, breaks: [.init(at: 0, ads: [try ad("x", [6, 6])]), .init(at: 6, ads: [try ad("y")])])
        #expect(inside.breaks.count == 1)
        #expect(inside.problems.count == 1)
        let late = PlaylistStitch(method: .replacement).apply(to: live, breaks: [.init(at: 18, ads: [try ad("x", [6, 6])])])
        #expect(late.playlist.segments.map(\.uri.text) == ["c0.ts", "c1.ts", "c2.ts", "c3.ts"])
        #expect(late.problems.count == 1)
    }

    @Test("A stitched playlist reads back unchanged, with the times of its ads")
    func whole() throws {
        let result = insert([.init(at: 12, ads: [try ad("y")]), .init(at: 0, ads: [try ad("x")])], into: try content())
        #expect(result.breaks.map(\.start) == [0, 21])
        #expect(result.breaks.map(\.contentTime) == [0, 12])
        #expect(result.breaks.flatMap(\.ads).map(\.duration) == [9, 9])
        #expect(result.playlist.duration == 42)
        let written = try #require(Playlist.parse(result.playlist.write(), baseURL: "").playlist?.media)
        #expect(written == result.playlist)
    }
}
