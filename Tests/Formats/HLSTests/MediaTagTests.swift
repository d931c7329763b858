// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@Suite struct MediaTagTests {
    @Test(arguments: [
        ("6 a=\"b, c\" d=\"e\",Title, f", "Title, f"), ("6 a=\"b\",\"Title\", f", "\"Title\", f"), ("6,\"a, b\"", "\"a, b\""),
        ("6 a=\"b, c", "c"), ("6 a=\"b\"", ""),
    ])
    func `A title follows the attributes of channel lists`(_ value: String, _ title: String) throws {
        let segment = try #require(try media("#EXT-X-TARGETDURATION:6\n#EXTINF:\(value)\na\n").segments.first)
        #expect(segment.title == title)
        #expect(segment.duration == 6)
    }

    @Test func `A header with attributes is a header`() throws {
        let text = "#EXTM3U x-tvg-url=\"https://example.com/guide.xml\" url-tvg=\"a\"\n#EXTINF:-1 tvg-id=\"a\",One\nhttp://a/\n"
        let reading = Playlist.parse(text, baseURL: base)
        #expect(reading.playlist?.media?.segments.map(\.title) == ["One"])
        #expect(isLossless(reading))
        #expect(!reading.diagnostics.contains { $0.code == .missingHeader })
        let empty = Playlist.parse("#EXTM3U x-tvg-url=\"a\"\n", baseURL: base)
        #expect(empty.playlist?.media?.segments.isEmpty == true)
        #expect(!empty.isAddressList)
        #expect(Playlist.parse("#EXTM3U8\n", baseURL: base).playlist == nil)
    }

    @Test(
        arguments: [
            ("#EXTINF:-1 tvg-id=\"a\",One\nhttp://a/\n#EXTINF:215,Song\nsong.mp3", true), ("#EXTVLCOPT:a=b\n#EXTINF:-1,\na", true),
            ("#EXTINF:6,\na.ts\n#EXT-X-ENDLIST", false), ("#EXT-X-UNKNOWN\n#EXTINF:6,\na.ts", false), ("#EXTINF:6,", false),
        ]) func `A text without tags of HLS is a list of addresses`(_ lines: String, _ isList: Bool)
    {
        #expect(Playlist.parse("#EXTM3U\n" + lines, baseURL: base).isAddressList == isList)
    }

    @Test func `Header tags become properties`() throws {
        let playlist = try media(
            """
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:18446744073709551000
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
            #EXT-X-PART-INF:PART-TARGET=0.333
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES,HOLD-BACK=18,PART-HOLD-BACK=1.0
            #EXT-X-ENDLIST
            """)
        #expect(playlist.version == 9)
        #expect(playlist.targetDuration == 6)
        #expect(playlist.mediaSequence == 18_446_744_073_709_551_000)
        #expect(playlist.discontinuitySequence == 7)
        #expect(playlist.kind == .event)
        #expect(playlist.isIFramesOnly)
        #expect(playlist.isIndependentSegments)
        #expect(playlist.isEndList)
        #expect(playlist.start == PlaylistStart(timeOffset: -12.5, isPrecise: true))
        #expect(playlist.partTarget == 0.333)
        #expect(
            playlist.serverControl
                == ServerControl(canBlockReload: true, canSkipUntil: 36, canSkipDateRanges: true, holdBack: 18, partHoldBack: 1))
    }

    @Test func `A date after all segments belongs to the next one, and theirs are derived from it`() throws {
        let playlist = try media("#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n#EXTINF:2,\nb\n#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:10Z\n")
        #expect(playlist.segments.map(\.programDateTime) == [1_577_836_804, 1_577_836_808])
        #expect(Playlist.parse(playlist.write()).playlist?.media?.segments.map(\.programDateTime) == [1_577_836_804, 1_577_836_808])
    }

    @Test func `A late discontinuity sequence applies to all segments until one is a discontinuity`() throws {
        let late =
            "#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXTINF:4,\nb\n"
            + "#EXT-X-DISCONTINUITY\n#EXTINF:4,\nc\n"
        let playlist = try media(late)
        #expect(playlist.discontinuitySequence == 3)
        #expect(playlist.segments.map(\.discontinuitySequence) == [3, 3, 4])
        let later = try media(late + "#EXT-X-DISCONTINUITY-SEQUENCE:9\n#EXTINF:4,\nd\n")
        #expect(later.segments.map(\.discontinuitySequence) == [3, 3, 4, 4])
    }

    @Test func `A segment has the values of its own tags and of those that persist`() throws {
        let playlist = try media(
            """
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:5
            #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x0F
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@50"
            #EXT-X-BITRATE:800
            #EXTINF:6.006,first, title
            a.m4s
            #EXT-X-DISCONTINUITY
            #EXT-X-GAP
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:10Z
            #EXT-X-BYTERANGE:20@10
            #EXTINF:4
            b.m4s
            #EXT-X-BYTERANGE:5
            #EXTINF:2,
            b.m4s
            """)
        let (a, b, c) = (playlist.segments[0], playlist.segments[1], playlist.segments[2])
        #expect(a.uri.url == "http://example.com/path/a.m4s")
        #expect(a.duration == 6.006)
        #expect(a.title == "first, title")
        #expect(a.bitrate == 800)
        #expect(a.keys.count == 1 && a.keys[0].initializationVector == [UInt8](repeating: 0, count: 15) + [15])
        #expect(a.map?.byteRange == ByteRange(length: 100, offset: 50))
        #expect(a.map?.keys == a.keys)
        #expect(b.sequence == 6)
        #expect(b.isDiscontinuity)
        #expect(b.isGap)
        #expect(b.keys.isEmpty)
        #expect(b.title.isEmpty)
        #expect(b.discontinuitySequence == 1)
        #expect(c.discontinuitySequence == 1)
        #expect(a.discontinuitySequence == 0)
        #expect(b.byteRange == ByteRange(length: 20, offset: 10))
        #expect(c.byteRange == ByteRange(length: 5, offset: 30))
        #expect(c.bitrate == nil)
        #expect(c.map == a.map)
        #expect(b.statesProgramDateTime)
        #expect(!a.statesProgramDateTime)
        #expect(a.programDateTime == 1_577_836_810 - 6.006)
        #expect(c.programDateTime == 1_577_836_814)
        #expect(b.start == 6.006)
        #expect(c.end == playlist.duration)
        #expect(playlist.index(at: 6.006) == 1)
        #expect(playlist.index(at: -1) == nil)
        #expect(playlist.index(at: 99) == 2)
    }

    @Test func `Keys of several formats coexist, and a key replaces the previous one of its format`() throws {
        let playlist = try media(
            """
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:,x",KEYFORMAT="urn:uuid:edef8ba9"
            #EXTINF:6,
            a
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://2",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:6,
            b
            """)
        #expect(playlist.segments[0].keys.map(\.uri?.text) == ["skd://1", "data:,x"])
        #expect(playlist.segments[0].keys[0].keyFormatVersions == [1, 2])
        #expect(playlist.segments[1].keys.map(\.uri?.text) == ["skd://2", "data:,x"])
    }

    @Test func `An implicit IV is the complete 64-bit sequence number in big endian`() throws {
        let playlist = try media(
            "#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:72623859790382856\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\na\n")
        let segment = playlist.segments[0]
        #expect(segment.initializationVector(for: segment.keys[0]) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func `Low-latency parts, hints and reports are read`() throws {
        let playlist = try media(
            """
            #EXT-X-TARGETDURATION:4
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-MEDIA-SEQUENCE:10
            #EXT-X-PART:DURATION=1,URI="a.mp4",BYTERANGE="10@0",INDEPENDENT=YES
            #EXT-X-PART:DURATION=1,URI="a.mp4",BYTERANGE="15",GAP=YES
            #EXTINF:2,
            a.mp4
            #EXT-X-MAP:URI="i2"
            #EXT-X-PART:DURATION=0.5,URI="b0.mp4"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="b1.mp4",BYTERANGE-START=5,BYTERANGE-LENGTH=9
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="i3"
            #EXT-X-RENDITION-REPORT:URI="../o.m3u8",LAST-MSN=10,LAST-PART=1
            """)
        let parts = playlist.segments[0].parts
        #expect(parts.map(\.byteRange) == [ByteRange(length: 10, offset: 0), ByteRange(length: 15, offset: 10)])
        #expect(parts.map(\.start) == [0, 1] && parts[0].isIndependent && parts[1].isGap)
        let upcoming = try #require(playlist.upcoming)
        #expect(upcoming.sequence == 11)
        #expect(upcoming.parts.map(\.start) == [2])
        #expect(upcoming.duration == 0.5)
        #expect(upcoming.map?.uri.text == "i2")
        #expect(playlist.nextSequence == 11)
        #expect(playlist.duration == 2.5)
        #expect(playlist.preloadHints[0].byteRangeLength == 9)
        #expect(playlist.preloadHints[1].kind == .map)
        #expect(playlist.renditionReports[0].uri.url == "http://example.com/o.m3u8")
        #expect(playlist.renditionReports[0].lastPart == 1)
    }

    @Test func `Every attribute of an interstitial is read`() throws {
        let playlist = try media(
            """
            #EXT-X-TARGETDURATION:4
            #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2020-01-02T21:55:44.000Z",CUE="PRE,ONCE",DURATION=15,\
            PLANNED-DURATION=16,X-ASSET-LIST="list.json",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=14.5,X-SNAP="OUT,IN",X-RESTRICT="SKIP,JUMP",\
            X-TIMELINE-OCCUPIES="RANGE",X-TIMELINE-STYLE="PRIMARY",X-CONTENT-MAY-VARY="NO",X-SKIP-CONTROL-OFFSET=2,\
            X-SKIP-CONTROL-DURATION=5,X-SKIP-CONTROL-LABEL-ID="skip",SCTE35-OUT=0xFC01,X-COM-NUMBER=4,X-COM-TEXT="t"
            #EXT-X-DATERANGE:ID="ad",END-DATE="2020-01-02T21:55:59.000Z",SCTE35-IN=0xFC02
            #EXT-X-DATERANGE:ID="next",CLASS="c",START-DATE="2020-01-02T21:55:44Z",END-ON-NEXT=YES,SCTE35-CMD=0x0
            """)
        #expect(playlist.dateRanges.count == 2)
        let ad = playlist.dateRanges[0]
        let interstitial = try #require(ad.interstitial)
        #expect(ad.cue == DateRange.Cue(isPre: true, isOnce: true))
        #expect(ad.duration == 15)
        #expect(ad.plannedDuration == 16)
        #expect(ad.endDate == ad.startDate.map { $0 + 15 })
        #expect(ad.statedEnd == ad.endDate)
        #expect(ad.scte35Out == [0xFC, 1])
        #expect(ad.scte35In == [0xFC, 2])
        #expect(interstitial.asset == .list(URIReference("list.json", base: base)))
        #expect(interstitial.resumeOffset == 0)
        #expect(interstitial.playoutLimit == 14.5)
        #expect(interstitial.snapsIn)
        #expect(interstitial.snapsOut)
        #expect(interstitial.restrictsJump)
        #expect(interstitial.restrictsSkip)
        #expect(interstitial.occupies == .range)
        #expect(interstitial.style == .primary)
        #expect(!interstitial.mayVary)
        #expect(interstitial.skipControlOffset == 2)
        #expect(interstitial.skipControlDuration == 5)
        #expect(interstitial.skipControlLabelID == "skip")
        #expect(
            ad.clientAttributes == [
                Attribute(name: "X-COM-NUMBER", value: "4", isQuoted: false), Attribute(name: "X-COM-TEXT", value: "t"),
            ])
        #expect(playlist.dateRanges[1].isEndOnNext)
        #expect(playlist.dateRanges[1].scte35Command == [0])
    }

    @Test func `Unknown tags keep their position and line`() throws {
        let playlist = try media("#EXT-X-HEAD\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n#EXT-X-CUE-OUT: 30 \na\n#EXT-TAIL:x\n#EXT-X-ENDLIST\n")
        #expect(playlist.unknownTags.map(\.name) == ["EXT-X-HEAD", "EXT-TAIL"])
        #expect(playlist.unknownTags.map(\.line) == [2, 7])
        #expect(playlist.segments[0].unknownTags == [UnknownTag(name: "EXT-X-CUE-OUT", value: "30")])
    }

    @Test func `Image playlists have their tiles`() throws {
        let playlist = try media(
            "#EXT-X-TARGETDURATION:4\n#EXT-X-IMAGES-ONLY\n#EXTINF:4,\n#EXT-X-TILES:RESOLUTION=32x18,LAYOUT=5x2,DURATION=0.4\na.jpg\n")
        #expect(playlist.isImagesOnly)
        #expect(playlist.segments[0].tiles == Tiles(size: PixelSize(width: 32, height: 18), columns: 5, rows: 2, duration: 0.4))
    }

    @Test func `A CUE attribute with only unknown values is ignored`() throws {
        let playlist = try media(
            """
            #EXT-X-TARGETDURATION:4
            #EXT-X-DATERANGE:ID="a",START-DATE="2020-01-02T21:55:44.000Z",CUE="LATER"
            #EXT-X-ENDLIST
            """)
        #expect(playlist.dateRanges.first?.cue == nil)
        let again = Playlist.parse(Playlist.media(playlist).write(), baseURL: playlist.baseURL).playlist
        #expect(again?.media == playlist)
    }

    @Test func `An interstitial combines all tags of its date range, in any order`() throws {
        let head = "#EXT-X-TARGETDURATION:3\n"
        let start = "#EXT-X-DATERANGE:ID=\"i\",START-DATE=\"2020-01-01T00:00:00Z\""
        let asset = ",X-ASSET-URI=\"ad.m3u8\",X-SNAP=\"IN\"\n"
        let more =
            "#EXT-X-DATERANGE:ID=\"i\",X-RESUME-OFFSET=-1.5,X-SNAP=\"OUT\",X-RESTRICT=\"JUMP, SKIP\",X-CONTENT-MAY-VARY=\"NO\",X-A=\"1\"\n"
        for lines in [start + asset + more, start + "\n" + more + "#EXT-X-DATERANGE:ID=\"i\"" + asset, more + start + asset] {
            let reading = Playlist.parse("#EXTM3U\n" + head + lines, baseURL: base)
            let range = try #require(reading.playlist?.media?.dateRanges.first)
            let interstitial = try #require(range.interstitial)
            #expect(interstitial.resumeOffset == -1.5)
            #expect(interstitial.snapsIn)
            #expect(interstitial.snapsOut)
            #expect(!interstitial.mayVary)
            #expect(interstitial.restrictsJump)
            #expect(interstitial.restrictsSkip)
            #expect(interstitial.playoutLimit == nil)
            #expect(range.clientAttributes == [Attribute(name: "X-A", value: "1")])
            #expect(isLossless(reading))
        }
    }
}
