// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit

@Suite struct HostileTests {
    static let sample = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-DEFINE:NAME="a",VALUE="b"
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,HOLD-BACK=12
        #EXT-X-MEDIA-SEQUENCE:3
        #EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES="x\ty"
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
        #EXT-X-MAP:URI="{$a}.mp4",BYTERANGE="9@0"
        #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.000Z
        #EXT-X-DATERANGE:ID="i",START-DATE="2020-01-01T00:00:00Z",DURATION=4.5,SCTE35-OUT=0xFC,X-ASSET-URI="é.m3u8"
        #EXTINF:4.004,té
        #EXT-X-BYTERANGE:100@9
        a.ts
        #EXT-X-PART:DURATION=1.5,URI="p",BYTERANGE="1@1"
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q"
        #EXT-X-RENDITION-REPORT:URI="r",LAST-MSN=1
        """

    @Test("Text cut at any byte is read without harm and written losslessly", arguments: [ReadingOptions.Mode.lenient, .strict])
    func truncated(_ mode: ReadingOptions.Mode) {
        let bytes = Array(Self.sample.utf8)
        for end in 0...bytes.count {
            let options = ReadingOptions(mode: mode)
            let reading = Playlist.parse(Array(bytes[..<end]), baseURL: base, options: options)
            #expect(reading.playlist != nil || !reading.errors.isEmpty)
            #expect(isLossless(reading, options: options), "\(end)")
        }
    }

    @Test func `Random damage does no harm, and parsed playlists are written losslessly`() {
        var generator = SeededChance(7)
        let spare = Array("#:=,\"@{$}-.0x\n\r\t\u{FF} EXTYES9".utf8)
        for _ in 0..<800 {
            var bytes = Array(Self.sample.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(spare[Int.random(in: 0..<spare.count, using: &generator)], at: index)
                default: bytes[index] = spare[Int.random(in: 0..<spare.count, using: &generator)]
                }
            }
            #expect(isLossless(Playlist.parse(bytes, baseURL: base)), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("Seconds beyond thirty years, below zero or not finite are as good as missing")
    func absurdSeconds() throws {
        for number in ["1e5", "1000000000", "99999999999999999999999999", "-1", "nan", "inf", "", "0x1p3"] {
            let playlist = try media(
                "#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=\(number)\n"
                    + "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=\(number),HOLD-BACK=\(number),PART-HOLD-BACK=\(number)\n"
                    + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\",DURATION=\(number),PLANNED-DURATION=\(number),"
                    + "X-ASSET-URI=\"b\",X-PLAYOUT-LIMIT=\(number),X-SKIP-CONTROL-OFFSET=\(number)\n#EXTINF:4,\na.ts\n")
            #expect(playlist.partTarget == nil)
            #expect(playlist.serverControl == ServerControl())
            let range = try #require(playlist.dateRanges.first)
            #expect(range.duration == nil && range.plannedDuration == nil)
            #expect(range.interstitial?.playoutLimit == nil && range.interstitial?.skipControlOffset == nil)
        }
        let list = try AssetList.parse(
            Array(#"{"ASSETS":[{"URI":"a","DURATION":1e300}],"SKIP-CONTROL":{"OFFSET":1e300,"DURATION":-1e300}}"#.utf8))
        #expect(list.assets.map(\.duration) == [0])
        #expect(list.skipControlOffset == nil && list.skipControlDuration == nil)
    }

    @Test("A part target of zero is reported and not used")
    func noPartTarget() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=0.000\n#EXT-X-PART:DURATION=1,URI=\"p\"\n"
        let reading = Playlist.parse(text, baseURL: base)
        #expect(reading.playlist?.media?.partTarget == nil)
        #expect(reading.playlist?.media?.upcoming?.parts.count == 1)
        #expect(reading.diagnostics.contains { $0.code == .missingAttribute })
    }

    @Test("Skips, sequence numbers and imports in hostile numbers neither trap nor take quadratic time")
    func hostileNumbers() {
        let limit = UInt64.max
        for (sequence, skipped) in [(limit, limit), (limit - 1, 1), (0, limit), (limit, 0), (5, 1 << 39)] as [(UInt64, UInt64)] {
            for text in [
                "#EXT-X-MEDIA-SEQUENCE:\(sequence)\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n",
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n",
            ] {
                let update = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + text + "#EXTINF:4,\na.ts\n", baseURL: base)
                guard let update = update.playlist?.media else { continue }
                let known = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n", baseURL: base).playlist?.media
                #expect((try? known?.merging(update))?.playlist.segments.count ?? 0 <= 2)
            }
        }
        let names = (0..<50_000).map { Definition(name: "n\($0)", value: "v\($0)") }
        let imports = names.map { "#EXT-X-DEFINE:IMPORT=\"\($0.name)\"\n" }.joined()
        let reading = Playlist.parse(
            "#EXTM3U\n" + imports + "#EXTINF:1,\n{$n49999}.ts\n", baseURL: base, options: ReadingOptions(importable: names))
        #expect(reading.playlist?.media?.segments.first?.uri.text == "v49999.ts")
        let hints = String(repeating: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n", count: 2000)
        #expect(Playlist.parse("#EXTM3U\n" + hints, baseURL: base).errors.map(\.code) == [.limit])
    }

    @Test func `Other documents are refused as no playlist`() {
        for text in ["", "\n\n", "<html><body>404</body></html>", "hello", "#", "\u{0}\u{1}"] {
            let reading = Playlist.parse(text)
            #expect(reading.playlist == nil)
            #expect(reading.errors.last?.code == .notAPlaylist)
        }
    }

    @Test func `A media file is no playlist, however many deviations it has`() {
        let bytes: [UInt8] = (0..<10_000).map { $0.isMultiple(of: 2) ? 0xFF : 0x0A }
        let reading = Playlist.parse(bytes)
        #expect(reading.errors.map(\.code) == [.notAPlaylist])
        #expect(reading.diagnostics.count <= 1_000)
    }

    @Test func `Exceeding a limit is one error, and diagnostics are bounded`() {
        let line = String(repeating: "x", count: 3 << 20)
        #expect(Playlist.parse("#EXTM3U\n" + line).errors.map(\.code) == [.limit])
        let variants = "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", count: 20_000)
        #expect(Playlist.parse(variants).errors.map(\.code) == [.limit])
        var limits = ReadingOptions.Limits()
        limits.bytes = 10
        #expect(Playlist.parse("#EXTM3U\n#EXTINF", options: ReadingOptions(limits: limits)).errors.map(\.code) == [.limit])
        let faulty = "#EXTM3U\n" + String(repeating: "#EXTINF:x\n", count: 5_000)
        #expect(Playlist.parse(faulty).diagnostics.count == 1000)
    }

    @Test func `Variable expansion counts toward the size limit`() {
        var limits = ReadingOptions.Limits()
        limits.bytes = 4000
        let value = String(repeating: "x", count: 100)
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n"
        let few = Playlist.parse(head + String(repeating: "#EXTINF:4,\n{$a}\n", count: 40), options: ReadingOptions(limits: limits))
        #expect(few.errors.isEmpty)
        #expect(few.playlist?.media?.segments.count == 40)
        let many = Playlist.parse(head + String(repeating: "#EXTINF:4,\n{$a}\n", count: 41), options: ReadingOptions(limits: limits))
        #expect(many.errors.map(\.code) == [.limit])
        #expect(many.errors.map(\.line) == [85])
    }

    @Test func `Very many attributes on one line or in one date range have bounded cost`() throws {
        let many = (0..<50_000).map { "X-A\($0)=1" }.joined(separator: ",")
        let line = Playlist.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,\(many),X-A7=2\na\n")
        #expect(line.playlist?.multivariant?.variants.first?.otherAttributes.count == 50_000)
        #expect(line.warnings.map(\.code).contains(.attribute))
        let start = "#EXT-X-DATERANGE:ID=\"i\",START-DATE=\"2020-01-01T00:00:00Z\",X-ASSET-URI=\"u\""
        let tags = (0..<2_000).map { "#EXT-X-DATERANGE:ID=\"i\",X-B\($0)=1\n" }.joined()
        let range = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(start)\n\(tags)").playlist?.media?.dateRanges.first
        #expect(range?.clientAttributes.count == 256)
        #expect(range?.clientAttributes.first?.name == "X-B0")
    }

    @Test func `Numbers at the limit of 64 bits do not overflow`() {
        let largest = "18446744073709551615"
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:\(largest)
            #EXT-X-MEDIA-SEQUENCE:\(largest)
            #EXT-X-DISCONTINUITY-SEQUENCE:\(largest)
            #EXT-X-SKIP:SKIPPED-SEGMENTS=\(largest)
            #EXT-X-BYTERANGE:\(largest)@\(largest)
            #EXT-X-DISCONTINUITY
            #EXTINF:\(largest),
            a
            #EXT-X-BYTERANGE:9223372036854775807@9223372036854775807
            #EXTINF:1,
            a
            """
        #expect(Playlist.parse(text).errors.map(\.code) == [.limit])
        let wide = Playlist.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\(largest),RESOLUTION=\(largest)x\(largest)\na\n").playlist?
            .multivariant
        #expect(wide?.variants.first?.bandwidth == .max)
        #expect(wide?.variants.first?.resolution == nil)
    }

    @Test func `All line endings, byte order marks and white space are accepted`() throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["\u{FEFF}#EXTM3U", "#EXT-X-TARGETDURATION: 4 ", "", "  #EXTINF:4 , t ", "\ta.ts  ", "#EXT-X-ENDLIST"].joined(
                separator: end)
            let reading = Playlist.parse(text)
            let playlist = try #require(reading.playlist?.media)
            #expect(playlist.segments.map(\.uri.text) == ["a.ts"] && playlist.segments[0].title == "t" && playlist.isEndList)
            #expect(reading.warnings.map(\.line) == [1, 4, 5])
        }
    }
}
