// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct VariableTests {
    @Test func `Variables are replaced in URIs and quoted strings after their definition`() throws {
        let options = ReadingOptions(importable: [Definition(name: "host", value: "h.example")])
        let playlist = try #require(
            Playlist.parse(
                """
                #EXTM3U
                #EXT-X-VERSION:11
                #EXT-X-DEFINE:NAME="dir",VALUE="d1"
                #EXT-X-DEFINE:NAME="both",VALUE="{$dir}/x"
                #EXT-X-DEFINE:IMPORT="host"
                #EXT-X-DEFINE:QUERYPARAM="tok"
                #EXT-X-TARGETDURATION:4
                #EXT-X-MAP:URI="{$both}/i.mp4"
                #EXTINF:4,{$dir} is no URI
                https://{$host}/{$dir}/{$none}?t={$tok}
                """, baseURL: "http://e.com/l.m3u8?a=1&tok=a%2Fb&tok=2", options: options
            ).playlist?.media)
        #expect(playlist.segments[0].map?.uri.text == "d1/x/i.mp4")
        #expect(playlist.segments[0].uri.text == "https://h.example/d1/{$none}?t=a/b")
        #expect(playlist.segments[0].title == "{$dir} is no URI")
        #expect(playlist.defines.map(\.source) == [.written, .written, .imported, .queryParameter])
        let again = Playlist.parse(playlist.write(), baseURL: "http://e.com/l.m3u8?a=1&tok=a%2Fb&tok=2", options: options)
        #expect(again.playlist?.media == playlist)
    }

    @Test func `Variables are also replaced in dates, which are quoted strings`() throws {
        let playlist = try media(
            """
            #EXT-X-VERSION:8
            #EXT-X-TARGETDURATION:4
            #EXT-X-DEFINE:NAME="day",VALUE="2020-01-02"
            #EXT-X-DATERANGE:ID="a",START-DATE="{$day}T00:00:01Z",END-DATE="{$day}T00:00:05Z"
            """)
        let range = try #require(playlist.dateRanges.first)
        #expect(range.startDate == 1_577_923_201)
        #expect(range.endDate == 1_577_923_205)
    }

    @Test(
        "Strict mode refuses invalid variables",
        arguments: [
            "#EXT-X-DEFINE:IMPORT=\"none\"", "#EXT-X-DEFINE:QUERYPARAM=\"none\"", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$a}\"",
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"", "#EXTINF:1,\n{$a}",
        ])
    func refuses(_ lines: String) {
        #expect(faults("#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-TARGETDURATION:4\n" + lines + "\n").first == "variable")
    }

    @Test func `Variables that double at each step are refused`() {
        var text = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"xxxxxxxxxx\"\n"
        for index in 1...60 { text += "#EXT-X-DEFINE:NAME=\"v\(index)\",VALUE=\"{$v\(index - 1)}{$v\(index - 1)}\"\n" }
        let reading = Playlist.parse(text)
        #expect(reading.playlist == nil)
        #expect(reading.errors.map(\.code) == [.limit])
    }
}
