// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct StrictTests {
    static let head = "#EXTM3U\n#EXT-X-VERSION:12\n#EXT-X-TARGETDURATION:4\n"

    @Test(
        "What the standard forbids is an error in strict mode and a warning otherwise",
        arguments: [
            ("#EXT-X-TARGETDURATION:4\n", "missing-header"), (head + "#EXTINF:5,\na\n", "consistency"), (head + "a\n", "missing-duration"),
            (head + "#EXTINF:4,\n", "missing-uri"), (head + "#EXT-X-TARGETDURATION:4\n", "misplaced-tag"),
            (head + "#EXT-X-BYTERANGE:5\n#EXTINF:4,\na\n", "byte-range"), (head + "#EXT-X-KEY:METHOD=AES-128\n", "missing-attribute"),
            (head + "#EXT-X-PLAYLIST-TYPE:LIVE\n", "value"), (head + "#EXT-X-STREAM-INF:BANDWIDTH=1\n", "misplaced-tag"),
            (head + "#EXT-X-MAP:URI=\"a\n", "attribute"), (head + "#EXT-X-START:TIME-OFFSET=x\n", "attribute"),
            (head + "#EXT-X-SERVER-CONTROL:HOLD-BACK=2\n", "consistency"), (head + "#EXT-X-PLAYLIST-TYPE:VOD\n", "missing-tag"),
            (head + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=2020-01-02T00:00:00Z\n", "attribute"),
            (
                head + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-02T00:00:00Z\",DURATION=2\n#EXT-X-DATERANGE:ID=\"a\",DURATION=3\n",
                "consistency"
            ),
            (
                head + "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2020-01-02T00:00:00Z\"\n",
                "missing-attribute"
            ),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.5,\na\n", "version"), ("#EXTM3U\n#EXTINF:3,\na\n", "missing-tag"),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\na\n", "consistency"),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=2\na\n", "missing-uri"),
            ("#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"x\"\na\n", "missing-attribute"),
            ("#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"a\",NAME=\"b\"\n", "missing-attribute"),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=1\na\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb\n", "consistency"),
        ])
    func forbids(_ text: String, _ code: String) {
        #expect(faults(text).contains(code))
        let lenient = Playlist.parse(text, baseURL: base)
        #expect(lenient.errors.isEmpty)
        #expect(lenient.playlist != nil)
    }

    private static let dated = head + "#EXT-X-PROGRAM-DATE-TIME:2020-01-02T00:00:00Z\n#EXTINF:4,\na\n"
    private static func range(_ rest: String, _ id: String = "a", _ second: Int = 0) -> String {
        "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"c\",START-DATE=\"2020-01-02T00:00:0\(second)Z\"\(rest)\n"
    }
    private static func variant(_ rest: String) -> String { "#EXT-X-STREAM-INF:BANDWIDTH=1\(rest)\nv\n" }
    private static func media(_ type: String, _ rest: String) -> String { "#EXT-X-MEDIA:TYPE=\(type),GROUP-ID=\"g\",NAME=\(rest)\n" }
    private static let master = "#EXTM3U\n#EXT-X-VERSION:12\n"

    @Test(
        "Each violation that involves several attributes or tags is found",
        arguments: [
            (dated + range(",DURATION=2,END-DATE=\"2020-01-02T00:00:03Z\""), "consistency"),
            (dated + range(",END-ON-NEXT=NO"), "attribute"),
            (dated + range(",X-A=\"1\"") + "#EXT-X-DATERANGE:ID=\"a\",X-A=\"2\"\n", "consistency"),
            (dated + range(",DURATION=2") + range(",END-ON-NEXT=YES", "b", 1), "consistency"),
            (head + "#EXTINF:4,\u{1}\na\n", "encoding"), (head + "#EXTINF:4,\u{85}\na\n", "encoding"),
            (head + "#EXT-X-MAP:URI=\"a\", BYTERANGE=\"1@0\"\n#EXTINF:4,\na\n", "attribute"),
            (head + "#EXT-X-MAP:URI=\"a\",byterange=\"1@0\"\n#EXTINF:4,\na\n", "attribute"),
            (head + "#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"1\"\n#EXTINF:4,\na\n", "variable"),
            (head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\",QUERYPARAM=\"b\"\n#EXTINF:4,\na\n", "consistency"),
            (head + "#EXTINF:4,\na\n#EXT-X-RENDITION-REPORT:URI=\"http://x/y\",LAST-MSN=1\n", "attribute"),
            (head + "#EXTINF:4,\na\n#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"a\"\n#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"b\"\n", "misplaced-tag"),
            (
                head + "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART:DURATION=1.1,URI=\"p\"\n",
                "consistency"
            ),
            (master + variant(",AVERAGE-BANDWIDTH=\"1\""), "attribute"), (master + variant(",PATHWAY-ID=\"a b\""), "attribute"),
            (master + variant(",STABLE-VARIANT-ID=\"a:b\""), "attribute"),
            (master + variant(",CLOSED-CAPTIONS=NONE") + variant(""), "consistency"),
            (master + media("AUDIO", "\"a\",DEFAULT=YES") + media("AUDIO", "\"b\",DEFAULT=YES") + variant(",AUDIO=\"g\""), "consistency"),
            (master + media("CLOSED-CAPTIONS", "\"a\",INSTREAM-ID=\"SERVICE64\"") + variant(""), "attribute"),
            (master + String(repeating: "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"v\",LANGUAGE=\"en\"\n", count: 2), "consistency"),
            (master + String(repeating: "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n", count: 2), "consistency"),
        ])
    func breaches(_ text: String, _ code: String) {
        #expect(faults(text) == [code])
        let lenient = Playlist.parse(text, baseURL: base)
        #expect(lenient.errors.isEmpty)
        #expect(lenient.playlist != nil)
    }

    @Test(
        "Valid playlists that resemble violations are accepted",
        arguments: [
            dated + range(",DURATION=1.5,END-DATE=\"2020-01-02T00:00:01.500Z\",X-A=\"1\"")
                + "#EXT-X-DATERANGE:ID=\"a\",X-A=\"1\",X-B=\"2\"\n",
            dated + range(",END-ON-NEXT=YES") + range(",DURATION=2", "b", 1) + range(",END-ON-NEXT=YES", "d", 3),
            head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"a\tb\"\n#EXTINF:4,a title é\na\n",
            head + "#EXTINF:4,\na\n#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"a\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"b\"\n",
            head + "#EXTINF:4,\na\n#EXT-X-RENDITION-REPORT:URI=\"/x/y.m3u8\",LAST-MSN=1\n",
            master + variant(",PATHWAY-ID=\"a.b-c_1\",STABLE-VARIANT-ID=\"a+b/c=\",CLOSED-CAPTIONS=NONE"),
            master + media("AUDIO", "\"a\",DEFAULT=YES") + media("SUBTITLES", "\"a\",DEFAULT=YES,URI=\"s\"") + variant(",AUDIO=\"g\""),
            master + media("CLOSED-CAPTIONS", "\"a\",INSTREAM-ID=\"SERVICE63\"") + variant(",CLOSED-CAPTIONS=\"g\""),
            master + "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"v\",LANGUAGE=\"en\"\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"v\"\n",
        ])
    func allowed(_ text: String) { #expect(faults(text).isEmpty) }

    @Test func `A diagnostic has line, column and remedy`() throws {
        let reading = Playlist.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=k,IV=zz\n", options: .init(mode: .strict))
        #expect(reading.errors.map(\.line) == [3, 3])
        #expect(reading.errors.map(\.column) == [31, 36])
        #expect(reading.errors[0].remedy == "put the value in quotes")
        #expect(throws: reading.errors[0]) { try reading.get() }
    }

    @Test func `A valid playlist has no errors`() {
        #expect(faults(Self.head + "#EXTINF:4.4,\na\n#EXT-X-ENDLIST\n").isEmpty)
        #expect(
            faults("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\na\n").isEmpty)
    }
}
