// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@Suite struct MultivariantTagTests {
    @Test(arguments: ["32x18", "32X18", "32\u{D7}18", "\"32x18\""]) func `A resolution may have a multiplication sign`(_ text: String)
        throws
    {
        let playlist = try multivariant(
            "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=8,RESOLUTION=\(text),URI=\"t\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na")
        #expect(playlist.imageVariants.first?.resolution == PixelSize(width: 32, height: 18))
    }

    @Test func `An attribute after a quoted string without a comma is read and reported`() throws {
        let text = "#EXT-X-SESSION-DATA:DATA-ID=\"a\"VALUE=\"b\" , LANGUAGE=\"en\"stray,FORMAT=RAW\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n"
        let data = try #require(try multivariant(text).sessionData.first)
        #expect(data.id == "a")
        #expect(data.content == .value("b"))
        #expect(data.language == "en")
        #expect(faults("#EXTM3U\n" + text).contains("attribute"))
    }

    @Test func `Every attribute of a variant is read`() throws {
        let playlist = try multivariant(
            """
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,SCORE=2.5,CODECS="avc1.64001f , mp4a.40.2 ",\
            SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=1280x720,FRAME-RATE=29.970,HDCP-LEVEL=TYPE-0,ALLOWED-CPC="com.example:A/B",\
            VIDEO-RANGE=PQ,REQ-VIDEO-LAYOUT="CH-STEREO,CH-MONO",STABLE-VARIANT-ID="v1",PATHWAY-ID="CDN-A",AUDIO="aud",VIDEO="vid",\
            SUBTITLES="sub",CLOSED-CAPTIONS="cc",NAME="720p",PROGRAM-ID=1,X-OTHER=5
            720.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE
            1.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI="i.m3u8"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=8,RESOLUTION=32x18,URI="t.m3u8"
            """)
        let variant = playlist.variants[0]
        #expect(variant.uri.url == "http://example.com/path/720.m3u8")
        #expect(variant.bandwidth == 2_000_000)
        #expect(variant.averageBandwidth == 1_500_000)
        #expect(variant.score == 2.5)
        #expect(variant.codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(variant.supplementalCodecs == ["dvh1.08.07/db4h"])
        #expect(variant.resolution == PixelSize(width: 1280, height: 720))
        #expect(variant.frameRate == 29.97)
        #expect(variant.hdcpLevel == "TYPE-0")
        #expect(variant.allowedCPC == ["com.example:A/B"])
        #expect(variant.videoRange == "PQ")
        #expect(variant.requiredVideoLayout == ["CH-STEREO", "CH-MONO"])
        #expect(variant.stableID == "v1")
        #expect(variant.pathwayID == "CDN-A")
        #expect(variant.audioGroup == "aud")
        #expect(variant.videoGroup == "vid")
        #expect(variant.subtitlesGroup == "sub")
        #expect(variant.closedCaptions == .group("cc"))
        #expect(variant.name == "720p")
        #expect(variant.programID == "1")
        #expect(variant.otherAttributes == [Attribute(name: "X-OTHER", value: "5", isQuoted: false)])
        #expect(playlist.variants[1].closedCaptions == Variant.ClosedCaptions.none)
        #expect(playlist.variants[1].pathwayID == ".")
        #expect(playlist.iFrameVariants.map(\.uri.text) == ["i.m3u8"])
        #expect(playlist.imageVariants.map(\.uri.text) == ["t.m3u8"])
    }

    @Test func `Renditions, session data, session keys and steering are read`() throws {
        let playlist = try multivariant(
            """
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,\
            CHANNELS="16/JOC",CHARACTERISTICS="public.accessibility.describes-video,x",STABLE-RENDITION-ID="r",BIT-DEPTH=24,\
            SAMPLE-RATE=48000,URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="cc",INSTREAM-ID="SERVICE3"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="f",FORCED=YES,URI="s.m3u8"
            #EXT-X-SESSION-DATA:DATA-ID="com.t",VALUE="v",LANGUAGE="en"
            #EXT-X-SESSION-DATA:DATA-ID="com.j",URI="j.json"
            #EXT-X-SESSION-DATA:DATA-ID="com.r",URI="r.bin",FORMAT=RAW
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="CDN-A"
            """)
        #expect(playlist.isIndependentSegments)
        let audio = playlist.renditions(.audio, group: "a")[0]
        #expect(audio.channelCount == 16)
        #expect(audio.channels == "16/JOC")
        #expect(audio.isDefault)
        #expect(audio.isAutoselect)
        #expect(audio.language == "en")
        #expect(audio.associatedLanguage == "de")
        #expect(audio.stableID == "r")
        #expect(audio.bitDepth == 24)
        #expect(audio.sampleRate == 48_000)
        #expect(audio.characteristics.count == 2)
        #expect(playlist.renditions[1].instreamID == "SERVICE3")
        #expect(playlist.renditions[2].isForced)
        #expect(
            playlist.sessionData.map(\.content) == [
                .value("v"), .json(URIReference("j.json", base: base)), .raw(URIReference("r.bin", base: base)),
            ])
        #expect(playlist.sessionKeys[0].method == .sampleAES)
        #expect(playlist.contentSteering?.serverURI.url == "http://example.com/steer")
    }
}
