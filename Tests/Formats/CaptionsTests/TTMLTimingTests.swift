// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct TTMLTimingTests {
    private func document(_ body: String, head: String = "") -> CaptionDocument {
        read(
            "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" "
                + "xmlns:itts=\"http://www.w3.org/ns/ttml/profile/imsc1#styling\"><head>\(head)</head>\(body)</tt>")
    }

    private func lines(_ document: CaptionDocument) -> [String] {
        document.cues.map { "\($0.start.seconds)-\($0.end.seconds) \($0.region.map { "[\($0)] " } ?? "")\($0.text)" }
    }

    @Test("Text in a sequence has no duration, and only elements with a duration are shown (TTML2 12.2.4)")
    func anonymous() {
        let body = """
            <body><div timeContainer="seq" dur="40s">
            <div timeContainer="seq"><p begin="5s" dur="5s" timeContainer="seq">never</p><p begin="5s" dur="5s" timeContainer="seq">nor this</p></div>
            <div timeContainer="seq" dur="20s"><p begin="5s" dur="5s">a</p><p begin="5s" dur="5s">b</p></div></div></body>
            """
        #expect(lines(document(body)) == ["25.0-30.0 a", "35.0-40.0 b"])
    }

    @Test("A parallel container in a sequence ends with its last child")
    func parallel() {
        let body = """
            <body timeContainer="seq"><div><p end="3s">a</p><p begin="1s" end="4s">b</p></div>
            <div><p begin="1s" dur="1s">c</p></div><p><span end="2s">d</span> <span dur="1s">e</span></p><p dur="1s">f</p></body>
            """
        let wanted = ["0.0-3.0 a", "1.0-4.0 b", "5.0-6.0 c", "6.0-7.0 d e", "7.0-8.0 d", "8.0-9.0 f"]
        #expect(lines(document(body)) == wanted)
    }

    @Test("Apple lyrics use absolute times without hours, and their words get timestamps")
    func lyrics() {
        let body = """
            <body dur="2:00.5"><div begin="10.5" end="1:04"><p begin="10.5" end="12"><span begin="10.5" end="11">One</span>
            <span begin="11" end="12">two</span></p><p begin="1:01.25" end="1:04">three</p></div></body>
            """
        let words = "xmlns:itunes=\"http://music.apple.com/lyric-ttml-internal\" itunes:timing=\"Word\""
        let found = read("<tt xmlns=\"http://www.w3.org/ns/ttml\" \(words)>\(body)</tt>")
        #expect(lines(found) == ["10.5-12.0 One two", "61.25-64.0 three"])
        #expect(found.errors.isEmpty)
        #expect(found.cues[0].tree.dump == "| \"One \"\n| <?timestamp 00:00:11.000>\n| \"two\"\n")
        // Without Apple's attribute, times are relative to the parent element.
        let other = document("<body><div begin=\"10.5\"><p begin=\"1:01.25\" end=\"1:04\">three</p></div></body>")
        #expect(lines(other) == ["71.75-74.5 three"])
    }

    @Test("Values with units add up, and unknown units are errors")
    func sums() {
        let body = """
            <body><p begin="1m30ms" end="0.5h2.5s">a</p><p begin="1a" end="2s">b</p><p begin="1s 2s" end="3s">c</p></body>
            """
        let found = document(body)
        #expect(lines(found).first == "60.03-1802.5 a")
        #expect(found.errors.map(\.code) == [.timing, .timing])
    }

    @Test("In a sequence nothing follows an element without an end")
    func endless() {
        #expect(lines(document("<body timeContainer=\"seq\"><p>a</p><p dur=\"1s\">b</p></body>")) == ["0.0-359999.999 a"])
        #expect(lines(document("<body><div timeContainer=\"seq\" end=\"9s\"><p>a</p><p dur=\"1s\">b</p></div></body>")) == ["0.0-9.0 a"])
        #expect(
            lines(document("<body><p end=\"9s\" timeContainer=\"seq\"><span>a</span><span dur=\"1s\">b</span></p></body>")) == ["0.0-9.0 a"]
        )
    }

    @Test("Images in a sequence follow each other, and one without a duration is not shown")
    func pictures() {
        let body = """
            <body><div timeContainer="seq"><image src="a.png" dur="2s"/><image src="b.png"/><image src="c.png" dur="1s"/></div></body>
            """
        let document = document(body)
        #expect(document.cues.map(\.image?.address) == ["a.png", "c.png"])
        #expect(document.cues.map(\.start.seconds) == [0, 2])
        #expect(document.cues.map(\.end.seconds) == [2, 3])
    }

    @Test("An unreadable time in a sequence is reported once")
    func once() {
        let body = "<body timeContainer=\"seq\"><p><span end=\"soon\" dur=\"1s\">a</span></p><p dur=\"1s\">b</p></body>"
        #expect(document(body).errors.map(\.code) == [.timing])
    }

    @Test("Deeply nested sequences have bounded cost")
    func deep() {
        let spans = (0..<200).map { "<span dur=\"10ms\">\($0)</span>" }.joined()
        let open = String(repeating: "<span timeContainer=\"seq\">", count: 90)
        let close = String(repeating: "</span>", count: 90)
        let document = document("<body><p timeContainer=\"seq\" dur=\"9s\">\(open)\(spans)\(close)</p></body>")
        #expect(document.cues.first?.text == "0")
        #expect(document.cues.count <= 200)
    }

    private let layout = "<layout><region xml:id=\"r1\"/><region xml:id=\"r2\" tts:color=\"red\"/></layout>"

    @Test("Spans with their own regions become separate captions, and text beside them has no region (TTML2 11.3.1.4)")
    func regions() {
        let found = document(
            "<body><p end=\"5s\">x <span region=\"r1\">a</span> <span><span region=\"r2\">b</span></span></p></body>", head: layout)
        #expect(lines(found) == ["0.0-5.0 [r1] a", "0.0-5.0 [r2] b"])
        #expect(found.cues.map { $0.style["color"] } == [nil, "red"])
        #expect(found.errors.map(\.code) == [.region])
        #expect(document("<body><p end=\"5s\"><span region=\"r1\">a</span> <br/></p></body>", head: layout).errors.isEmpty)
    }

    @Test("The nearest forcedDisplay attribute decides (IMSC 1.2 7.4)")
    func forced() {
        let body = """
            <body itts:forcedDisplay="true"><p end="1s">a</p><p end="1s" itts:forcedDisplay="false">b</p></body>
            """
        #expect(document(body).cues.map(\.isForced) == [true, false])
    }

    @Test(
        "Padding is relative to the region, with edges by writing mode (TTML2 10.2.35)",
        arguments: [
            ("lrtb", [2, 2, 6, 8]), ("rltb", [2, 8, 6, 2]), ("tbrl", [3.2, 5, 0.8, 15]), ("tblr", [3.2, 15, 0.8, 5]),
        ])
    func padding(_ mode: String, _ wanted: [Double]) {
        let head = """
            <layout><region xml:id="r" tts:extent="50% 20%" tts:padding="10% 4% 30% 16%" tts:writingMode="\(mode)"/></layout>
            """
        let padding = document("<body/>", head: head).region("r")?.padding ?? CaptionInsets()
        #expect([padding.top, padding.right, padding.bottom, padding.left] == wanted)
    }
}
