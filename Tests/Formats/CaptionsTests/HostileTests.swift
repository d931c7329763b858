// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct HostileTests {
    static let vtt = """
        WEBVTT X

        REGION
        id:a lines:4

        STYLE
        ::cue(b) { color: "x;}" } /* c */

        one
        00:00.000 --> 00:01.000 region:a
        é <b>x</b> &amp; <00:00.500>y\r\rtwo\r\n00:02.000 --> 00:03.000\r\nz\u{0}

        """
    static let srt = "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>é</i> &lt;\r\n\r\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc"

    static let ssa = """
        [Script Info]\r\nScriptType: v4.00+\n\n[Events]\r
        Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}é{\\i0}\\Nb
        Dialogue: 0,0:00:xx.00,0:00:02.00,Default,,0,0,0,,c
        """
    static let scc = "Scenarist_SCC V1.0\r\n\r\n00:00:01:00\t9420 9470 c180 zz 942f\n\n00:00:02:00 942c\n"

    @Test("Cues and errors are the same however the bytes are split")
    func pieces() {
        for size in 1...7 {
            for text in [Self.vtt, "\u{FEFF}" + Self.vtt] { check(WebVTTReader.self, text, size, count: 2) }
            check(SubRipReader.self, Self.srt, size, count: 2)
            check(SubStationReader.self, Self.ssa, size, count: 1)
            check(ScenaristReader.self, Self.scc, size, count: 1)
        }
    }

    private func check<Reader: CaptionReader>(_ type: Reader.Type, _ text: String, _ size: Int, count: Int) {
        var reader = Reader(limits: CaptionLimits())
        let bytes = Array(text.utf8)
        var cues: [Cue] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            cues += reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        cues += reader.finish()
        let whole = read(text)
        #expect(cues == whole.cues)
        #expect(reader.errors == whole.errors)
        #expect(cues.count == count)
    }

    @Test("A cue is returned as soon as its end is received")
    func streaming() {
        var reader = WebVTTReader()
        #expect(reader.read(Array("WEBVTT\n\n00:00.000 --> 00:01.000\na".utf8)).isEmpty)
        #expect(reader.read(Array("\n\n".utf8)).map(\.text) == ["a"])
    }

    @Test("Files cut anywhere or with any byte changed do no harm", arguments: [vtt, srt])
    func damaged(_ text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            _ = CaptionDocument.read(Array(bytes[..<index]))
            for byte: UInt8 in [0, 0x3C, 0x7B, 0xFF, 0x0A] {
                var changed = bytes
                changed[index] = byte
                _ = CaptionDocument.read(changed)
            }
        }
    }

    @Test(
        "Nesting, endless lines and bombs stop at the limits and are reported",
        arguments: [
            String(repeating: "<b>", count: 20_000), String(repeating: "<b><i>x</b>", count: 20_000),
            String(repeating: "{", count: 50_000),
            String(repeating: "<", count: 50_000), String(repeating: "&", count: 50_000), String(repeating: "{\\i1}", count: 10_000),
            String(repeating: "&amp;&#x41;", count: 20_000), String(repeating: "x", count: 3 << 20),
        ])
    func bombs(_ text: String) {
        for document in [read("WEBVTT\n\n00:00.000 --> 00:01.000\n\(text)"), read("1\n00:00:00,000 --> 00:00:01,000\n\(text)\n")] {
            #expect(document.cues.count == 1)
            #expect(document.cues[0].text.utf8.count <= 2 << 20)
            #expect(document.cues[0].tree.dump.utf8.count < 200 << 20)
        }
        let styled = read("WEBVTT\n\nSTYLE\n::cue(\(text.prefix(50_000))) {\(text.prefix(50_000))\n")
        #expect(!styled.errors.isEmpty)
    }

    @Test("Errors, cues and regions stop at their limits")
    func limits() {
        let limits = CaptionLimits(cues: 2, regions: 1, errors: 3)
        let region = "REGION\nid:a\n\nREGION\nid:b\n\n"
        let cues = String(repeating: "00:00.000 --> 00:01.000 x\na\n\n", count: 9)
        let document = CaptionDocument.read(Array("WEBVTT\n\n\(region)\(cues)".utf8), limits: limits)
        #expect(document.cues.count == 2)
        #expect(document.regions.count == 1)
        #expect(document.errors.count == 3)
    }

    @Test(
        "Absurd rates and times of TTML give late cues and never trap",
        arguments: [
            "ttp:frameRate='100000000' ttp:subFrameRate='100000000' ttp:frameRateMultiplier='100000 1'",
            "ttp:timeBase='smpte' ttp:frameRate='100000000' ttp:frameRateMultiplier='1000 1001'",
            "ttp:timeBase='smpte' ttp:frameRate='30' ttp:subFrameRate='100000000' ttp:frameRateMultiplier='1000 1001' ttp:dropMode='dropNTSC'",
            "ttp:subFrameRate='100000000' ttp:frameRateMultiplier='1 100000'", "ttp:tickRate='100000000'",
        ])
    func absurdTimes(_ clock: String) {
        let times = ["999999999999:59:60:99999.999999999999", "999999999999f", "999999999999.9f", "999999999999t", "999999999999h"]
        for time in times {
            let document = read(
                "<tt xmlns='http://www.w3.org/ns/ttml' xmlns:ttp='http://www.w3.org/ns/ttml#parameter' \(clock)>"
                    + "<body><div><p begin='0s' end='\(time)'>a</p><p begin='\(time)'>b</p></div></body></tt>")
            #expect(document.cues.first?.text == "a")
        }
    }

    @Test("Numbers of SubRip cues beyond 64 bits' range don't trap")
    func largestNumbers() {
        let number = Int64.max
        let document = read(
            "\(number)\n00:00:01,000 --> 00:00:02,000\na\n\n1\n00:00:03,000 --> 00:00:04,000\nb\n\n\(number)\n"
                + "00:00:05,000 --> 00:00:06,000\nc\n\n\(number)\n")
        #expect(document.cues.map(\.id) == ["\(number)", "1", "\(number)"])
    }

    @Test("A sample of TTML with an absurd number of an image keeps its cue")
    func absurdImage() {
        for number in ["\(Int.min)", "\(Int.max)", "0", "-1"] {
            let text =
                "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='0s' end='1s'>a</p>"
                + "<image src='urn:mpeg:14496-30:subs:\(number)'/></div></body></tt>"
            let document = CaptionDocument.readSample(
                Array(text.utf8), of: .ttml, start: .zero, end: MediaTime(value: 1, timescale: 1))
            #expect(document.cues.first?.text == "a")
        }
    }

    @Test("An image that many elements refer to through another one is decoded once")
    func sharedImage() {
        let data = String(repeating: "QUJD", count: 1000)
        let text =
            "<tt xmlns='http://www.w3.org/ns/ttml'><head><metadata><image id='b'>\(data)</image><image id='a' src='#b'/></metadata></head>"
            + "<body>\(String(repeating: "<div begin='0s' end='1s' backgroundImage='#a'/>", count: 3))</body></tt>"
        let images = read(text).cues.compactMap(\.image?.bytes)
        #expect(images.count == 3)
        #expect(Set(images.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }).count == 1)
    }

    @Test("Animations around thousands of paragraphs stop at their limit, which is reported")
    func animations() {
        let sets = (0..<900).map { "<set begin='\($0)s' dur='1s' tts:opacity='0.5'/>" }.joined()
        let paragraphs = String(repeating: "<p begin='0s' end='1s'>x</p>", count: 20_000)
        let document = read(
            "<tt xmlns='http://www.w3.org/ns/ttml' xmlns:tts='http://www.w3.org/ns/ttml#styling'><body>\(sets)<div>\(paragraphs)</div></body></tt>"
        )
        #expect((100..<20_000).contains(document.cues.count))
        #expect(document.errors.map(\.code) == [.limit])
    }

    @Test("Selectors that fit nested text and siblings in countless ways stop at their limit", arguments: [" ", " ~ ", " > ", " + "])
    func countlessMatches(_ combinator: String) {
        let parts = (["#none"] + [String](repeating: "*", count: 40)).joined(separator: combinator)
        let text =
            combinator == " " || combinator == " > " ? String(repeating: "<b>", count: 120) : String(repeating: "<b></b>", count: 500)
        let document = read(
            "WEBVTT\n\nSTYLE\n::cue(\(parts)) { color: red }\n\nSTYLE\n::cue { color: lime }\n\n00:00.000 --> 00:01.000\n\(text)x\n")
        #expect(document.styleSheets.count == 2)
        let styling = CaptionStyling(sheets: document.styleSheets)
        #expect(styling.runs(of: document.cues[0], at: .zero).map(\.text) == ["x"])
        #expect(styling.style(of: document.cues[0]).map(\.value) == ["lime"])
    }

    @Test("Hundreds of thousands of line breaks in a paragraph are joined in linear time")
    func lineBreaks() {
        let breaks = String(repeating: "<br/>", count: 300_000)
        let document = read("<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='0s' end='1s'>a\(breaks)b</p></div></body></tt>")
        #expect(document.cues.first?.text.utf8.count == 300_002)
        #expect(document.cues.first?.tree.count == 1)
    }

    @Test("An opacity that isn't a number counts as none", arguments: ["nan", "inf", "-nan", "x"])
    func opacity(_ value: String) {
        let look = CaptionLook([Declaration("opacity", value)], cue: [], CaptionLength(fontSize: 20, pictureHeight: 400))
        #expect(look.color == .white)
    }

    @Test("Thousands of style sheets stop at their limit, which is reported")
    func styleSheets() {
        let sheet = "STYLE\n::cue(b) { color: red }\n\n"
        let text = "WEBVTT\n\n" + String(repeating: sheet, count: 20_000) + "00:00.000 --> 00:01.000\na\n"
        let document = read(text)
        #expect((1000..<8200).contains(document.styleSheets.count))
        #expect(document.errors.first?.code == .limit)
        #expect(document.cues.count == 1)
        let small = CaptionDocument.read(Array(text.utf8), limits: CaptionLimits(errors: 2, styleBytes: 200))
        #expect(small.styleSheets.count == 2)
        #expect(small.errors.map(\.code) == [.limit, .limit])
    }

    @Test("A paragraph in many regions and a constantly changing region have bounded cost")
    func regions() {
        func document(_ layout: String, _ body: String) -> CaptionDocument {
            read(
                "<tt xmlns:tts=\"http://www.w3.org/ns/ttml#styling\"><head><layout>\(layout)</layout></head>"
                    + "<body><div>\(body)</div></body></tt>")
        }
        let words = String(repeating: "x", count: 4000)
        let spans = (0..<640).map { "<span region=\"r\($0 % 64)\">\(words)</span>" }.joined()
        let many = document((0..<64).map { "<region xml:id=\"r\($0)\"/>" }.joined(), "<p begin=\"0s\" end=\"1s\">\(spans)</p>")
        #expect((1..<64).contains(many.cues.count))
        #expect(many.errors.map(\.code) == [.limit])
        let sets = (0..<500).map { "<set begin=\"\($0)s\" dur=\"0.5s\" tts:origin=\"\($0 % 50)% 0%\"/>" }.joined()
        let moving = document(
            "<region xml:id=\"r\">\(sets)</region>", String(repeating: "<p region=\"r\" begin=\"0s\" end=\"900s\">\(words)</p>", count: 10))
        #expect((1000..<5_000).contains(moving.cues.count))
        #expect(moving.errors.contains { $0.code == .limit })
    }
}
