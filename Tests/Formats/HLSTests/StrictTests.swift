// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct StrictTests {
    static let head = "#EXTM3U\n#EXT-X-VERSION:12\n#EXT-X-TARGETDURATION:4\n"

    @Test(
        "What the standard forbids is an error when strict and a warning otherwise",
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
        #expect(lenient.errors.isEmpty && lenient.playlist != nil)
    }

    @Test func `A diagnostic tells line, column, and cure`() throws {
        let reading = Playlist.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=k,IV=zz\n", options: .init(mode: .strict))
        #expect(reading.errors.map(\.line) == [3, 3])
        #expect(reading.errors.map(\.column) == [31, 36])
        #expect(reading.errors[0].cure == "put the value in quotes")
        #expect(throws: reading.errors[0]) { try reading.get() }
    }

    @Test func `A correct playlist has no faults`() {
        #expect(faults(Self.head + "#EXTINF:4.4,\na\n#EXT-X-ENDLIST\n").isEmpty)
        #expect(
            faults("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\na\n").isEmpty)
    }
}
