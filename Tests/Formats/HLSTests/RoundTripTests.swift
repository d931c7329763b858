// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit
import WindowboxMedia

@Suite struct RoundTripTests {
    @Test func `Generated media playlists survive a round trip`() {
        var generator = SeededChance(3)
        for _ in 0..<300 {
            let playlist = Self.media(&generator)
            let read = Playlist.parse(playlist.write(), baseURL: base).playlist?.media
            #expect(read?.write() == playlist.write())
            #expect(read?.segments.count == playlist.segments.count)
            #expect(read?.dateRanges == playlist.dateRanges)
            for (ours, theirs) in zip(read?.segments ?? [], playlist.segments) {
                #expect(ours.keys == theirs.keys)
                #expect(ours.map == theirs.map)
                #expect(ours.parts.map(\.byteRange) == theirs.parts.map(\.byteRange))
                #expect(ours.duration == theirs.duration)
                #expect(ours.byteRange == theirs.byteRange)
                #expect(ours.title == theirs.title)
                #expect(ours.unknownTags == theirs.unknownTags)
                #expect(ours.tiles == theirs.tiles)
                #expect(ours.isGap == theirs.isGap)
            }
        }
    }

    @Test func `A multivariant playlist built in code survives a round trip`() {
        var variant = Variant(uri: URIReference("v.m3u8", base: base), bandwidth: 5)
        variant.codecs = ["avc1.64001f", "mp4a.40.2"]
        variant.resolution = PixelSize(width: 1, height: 2)
        variant.frameRate = 59.94
        variant.hdcpLevel = "a,b"
        variant.otherAttributes = [Attribute(name: "X-A", value: "1,2", isQuoted: true)]
        var playlist = MultivariantPlaylist(variants: [variant], baseURL: base)
        playlist.version = 8
        playlist.start = PlaylistStart(timeOffset: -0.1)
        playlist.contentSteering = ContentSteering(serverURI: URIReference("/s", base: base))
        playlist.unknownTags = [UnknownTag(name: "EXT-X-OWN", value: "x")]
        #expect(Playlist.parse(playlist.write(), baseURL: base).playlist?.multivariant == playlist)
        #expect(
            Playlist.parse(MultivariantPlaylist(baseURL: base).write(), baseURL: base).playlist?.multivariant
                == MultivariantPlaylist(baseURL: base))
    }

    @Test func `Values that the format can't express are made harmless`() throws {
        var segment = MediaSegment(uri: "a\nb.ts", duration: 2)
        segment.title = "two\r\nlines"
        var playlist = MediaPlaylist(targetDuration: 2, segments: [segment])
        playlist.dateRanges = [DateRange(id: "a\"b\n#EXT-X-ENDLIST", startDate: 0)]
        let read = try #require(Playlist.parse(playlist.text).playlist?.media)
        #expect(read.segments.map(\.uri.text) == ["a b.ts"] && !read.isEndList && read.dateRanges[0].id == "a'b #EXT-X-ENDLIST")
    }

    @Test("Lines in any order survive a round trip", arguments: [ReadingOptions.Mode.lenient, .strict])
    func anyOrder(_ mode: ReadingOptions.Mode) {
        var generator = SeededChance(11)
        let options = ReadingOptions(mode: mode)
        var read = 0
        for _ in 0..<2000 {
            var text = "#EXTM3U\n"
            for _ in 0..<Int.random(in: 1...14, using: &generator) {
                text += Self.lines[Int.random(in: 0..<Self.lines.count, using: &generator)] + "\n"
            }
            let reading = Playlist.parse(text, baseURL: base, options: options)
            read += reading.playlist == nil ? 0 : 1
            #expect(isLossless(reading, options: options), "\(text)")
        }
        #expect(read > 1600)
    }

    /// Each media playlist tag, some twice with other values, and lines that are not tags.
    private static let lines = [
        "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:7", "#EXT-X-MEDIA-SEQUENCE:18446744073709551000",
        "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-PLAYLIST-TYPE:EVENT", "#EXT-X-ENDLIST", "#EXT-X-I-FRAMES-ONLY", "#EXT-X-IMAGES-ONLY",
        "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=-2.5,PRECISE=YES",
        "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3", "#EXT-X-PART-INF:PART-TARGET=1",
        "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1000",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=0,RECENTLY-REMOVED-DATERANGES=\"x\ty\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://{$a}\",KEYFORMAT=\"f\",KEYFORMATVERSIONS=\"1/2\"", "#EXT-X-KEY:METHOD=NONE",
        "#EXT-X-MAP:URI=\"{$a}.mp4\",BYTERANGE=\"9@0\"", "#EXT-X-MAP:URI=\"m\"", "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.5Z",
        "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:01:00Z", "#EXT-X-DISCONTINUITY", "#EXT-X-GAP", "#EXT-X-BITRATE:500", "#EXT-X-BITRATE:0",
        "#EXT-X-BYTERANGE:100@9", "#EXT-X-BYTERANGE:50", "#EXTINF:4.004,t\u{E9}", "#EXTINF:2,", "#EXTINF:2,", "a.ts", "a.ts", "{$a}{$b}.ts",
        "#EXT-X-TILES:RESOLUTION=3x2,LAYOUT=4x5,DURATION=0.1", "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"1@1\"",
        "#EXT-X-PART:DURATION=0.5,URI=\"p\",BYTERANGE=\"1\",INDEPENDENT=YES", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\",BYTERANGE-START=5",
        "#EXT-X-RENDITION-REPORT:URI=\"r\",LAST-MSN=1", "#EXT-X-DATERANGE:ID=\"i\",START-DATE=\"2020-01-01T00:00:00Z\",DURATION=4.5",
        "#EXT-X-DATERANGE:ID=\"i\",END-ON-NEXT=YES,CLASS=\"c\",X-A=\"1\"", "#EXT-X-DATERANGE:ID=\"i\",X-RESUME-OFFSET=1,X-SNAP=\"IN,OUT\"",
        "#EXT-X-DATERANGE:ID=\"i\",X-ASSET-LIST=\"l\",X-SNAP=\"IN\"", "#EXT-X-OWN:1", "#EXT-X-OWN", "# a comment", "",
    ]

    private static func media(_ generator: inout SeededChance) -> MediaPlaylist {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
        var playlist = MediaPlaylist(targetDuration: 10)
        playlist.version = number(13) + 1
        playlist.mediaSequence = UInt64(number(1 << 40))
        playlist.discontinuitySequence = UInt64(number(9))
        if chance(30) { playlist.kind = chance(50) ? .event : .onDemand }
        playlist.isEndList = chance(50)
        var keys: [Key] = []
        var map: InitializationMap?
        for index in 0..<number(30) {
            var segment = MediaSegment(uri: URIReference("s\(index)?a=b,c"), duration: Double(number(100_000)) / [1, 7, 1000][number(3)])
            if chance(20) {
                keys = (0..<number(3)).map { Key(method: .sampleAES, uri: URIReference("k\(number(3))", base: base), keyFormat: "f\($0)") }
                if chance(50), !keys.isEmpty { keys[0].initializationVector = (0..<16).map { UInt8($0) } }
            }
            if chance(15) {
                map = InitializationMap(
                    uri: URIReference("m\(index)", base: base), byteRange: chance(50) ? ByteRange(length: 5, offset: 6) : nil, keys: keys)
            }
            segment.keys = keys
            segment.map = map
            segment.isGap = chance(10)
            segment.isDiscontinuity = chance(10)
            segment.title = chance(20) ? "a title, \(index) é" : ""
            if chance(30) { segment.byteRange = ByteRange(length: number(1 << 30), offset: number(1 << 40)) }
            if chance(10) { segment.unknownTags = [UnknownTag(name: "EXT-X-CUE-OUT", value: chance(50) ? "30" : nil)] }
            if chance(10) { segment.tiles = Tiles(size: PixelSize(width: 3, height: 2), columns: 4, rows: 5, duration: 0.1) }
            if chance(10) {
                segment.parts = [
                    PartialSegment(uri: URIReference("p", base: base), duration: 0.3, byteRange: ByteRange(length: 1, offset: 2))
                ]
            }
            if chance(10) {
                segment.programDateTime = 1_600_000_000 + Double(number(1_000_000)) / 1000
                segment.statesProgramDateTime = true
            }
            playlist.segments.append(segment)
        }
        if chance(50) {
            var range = DateRange(id: "r", startDate: 1_600_000_000.5)
            range.scte35Out = [1, 2, 255]
            range.interstitial = Interstitial(asset: .playlist(URIReference("ad.m3u8", base: base)))
            range.interstitial?.resumeOffset = chance(50) ? -1.5 : nil
            playlist.dateRanges = [range]
        }
        return playlist
    }
}
