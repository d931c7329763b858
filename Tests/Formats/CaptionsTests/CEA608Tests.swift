// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct CEA608Tests {
    private func scenarist(_ lines: String...) -> CaptionDocument {
        read("Scenarist_SCC V1.0\n\n" + lines.joined(separator: "\n\n") + "\n")
    }

    @Test("The requested channel of several is read")
    func chosenChannel() throws {
        let file = Array("Scenarist_SCC V1.0\n\n00:00:01:00 9420 9470 c869 942f 1c20 1c70 486f 1c2f\n\n00:00:02:00 942c 1c2c\n".utf8)
        func texts(_ channel: Int?) -> [String] {
            let service = channel.flatMap { ClosedCaptionService(channel: $0) }
            return CaptionDocument.read(file, service: service).cues.map { $0.plainText() }
        }
        #expect(texts(1) == ["Hi"])
        #expect(texts(2) == ["Ho"])
        #expect(texts(3).isEmpty)
        #expect(Set(texts(nil)) == ["Hi", "Ho"])
    }

    @Test("A pop-on caption is shown from its end code until erased, at its row and column")
    func popOn() throws {
        // Row 15, indent 4, tab 2; "Hi", an italic word, a special character and an extended one in place of its substitute.
        let document = scenarist(
            "00:00:10:00 94ae 94ae 9420 9420 94f2 94f2 97a2 97a2 c8e9 91ae 91ae 79ef 91b6 91b6 4592 9220 942f 942f", "00:00:12:00 942c 942c"
        )
        try #require(document.cues.count == 1 && document.errors.isEmpty)
        let cue = document.cues[0]
        #expect(cue.start == MediaTime(value: 316 * 1001, timescale: 30_000))
        #expect(cue.end == MediaTime(value: 360 * 1001, timescale: 30_000))
        #expect(cue.text == "Hi yo£EÁ" || cue.text == "Hi yo£Á")
        #expect(cue.settings.line == 10 + 14 * 80 / 15.0)
        #expect(cue.settings.position == 25)
        #expect(cue.settings.alignment == .left)
        #expect(cue.tree.dump.contains("| <i>\n|   \"yo"))
    }

    @Test("Doubled codes count once, unless something lies between them")
    func doubled() {
        let document = scenarist("00:00:01:00 9420 9420 9470 9470 c1a1 a180 97a1 97a1 97a1 c280 942f 942f", "00:00:02:00 942c")
        #expect(document.cues.map(\.text) == ["A!!  B"])
    }

    @Test("Roll-up rows move up with each carriage return, up to the number of rows")
    func rollUp() {
        let row = { (time: String, text: String) in "\(time) 9425 9425 94ad 94ad 9470 9470 \(text)" }
        let document = scenarist(
            row("00:00:01;00", "c180"), row("00:00:02;00", "c280"), row("00:00:03;00", "4380"), "00:00:04;00 942c 942c")
        #expect(document.cues.map(\.text) == ["A", "A\nB", "B\nC"])
        #expect(document.cues.map(\.end.seconds).last.map { abs($0 - 4.004) < 0.001 } == true)
    }

    @Test("A control code sent once counts even if it equals the last one seconds earlier")
    func single() {
        let document = scenarist(
            "00:00:01:00 9420 9470 c1c1 942f", "00:00:03:00 942f", "00:00:04:00 9420 9470 c2c2 942f 942f", "00:00:06:00 942c")
        #expect(document.cues.map(\.text) == ["AA", "BB"])
        #expect(document.cues.map(\.end) == [90, 180].map { MediaTime(value: $0 * 1001, timescale: 30_000) })
    }

    @Test("Time codes count the frames of NTSC, whether they skip numbers or not")
    func ntsc() {
        func start(_ time: String) -> Double? { scenarist("\(time) 9429 9429 9470 9470 c1c2").cues.first?.start.seconds }
        let delay = 4 * 1001 / 30_000.0
        for (time, seconds) in [("01:00:00:00", 3603.6), ("01:00:00;00", 3599.9964), ("00:10:00:00", 600.6), ("00:09:59;28", 599.9327)] {
            let found = start(time) ?? 0
            #expect(abs(found - delay - seconds) < 0.001, "\(time): \(found)")
        }
    }

    @Test("Reducing the roll-up rows keeps the lowest ones")
    func fewerRows() {
        let document = scenarist(
            "00:00:01:00 94a7 94a7 9470 9470 c1c1 94ad 94ad c2c2 94ad 94ad 4343", "00:00:03:00 9425 9425", "00:00:04:00 942c 942c")
        #expect(document.cues.map(\.text).suffix(2) == ["AA\nBB\nCC", "BB\nCC"])
    }

    @Test("Paint-on text stays until it is overwritten or erased")
    func paintOn() {
        let document = scenarist("00:00:01:00 9429 9429 9470 9470 c1c2", "00:00:02:00 9429 9429 9470 9470 4380", "00:00:03:00 942c")
        #expect(document.cues.map(\.text) == ["AB", "CB"])
    }

    @Test("Letters painted after a pause appear when received, and the text they replace ends then")
    func paintedLate() {
        let document = scenarist(
            "00:00:01:00 9429 9429 9470 9470 c1c2", "00:00:03:00 4380", "00:00:05:00 9470 9470 c4c4", "00:00:06:00 94a1 94a1",
            "00:00:08:00 942c 942c")
        #expect(document.cues.map(\.text) == ["AB", "ABC", "DDC", "D C"])
        #expect(document.cues.map(\.end) == [90, 152, 180, 240].map { MediaTime(value: $0 * 1001, timescale: 30_000) })
        #expect(zip(document.cues, document.cues.dropFirst()).allSatisfy { $0.end == $1.start })
    }

    @Test("The plain single quote of the extended set is decoded")
    func plainQuote() {
        #expect(scenarist("00:00:01:00 9429 9429 9470 9470 a720 9229").cues.map(\.text) == ["''"])
    }

    @Test("Blank lines may precede the first line, and captions are read if it is missing")
    func head() {
        let line = "00:00:01:00 9429 9429 9470 9470 c1c2\n"
        #expect(read("\n \nScenarist_SCC V1.0\n\n" + line).cues.map(\.text) == ["AB"])
        let headless = CaptionDocument.read(Array(line.utf8), as: .scenarist)
        #expect(headless.cues.map(\.text) == ["AB"])
        #expect(headless.errors.map(\.code) == [.signature])
    }

    @Test("The four channels are independent of each other and of other services")
    func channels() {
        var decoder = CEA608Decoder()
        var cues: [CEA608Decoder.ChannelCue] = []
        var frame: Int64 = 0
        func send(_ first: UInt8, _ second: UInt8, _ field: Int) {
            cues += decoder.decode(first, second, field: field, at: MediaTime(value: frame, timescale: 30))
            frame += 1
        }
        for (channel, field) in [(UInt8(0), 1), (8, 1), (0, 2), (8, 2)] {
            send(0x14 | channel, 0x20, field)
            send(0x14 | channel, 0x70, field)
            send(0x41 + channel / 8 + UInt8(field - 1) * 2, 0, field)
            if field == 2 {
                send(0x01, 0x03, 2)
                send(0x58, 0x58, 2)
                send(0x0F, 0x1D, 2)
            }
            send(0x14 | channel, 0x2F, field)
        }
        cues += decoder.finish(at: MediaTime(value: 10, timescale: 1))
        #expect(cues.map(\.channel) == [1, 2, 3, 4])
        #expect(cues.map(\.cue.text) == ["A", "B", "C", "D"])
    }

    @Test("Text mode leaves captions unchanged, and they continue after it")
    func text() {
        let document = scenarist(
            "00:00:01:00 9425 9425 94ad 94ad 9470 9470 c180", "00:00:02:00 942a 942a 9470 9470 d8d8 94a1 942d 942d d9d9",
            "00:00:03:00 9425 9425 94ad 94ad c280", "00:00:04:00 942c 942c")
        #expect(document.cues.map(\.text) == ["A", "A\nB"] && document.cues[0].end.seconds > 3)
    }

    @Test("Rows keep their alignment: centred, right, or the words of two speakers")
    func rows() {
        func rows(_ first: String, _ second: String) -> [Cue] {
            scenarist("00:00:01:00 9420 9420 \(first) \(second) 942f 942f", "00:00:02:00 942c 942c").cues
        }
        // Row 14 with indent 8 and four letters over row 15 with indent 4 and twelve.
        let centred = rows("9454 9454 c1c2 c1c2", "94f2 94f2 c1c2 c1c2 c1c2 c1c2 c1c2 c1c2")
        #expect(centred.map(\.text) == ["ABAB\nABABABABABAB"] && centred[0].settings.alignment == .center)
        #expect(centred[0].settings.position == 35)
        #expect(centred[0].settings.positionAlignment == .center)
        let right = rows("9454 9454 c1c2 c1c2", "94f2 94f2 c1c2 c1c2 c1c2 c1c2")
        #expect(right.map(\.text) == ["ABAB\nABABABAB"] && right[0].settings.alignment == .right && right[0].settings.position == 40)
        let speakers = rows("9454 9454 c1c2 c1c2", "94d6 94d6 c1c2 c1c2")
        #expect(speakers.count == 1)
        let apart = rows("9452 9452 c1c2 c1c2", "94f8 94f8 c1c2 c1c2")
        #expect(apart.map(\.text) == ["ABAB", "ABAB"])
        #expect(apart.map(\.settings.position) == [20, 50])
    }

    @Test("A black letter takes no extra column, and a tab past the last column stays there")
    func blackAndTabs() {
        let document = scenarist(
            "00:00:01:00 9420 9420 9470 9470 c1c2 97ae 97ae c180 942f 942f",
            "00:00:02:00 9420 9420 94fe 94fe c1c1 c1c1 c1c1 97a1 97a1 c2c2 942f 942f", "00:00:04:00 942c")
        #expect(document.cues.map(\.text) == ["ABA", "AAAAAABB"])
        #expect(document.cues.first?.tree.dump.contains("color: #000000\"\n|   \"A") == true)
    }

    @Test("Errors in a file are reported with their lines and affect only themselves")
    func faults() {
        let document = scenarist("nonsense 9420", "00:00:01:00 9420 94zz 9470 9470 c180 942f", "00:00:02:00 942c")
        #expect(document.cues.map(\.text) == ["A"])
        #expect(document.errors.map(\.line) == [3, 5])
        #expect(document.errors.map(\.code) == [.timing, .data])
        var state: UInt64 = 7
        var decoder = CEA608Decoder()
        for index in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = decoder.decode(
                UInt8(state >> 56), UInt8(state >> 40 & 255), field: index & 1 + 1, at: MediaTime(value: Int64(index), timescale: 60))
        }
        #expect(decoder.finish(at: MediaTime(value: 1000, timescale: 1)).allSatisfy { $0.cue.end.seconds == 1000 })
    }
}
