// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("Text track samples")
struct TextTrackTests {
    private static let start = MediaTime(value: 10, timescale: 1)
    private static let end = MediaTime(value: 12, timescale: 1)

    private func read(
        _ bytes: [UInt8], _ coding: TextCoding, header: [UInt8] = [], offset: MediaTime = .zero
    ) -> CaptionDocument {
        CaptionDocument.readSample(bytes, of: coding, header: header, start: Self.start, end: Self.end, offset: offset)
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(name.utf8) + content
    }

    // MARK: 3GPP timed text

    private func timed(_ text: [UInt8], _ boxes: [UInt8] = []) -> [UInt8] {
        [UInt8(text.count >> 8), UInt8(text.count & 255)] + text + boxes
    }

    private func style(_ first: UInt8, _ last: UInt8, face: UInt8, size: UInt8 = 18, color: [UInt8] = [255, 255, 255, 255]) -> [UInt8] {
        [0, first, 0, last, 0, 1, face, size] + color
    }

    /// Centred at the bottom, letters of size 18 in white.
    private func description(
        flags: [UInt8] = [0, 0, 0, 0], across: UInt8 = 1, down: UInt8 = 255, background: [UInt8] = [0, 0, 0, 0], face: UInt8 = 0
    ) -> [UInt8] { flags + [across, down] + background + [UInt8](repeating: 0, count: 8) + style(0, 0, face: face) }

    @Test("3GPP style boxes make text bold, italic, underlined, coloured and larger")
    func styles() throws {
        let boxes = box(
            "styl", [0, 2] + style(0, 2, face: 3) + style(4, 5, face: 4, size: 36, color: [255, 0, 0, 255]))
        let cue = try #require(read(timed(Array("Grüße".utf8), boxes), .timedText, header: description()).cues.first)
        #expect(cue.text == "Grüße")
        #expect(cue.start == Self.start)
        #expect(cue.end == Self.end)
        #expect(cue.settings == CueSettings())
        #expect(
            cue.tree.dump == """
                | <b>
                |   <i>
                |     "Gr"
                | "üß"
                | <span>
                |   style="color: #ff0000; font-size: 2.0em"
                |   <u>
                |     "e"

                """)
    }

    @Test("The track's default style applies, and style boxes override it")
    func usual() throws {
        let header = description(across: 0, down: 0, background: [0, 0, 255, 128], face: 2)
        let boxes = box("styl", [0, 1] + style(0, 1, face: 0))
        let cue = try #require(read(timed(Array("ab".utf8), boxes), .timedText, header: header).cues.first)
        #expect(cue.style == [Declaration("font-style", "italic"), Declaration("background-color", "#0000ff80")])
        #expect(cue.settings.line == 0)
        #expect(cue.settings.alignment == .left)
        #expect(cue.tree.dump == "| <span>\n|   style=\"font-style: normal\"\n|   \"a\"\n| \"b\"\n")
        let forced = read(timed([0x61], box("frcd", [])), .timedText, header: description())
        #expect(forced.cues.map(\.isForced) == [true])
        #expect(read(timed([0x61]), .timedText, header: description(flags: [0x80, 0, 0, 0])).cues.map(\.isForced) == [true])
        #expect(read(timed([0x61]), .timedText, header: description(flags: [0, 2, 0, 0])).cues.first?.settings.vertical == .growingLeft)
    }

    @Test("Text may be UTF-16 with a BOM or Mac Roman, unsupported effects are reported, and empty samples show nothing")
    func texts() {
        #expect(read(timed([0xFE, 0xFF, 0x20, 0xAC, 0, 0x0D, 0, 0x0A, 0, 0x61]), .timedText).cues.map(\.text) == ["€\na"])
        #expect(read(timed([0xFF, 0xFE, 0xAC, 0x20]), .timedText).cues.map(\.text) == ["€"])
        #expect(read(timed([0x93, 0x61, 0x94]), .quickTimeText).cues.map(\.text) == ["“a”"])
        #expect(read([0, 0], .timedText).cues.isEmpty)
        #expect(read([], .timedText).cues.isEmpty)
        #expect(read([0], .quickTimeText).cues.isEmpty)
        let karaoke = read(timed([0x61], box("krok", [0, 0, 0, 0, 0, 0])), .timedText)
        #expect(karaoke.cues.count == 1)
        #expect(karaoke.errors.map(\.code) == [.unsupported])
    }

    @Test("Impossible lengths and boxes are ignored")
    func hostile() {
        let whole = timed(Array("abc".utf8), box("styl", [0, 1] + style(0, 9, face: 1)) + box("tbox", [0, 0, 0, 0, 0, 0, 0, 0]))
        for length in 0...whole.count { _ = read(Array(whole[..<length]), .timedText, header: description()) }
        #expect(read([0xFF, 0xFF, 0x61], .timedText).cues.map(\.text) == ["a"])
        let many = timed([0x61], box("styl", [0xFF, 0xFF] + style(5, 2, face: 1) + style(200, 255, face: 1)))
        #expect(read(many, .timedText).cues.map(\.tree) == [[.text("a")]])
    }

    // MARK: Matroska

    @Test("Matroska SubRip blocks contain a cue's text with its tags and any line ending")
    func subRip() {
        let cue = read(Array("{\\an8}<i>one</i>\r\ntwo\r\n\0".utf8), .subRip).cues.first
        #expect(cue?.plainText() == "one\ntwo")
        #expect(cue?.settings.line == 0)
        #expect(read(Array("caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), .subRip).cues.map { $0.plainText() } == ["café"])
        #expect(read([], .subRip).cues.isEmpty)
    }

    @Test("Matroska SubStation has styles in the header and the fields of a dialogue in each block")
    func subStation() {
        let header = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: 100
            PlayResY: 100
            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
            Style: Top,Arial,10,&H000000FF,8
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            """
        let document = read(Array("7,2,Top,Anna,0,0,0,,one, {\\i1}two\\Nthree".utf8), .subStation, header: Array(header.utf8))
        let cue = document.cues.first
        #expect(cue?.plainText() == "one, two\nthree")
        #expect(cue?.layer == 2)
        #expect(cue?.settings.line == 0)
        #expect(cue?.start == Self.start)
        #expect(cue?.style["color"] == "#ff0000")
        #expect(cue?.tree.dump.contains("title=\"Anna\"") == true)
        #expect(document.errors.isEmpty)
    }

    @Test("WebVTT blocks in Matroska and WebM have ID, settings and text, with timestamps on either clock")
    func webVTT() {
        let header = Array("WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n".utf8)
        func cue(_ text: String) -> Cue? { read(Array("name\nline:0 align:start\n\(text)".utf8), .webVTTBlock, header: header).cues.first }
        let plain = cue("<b>a</b>\nb")
        #expect(plain?.id == "name")
        #expect(plain?.settings.line == 0)
        #expect(plain?.settings.alignment == .start)
        #expect(plain?.plainText() == "a\nb")
        let dump = cue("a<00:11.000>b")?.tree.dump
        #expect(dump?.contains("00:00:11.000") == true)
        #expect(cue("a<00:01.000>b")?.tree.dump == dump)
        #expect(read(Array("\n\nx".utf8), .webVTTBlock, header: header).styleSheets.count == 1)
        #expect(read(Array("\r\n\r\nx".utf8), .webVTTBlock).cues.map(\.text) == ["x"])
        #expect(read([], .webVTTBlock).cues.isEmpty)
    }

    // MARK: MP4

    @Test("A TTML document is limited to its sample's duration, on the item's clock")
    func ttml() {
        let text =
            "<tt xmlns='http://www.w3.org/ns/ttml'><body><div><p begin='5s' end='60s'>a</p><p begin='1s' end='2s'>b</p></div></body></tt>"
        let document = read(Array(text.utf8), .ttml, offset: MediaTime(value: 6, timescale: 1))
        #expect(document.cues.map(\.start) == [MediaTime(value: 11, timescale: 1)])
        #expect(document.cues.map(\.end) == [Self.end])
    }

    @Test("The images after a TTML document are those that it refers to, however the sample is cut")
    func images() {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = UInt32(content.count)
            return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(name.utf8) + content + [1, 2, 3, 4]
        }
        func png(_ width: UInt8) -> [UInt8] {
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, 1, 8, 6, 0, 0, 0])
                + chunk("IEND", [])
        }
        let cues = (0...3).map { "<div begin='\($0)s' end='60s' smpte:backgroundImage='urn:mpeg:14496-30:subs:\($0)'/>" }.joined()
        let spaces = "xmlns='http://www.w3.org/ns/ttml' xmlns:smpte='http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt'"
        let text = "<tt \(spaces)><body>\(cues)</body></tt>"
        let whole = Array(text.utf8) + png(7) + png(9)
        let document = read(whole, .ttml)
        #expect(document.cues.map { $0.image?.size?.width } == [nil, 7, 9, nil])
        #expect(document.errors.isEmpty)
        #expect(document.cues.map { $0.style.contains { $0.property == "background-image" } } == [true, false, false, true])
        for count in text.utf8.count..<whole.count {
            let images = read(Array(whole.prefix(count)), .ttml).cues.compactMap { $0.image?.size?.width }
            #expect(images == (count < whole.count - png(9).count ? [] : [7]), "\(count) bytes")
        }
        // A chunk longer than the sample, and images that no one counts.
        let absurd: [UInt8] = Array(png(7).prefix(8)) + [0xFF, 0xFF, 0xFF, 0xFF]
        let many: [UInt8] = (0..<1000).flatMap { _ in png(3) }
        for rest in [absurd + png(9), many] { #expect(read(Array(text.utf8) + rest, .ttml).cues.count == 4) }
    }

    @Test("A cue that spans several vttc samples is one cue")
    func goingOn() {
        func sample(_ texts: String...) -> [UInt8] { texts.flatMap { box("vttc", box("payl", Array($0.utf8))) } }
        var reader = TextTrackReader(.webVTTBoxes)
        for (second, bytes) in [sample("a"), sample("a", "b"), sample("b"), box("vtte", []), sample("b")].enumerated() {
            reader.read(
                bytes, start: MediaTime(value: Int64(second), timescale: 1), end: MediaTime(value: Int64(second + 1), timescale: 1))
        }
        let cues = reader.finish().cues
        #expect(cues.map(\.text) == ["a", "b", "b"])
        #expect(cues.map(\.start.seconds) == [0, 1, 4])
        #expect(cues.map(\.end.seconds) == [2, 3, 5])
    }

    @Test("A CEA-608 track yields the captions of the requested channel")
    func closedCaptions() {
        func pairs(_ codes: [(UInt8, UInt8)], field: UInt8) -> [UInt8] { codes.flatMap { [0xFC | field, $0.0, $0.1] } }
        let first: [(UInt8, UInt8)] = [(0x14, 0x20), (0x14, 0x70), (0x48, 0x69), (0x14, 0x2F)]
        let third: [(UInt8, UInt8)] = [(0x14, 0x20), (0x14, 0x70), (0x48, 0x6F), (0x14, 0x2F)]
        func document(_ service: ClosedCaptionService?) -> CaptionDocument {
            var reader = TextTrackReader(.closedCaptions, service: service)
            reader.read(
                pairs(first, field: 0) + pairs(third, field: 1), start: .zero, end: MediaTime(value: 1, timescale: 1))
            reader.read(pairs([(0x14, 0x2C)], field: 0), start: MediaTime(value: 2, timescale: 1), end: MediaTime(value: 3, timescale: 1))
            return reader.finish()
        }
        let all = document(nil)
        #expect(all.cues.map { $0.plainText() } == ["Hi"])
        #expect(all.cues.map(\.end.seconds) == [2])
        #expect(all.errors.map(\.code) == [.unsupported])
        #expect(document(ClosedCaptionService(channel: 3)).cues.map { $0.plainText() } == ["Ho"])
    }
}
