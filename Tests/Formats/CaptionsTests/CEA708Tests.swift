// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

/// Packs service codes into packets, and those into triplets.
struct DigitalCaptions {
    private var sequence: UInt8 = 0
    private(set) var decoder = ClosedCaptionDecoder()
    private(set) var cues: [ClosedCaptionDecoder.ServiceCue] = []

    static func packet(_ codes: [UInt8], service: Int = 1, sequence: UInt8) -> [UInt8] {
        var data: [UInt8] = []
        var rest = codes[...]
        while !rest.isEmpty {
            let part = rest.prefix(31)
            rest = rest.dropFirst(31)
            data += service > 6 ? [7 << 5 | UInt8(part.count), UInt8(service)] : [UInt8(service) << 5 | UInt8(part.count)]
            data += part
        }
        // The header byte is part of the packet, and packets consist of whole pairs.
        if data.count % 2 == 0 { data.append(0) }
        return [sequence << 6 | UInt8((data.count + 1) / 2)] + data
    }

    static func triplets(_ packet: [UInt8]) -> [UInt8] {
        var triplets: [UInt8] = []
        for index in stride(from: 0, to: packet.count, by: 2) {
            triplets.append(index == 0 ? 0xFF : 0xFE)
            triplets += packet[index...index + 1]
        }
        return triplets
    }

    mutating func send(_ codes: [UInt8], service: Int = 1, at seconds: Double) {
        let packet = Self.packet(codes, service: service, sequence: sequence)
        sequence = (sequence + 1) & 3
        cues += decoder.decode(ClosedCaptionData(time: MediaTime(seconds: seconds), triplets: Self.triplets(packet)))
    }

    mutating func lose() { sequence = (sequence + 1) & 3 }
    mutating func pass(to seconds: Double) { cues += decoder.decode(ClosedCaptionData(time: MediaTime(seconds: seconds), triplets: [])) }
    mutating func finish(at seconds: Double) { cues += decoder.finish(at: MediaTime(seconds: seconds)) }

    func shown(_ service: Int = 1, at seconds: Double) -> [String] {
        var decoder = decoder
        guard let service = ClosedCaptionService(service: service) else { return [] }
        return decoder.shown(of: service, at: MediaTime(seconds: seconds)).map(\.cue.text)
    }
}

@Suite struct CEA708Tests {
    /// DefineWindow: anchored at the bottom of the safe area by its lower left corner, row and column locked.
    private func define(_ window: UInt8 = 0, visible: Bool = true, rows: UInt8 = 2, columns: UInt8 = 32, style: UInt8 = 1, pen: UInt8 = 1)
        -> [UInt8]
    {
        let flags: UInt8 = visible ? 0x38 : 0x18
        return [0x98 | window, flags, 74, 0, 0x60 | (rows - 1), columns - 1, style << 3 | pen]
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("A caption written to a hidden window is shown from its display to its deletion, in the window's region")
    func popOn() throws {
        var captions = DigitalCaptions()
        captions.send(define(visible: false) + text("Hi "), at: 0.9)
        captions.send([0x90, 0x05, 0xC0] + text("you\rtwo"), at: 1)
        #expect(captions.shown(at: 1).isEmpty)
        captions.send([0x89, 0x01], at: 2)
        #expect(captions.shown(at: 2) == ["Hi you\ntwo"])
        #expect(captions.cues.isEmpty)
        captions.send([0x8C, 0xFF], at: 4)
        try #require(captions.cues.count == 1)
        let (cue, region) = (captions.cues[0].cue, try #require(captions.cues[0].region))
        #expect(captions.cues[0].service == ClosedCaptionService(named: "SERVICE1"))
        #expect(cue.start.seconds == 2)
        #expect(cue.end.seconds == 4)
        #expect(cue.text == "Hi you\ntwo")
        #expect(cue.region == region.id)
        #expect(cue.tree.dump == "| \"Hi \"\n| <i>\n|   <u>\n|     \"you\"\n| \"\n\"\n| <i>\n|   <u>\n|     \"two\"\n")
        #expect(region.anchorX == 0)
        #expect(region.anchorY == 100)
        #expect(region.viewportAnchorX == 10)
        #expect(region.viewportAnchorY == 90)
        #expect(region.height == 2 * 80 / 15.0)
        #expect(abs(region.width - 32 * 80 / 42.0) < 1e-9)
        #expect(region.lines == 2)
        #expect(region.style["background-color"] == "#000000")
        #expect(region.display == .before)
    }

    @Test("Rows roll up with each carriage return, and text being written appears at once")
    func rollUp() {
        var captions = DigitalCaptions()
        captions.send(define(rows: 2, style: 4) + text("A"), at: 1)
        captions.send(text("a"), at: 1.5)
        #expect(captions.shown(at: 1.5) == ["Aa"])
        captions.send([0x0D] + text("B"), at: 2)
        captions.send([0x0D] + text("C"), at: 3)
        captions.send([0x0C], at: 4)
        captions.finish(at: 5)
        #expect(captions.cues.map(\.cue.text) == ["Aa", "Aa\nB", "B\nC"])
        #expect(captions.cues.map(\.cue.start.seconds) == [1, 2, 3])
        #expect(captions.cues.map(\.cue.end.seconds) == [2, 3, 4])
    }

    @Test("A full line wraps at its last space if the window has word wrap, or else loses the rest")
    func wrap() {
        var captions = DigitalCaptions()
        captions.send(define(rows: 3, columns: 8, style: 4) + text("one two three"), at: 1)
        #expect(captions.shown(at: 1) == ["one two\nthree"])
        captions.send([0x8C, 1] + define(rows: 3, columns: 8, style: 1) + text("one two three"), at: 2)
        #expect(captions.shown(at: 2) == ["one two"])
    }

    @Test("Delays hold codes back until they end, are cancelled, or the buffer is full")
    func delays() {
        var captions = DigitalCaptions()
        captions.send(define() + [0x61, 0x8D, 20, 0x62], at: 1)
        #expect(captions.shown(at: 1) == ["a"])
        captions.pass(to: 2.9)
        #expect(captions.shown(at: 2.9) == ["a"])
        captions.pass(to: 3.5)
        #expect(captions.shown(at: 3.5) == ["ab"])
        captions.send([0x8D, 100] + text("c"), at: 4)
        captions.send([0x64, 0x8E, 0x65], at: 5)
        #expect(captions.shown(at: 5) == ["abcde"])
        captions.send([0x8D, 100] + text("f"), at: 6)
        #expect(captions.shown(at: 6) == ["abcde"])
        for index in 0..<4 { captions.send([UInt8](repeating: 0x00, count: 40), at: 7 + Double(index) / 10) }
        #expect(captions.shown(at: 8) == ["abcdef"])
        captions.send([0x8D, 100] + text("g"), at: 9)
        captions.send([0x8F], at: 10)
        #expect(captions.shown(at: 10).isEmpty)
        #expect(captions.cues.last?.cue.end.seconds == 10)
    }

    @Test("Windows are independent, and commands affect those they name")
    func windows() {
        var captions = DigitalCaptions()
        captions.send(define(0) + text("zero"), at: 1)
        captions.send(define(3, visible: false) + text("three") + [0x80, 0x21], at: 1)
        #expect(captions.shown(at: 1) == ["zero!"])
        captions.send([0x8B, 0b1001], at: 2)
        #expect(captions.shown(at: 2) == ["three"])
        captions.send([0x88, 0b1000, 0x89, 0b1001], at: 3)
        #expect(captions.shown(at: 3) == ["zero!"])
        captions.send([0x8A, 0xFF], at: 4)
        #expect(captions.shown(at: 4).isEmpty)
        #expect(captions.cues.map(\.cue.text) == ["zero!", "three", "zero!"])
        // Without a window, nothing is written.
        captions.send([0x8C, 0xFF] + text("lost"), at: 5)
        #expect(captions.shown(at: 5).isEmpty)
    }

    @Test("A redefined window keeps its text and moves")
    func redefinition() {
        var captions = DigitalCaptions()
        captions.send(define() + text("a"), at: 1)
        captions.send(define(style: 0, pen: 0) + text("b"), at: 2)
        #expect(captions.cues.isEmpty)
        #expect(captions.shown(at: 2) == ["ab"])
        captions.send([0x98, 0x38, 0, 105, 1 << 4 | 1, 31, 0] + text("c"), at: 3)
        captions.finish(at: 4)
        #expect(captions.cues.map(\.cue.text) == ["ab", "abc"])
        #expect(captions.cues.map(\.region?.viewportAnchorY) == [90, 10] && captions.cues[1].region?.anchorX == 50)
        #expect(captions.cues[0].cue.region != captions.cues[1].cue.region)
    }

    @Test("Pen colours, edges, fonts and sizes and the positions in a window are kept")
    func pens() throws {
        var captions = DigitalCaptions()
        let pen: [UInt8] = [0x91, 0x30, 0x83, 0x0C, 0x90, 0x06, 0x1A, 0x92, 1, 8]
        captions.send(define() + pen + text("x"), at: 1)
        captions.finish(at: 2)
        let cue = try #require(captions.cues.first?.cue)
        let style = "color: #ff0000; background-color: #0000ff80; font-size: 1.25em; font-family: serif; "
        #expect(cue.tree.dump.contains(style + "text-shadow: 1px 1px 0 #00ff00, "))
        #expect(cue.settings.position == 25 && cue.settings.positionAlignment == .lineLeft && captions.cues[0].region?.display == .after)
    }

    @Test("Text tagged as not displayable is hidden, and a window without fill has no background")
    func tags() {
        var captions = DigitalCaptions()
        captions.send(define(style: 2) + [0x90, 0xF5, 0x00, 0x78, 0x90, 0x05, 0x00, 0x79], at: 1)
        captions.finish(at: 2)
        #expect(captions.cues.map(\.cue.text) == ["y"] && captions.cues[0].region?.style["background-color"] == nil)
    }

    @Test("Characters of all four sets and of 16 bits are decoded, and reserved codes are ignored")
    func characters() {
        var captions = DigitalCaptions()
        var codes: [UInt8] = define(rows: 4)
        codes += [0x7F, 0xE9, 0x10, 0x25, 0x10, 0x39, 0x10, 0xA0, 0x10, 0x22, 0x18, 0x20, 0xAC]
        codes += [0x10, 0x07, 0x10, 0x09, 0x41, 0x10, 0x12, 0x41, 0x41, 0x10, 0x1F, 0x41, 0x41, 0x41, 0x11, 0x41, 0x19, 0x41, 0x41]
        codes += [0x10, 0x83, 1, 2, 3, 4, 0x10, 0x8F, 1, 2, 3, 4, 5, 0x10, 0x95, 0x02, 0x41, 0x41, 0x93, 0x2E]
        captions.send(codes, at: 1)
        #expect(captions.shown(at: 1) == ["♪é…™[CC]_€."])
    }

    @Test("Vertical windows are read column by column, starting opposite the side that new ones come from")
    func vertical() {
        var captions = DigitalCaptions()
        let attributes: [UInt8] = [0x97, 0x3F, 0x00, 0x20, 0x00]
        captions.send(define(rows: 3, columns: 2) + attributes + [0x0C] + text("ab\rcd"), at: 1)
        captions.finish(at: 2)
        #expect(captions.cues.map(\.cue.text) == ["ab\ncd"] && captions.cues[0].cue.settings.vertical == .growingLeft)
        #expect(captions.cues[0].region?.style["background-color"] == "#ffffff")
    }

    @Test("Services are independent, including those above six")
    func services() {
        var captions = DigitalCaptions()
        for service in [1, 2, 6, 7, 63] { captions.send(define() + text("\(service)"), service: service, at: 1) }
        #expect([1, 2, 6, 7, 63].map { captions.shown($0, at: 1) } == [["1"], ["2"], ["6"], ["7"], ["63"]])
        #expect(captions.decoder.services.sorted().map(\.name) == ["SERVICE1", "SERVICE2", "SERVICE6", "SERVICE7", "SERVICE63"])
        captions.finish(at: 2)
        #expect(captions.cues.map(\.service.number) == [1, 2, 6, 7, 63])
    }

    @Test("A lost packet resets all services")
    func loss() {
        var captions = DigitalCaptions()
        captions.send(define() + text("a"), at: 1)
        captions.lose()
        captions.send(text("b"), at: 2)
        #expect(captions.shown(at: 2).isEmpty)
        #expect(captions.cues.map(\.cue.end.seconds) == [2])
        captions.send(define() + text("c"), at: 3)
        #expect(captions.shown(at: 3) == ["c"])
    }

    @Test("For any input, cues stay within their times and windows within the frame")
    func noise() {
        var state: UInt64 = 11
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        var decoder = ClosedCaptionDecoder()
        var count = 0
        for frame in 0..<4000 {
            // Command codes are more frequent here than at random.
            var bytes = (0..<20).map { _ in random() }
            for index in stride(from: 0, to: 20, by: 3) where random() > 60 { bytes[index] = 0x80 | random() & 0x1F }
            let packet = DigitalCaptions.packet(bytes, service: Int(random() & 7) + 1, sequence: UInt8(frame & 3))
            let time = MediaTime(value: Int64(frame), timescale: 30)
            for cue in decoder.decode(ClosedCaptionData(time: time, triplets: DigitalCaptions.triplets(packet))) {
                count += 1
                #expect(cue.cue.start < cue.cue.end)
                #expect(cue.cue.end <= time)
                #expect(!cue.cue.text.isEmpty)
                #expect(cue.region.map { $0.width <= 80 && ($0.height ?? 0) <= 80 } == true)
            }
        }
        #expect(count > 100)
    }
}
