// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

/// Generated files with ancillary data packets.
@Suite struct MacCaptionTests {
    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// A caption distribution packet with a time code, triplets and the service list.
    private static func line(_ time: String, _ triplets: [UInt8]) -> String {
        var packet: [UInt8] = [0x96, 0x69, 0, 0x4F, 0xC3, 0, 1, 0x71, 0xC0, 0x80, 0x80, 0x80, 0x72, 0xE0 | UInt8(triplets.count / 3)]
        packet += triplets + [0x73, 0xD1, 0xE1] + Array("eng".utf8) + [0x7E, 0x3F, 0xFF, 0x74, 0, 1, 0]
        packet[2] = UInt8(packet.count)
        return "\(time)\t\(hexadecimal([0x61, 0x01, UInt8(packet.count)] + packet + [0]))"
    }

    private static func analog(_ time: String, _ pairs: UInt16...) -> String {
        line(time, pairs.flatMap { [0xFC, UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    private static func digital(_ time: String, _ codes: [UInt8], _ sequence: UInt8, service: Int = 1) -> String {
        line(time, DigitalCaptions.triplets(DigitalCaptions.packet(codes, service: service, sequence: sequence)))
    }

    private static func file(_ lines: [String], rate: String = "30") -> String {
        "File Format=MacCaption_MCC V1.0\r\n\r\n////////\r\n// 00:00:00:00 is no time code here\r\n\r\nUUID=1234\r\n"
            + "Time Code Rate=\(rate)\r\n\r\n" + lines.joined(separator: "\r\n") + "\r\n"
    }

    private static let old = [
        analog("00:00:01:00", 0x9420, 0x94D0, 0xC869), analog("00:00:02:15", 0x942F), analog("00:00:04:00", 0x942C),
    ]

    @Test("CEA-608 captions are read if there are no CEA-708 ones")
    func analog() {
        let document = read(Self.file(Self.old))
        #expect(document.format == .macCaption)
        #expect(document.errors.isEmpty)
        #expect(document.regions.isEmpty)
        #expect(document.cues.map(\.text) == ["Hi"])
        #expect(document.cues.map(\.start.seconds) == [2.5])
        #expect(document.cues.map(\.end.seconds) == [4])
    }

    @Test("CEA-708 captions are preferred to CEA-608, with their windows")
    func digital() throws {
        let window: [UInt8] = [0x98, 0x38, 74, 0, 0x61, 31, 0x09]
        let lines = [
            Self.digital("00:00:01:00", window + Array("Hello".utf8), 0), Self.digital("00:00:03:00", [0x88, 0x01], 1),
            Self.digital("00:00:04:00", Array("More".utf8) + [0x03], 2),
        ]
        let document = read(Self.file([Self.old[0]] + lines + [Self.old[1]]))
        #expect(document.cues.map(\.text) == ["Hello", "More"])
        #expect(document.cues.map(\.start.seconds) == [1, 4])
        // A caption without an end lasts four more seconds.
        #expect(document.cues.map(\.end.seconds) == [3, 8])
        #expect(document.regions.count == 1 && document.cues.allSatisfy { $0.region == document.regions[0].id })
    }

    @Test("The first service with captions is read, and the others are reported")
    func services() {
        let window: [UInt8] = [0x98, 0x38, 74, 0, 0x61, 31, 0x09]
        func text(_ text: String, _ sequence: UInt8, _ service: Int) -> String {
            Self.digital("00:00:0\(sequence + 1):00", window + Array(text.utf8) + [0x03], sequence, service: service)
        }
        let document = read(Self.file([text("three", 0, 3), text("two", 1, 2), Self.old[0], Self.old[1]]))
        #expect(document.cues.map(\.text) == ["two"])
        #expect(document.regions.map(\.id) == document.cues.compactMap(\.region))
        #expect(document.errors.map(\.message) == ["the captions of SERVICE3 are left out"])
        let both = read(Self.file([text("two", 0, 2), text("one", 1, 1)]))
        #expect(both.cues.map(\.text) == ["one"])
        #expect(both.errors.count == 1)
    }

    @Test("Letters abbreviate frequent bytes, and pairs may stand alone")
    func letters() {
        let triplets = "Q" + Self.hexadecimal([0xFC, 0x94, 0x20, 0xFC, 0x94, 0xD0, 0xFC, 0xC8, 0x69]) + "GHPR"
        let packed = "T28S284F43Z0172E9\(triplets)74Z01Z55"
        let document = read(Self.file(["00:00:01:00\t\(packed)", "00:00:02:00\t610203801420A6", "00:00:02:01\t61020380942FZ"]))
        #expect(document.cues.map(\.text) == ["Hi"])
        #expect(document.cues.map(\.start) == [MediaTime(value: 61, timescale: 30)])
    }

    @Test(
        "Time codes use the file's frame rate",
        arguments: [("24", "00:00:02:12", 2.5), ("60", "00:00:02:30", 2.5), ("30DF", "00:01:00:02", 60.06), ("60DF", "00:01:00:04", 60.06)])
    func rates(_ rate: String, _ time: String, _ seconds: Double) {
        let document = read(Self.file([Self.old[0], Self.analog(time, 0x942F)], rate: rate))
        #expect(document.cues.map(\.start.seconds) == [seconds])
    }

    @Test("Field and line suffixes of time codes are ignored, and invalid packets are reported")
    func version2() {
        let marked = Self.old[0].replacing("\t", with: ".1,9\t")
        let text = Self.file([marked, "00:00:xx:00\tT00", "00:00:02:00\t61W", "00:00:02:00\t4101030102", Self.old[1], Self.old[2]])
            .replacing("V1.0", with: "V2.0")
        let document = read(text)
        #expect(document.cues.map(\.text) == ["Hi"])
        #expect(document.errors.map(\.code) == [.timing, .data])
        #expect(read("00:00:01:00\tT00", as: .macCaption).errors.map(\.code) == [.signature])
    }

    @Test("Cues are the same however a file is split, and a file cut anywhere does no harm")
    func pieces() {
        let bytes = Array(Self.file(Self.old).utf8)
        let whole = CaptionDocument.read(bytes)
        for size in [1, 7, 64] {
            var reader = MacCaptionReader()
            var cues: [Cue] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                cues += reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            cues += reader.finish()
            #expect(cues == whole.cues)
            #expect(reader.errors == whole.errors)
        }
        for end in bytes.indices { #expect(CaptionDocument.read(Array(bytes[..<end]), as: .macCaption).cues.count <= 1) }
    }
}
