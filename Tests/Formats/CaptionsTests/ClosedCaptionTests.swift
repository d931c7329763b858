// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("Closed captions in video samples") struct ClosedCaptionTests {
    private let triplets: [UInt8] = [0xFC, 0x94, 0x20, 0xFD, 0x15, 0x2C, 0xFF, 0x02, 0x21]

    private func userData(_ triplets: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0x47, 0x41, 0x39, 0x34, 3, 0xC0 | UInt8(triplets.count / 3), 0xFF]
        return head + triplets + [0xFF]
    }

    private func message(_ triplets: [UInt8], type: UInt8 = 4) -> [UInt8] {
        let payload = [0xB5, 0, 0x31] + userData(triplets)
        return [type, UInt8(payload.count)] + payload
    }

    /// Adds emulation prevention: a three after two zeros prevents start codes.
    private func protected(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if result.suffix(2) == [0, 0], byte <= 3 { result.append(3) }
            result.append(byte)
        }
        return result
    }

    private func annexB(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + protected($0) } }
    private func lengths(_ units: [[UInt8]], _ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in units.map(protected) {
            for byte in (0..<size).reversed() { bytes.append(UInt8(unit.count >> (byte * 8) & 255)) }
            bytes += unit
        }
        return bytes
    }

    @Test("Captions are found in H.264 and H.265 SEI messages, with start codes and length prefixes, beside other messages")
    func supplementalInformation() {
        let other: [UInt8] = [5, 17] + [UInt8](repeating: 0xAA, count: 17)
        let long: [UInt8] = [0xFF, 0x01, 0xFF, 0x00] + [UInt8](repeating: 0, count: 255)
        let body = other + long + message(triplets) + [0x80]
        let zeros: [UInt8] = [0xFC, 0, 0, 0xFC, 0, 0, 0xFC, 0, 1]
        let avc = [[0x09, 0xF0], [0x06] + body, [0x06] + message(zeros) + [0x80], [0x65, 0x88, 0x80]]
        let hevc = [[0x46, 0x01, 0x10], [0x4E, 0x01] + body, [0x26, 0x01, 0xAF], [0x50, 0x01] + message(zeros) + [0x80]]
        #expect(CaptionedVideo.h264().triplets(in: annexB(avc)) == triplets + zeros)
        #expect(CaptionedVideo.h265().triplets(in: annexB(hevc)) == triplets + zeros)
        for size in [2, 4] {
            #expect(CaptionedVideo.h264(lengthSize: size).triplets(in: lengths(avc, size)) == triplets + zeros)
            #expect(CaptionedVideo.h265(lengthSize: size).triplets(in: lengths(hevc, size)) == triplets + zeros)
        }
        #expect(CaptionedVideo.h264().triplets(in: annexB([[0x06] + message(triplets, type: 5)])).isEmpty)
    }

    @Test("Captions are found in MPEG-2 user data of both fields")
    func mpeg2() {
        let picture: [UInt8] = [0, 0, 1, 0, 0x00, 0x0F, 0xFF, 0xF8, 0, 0, 1, 0xB2]
        let slice: [UInt8] = [0, 0, 1, 1, 0x22, 0x33]
        let fields = picture + userData(triplets) + slice + picture + userData([0xFD, 1, 2]) + slice
        #expect(CaptionedVideo.mpeg2.triplets(in: fields) == triplets + [0xFD, 1, 2])
        #expect(CaptionedVideo.mpeg2.triplets(in: picture + Array("DTG1".utf8) + slice).isEmpty)
    }

    /// An AV1 OBU, with its size or, as allowed for the last one, without.
    private func unit(_ type: UInt8, _ payload: [UInt8], hasSize: Bool = true, isExtended: Bool = false) -> [UInt8] {
        var size: [UInt8] = []
        var rest = payload.count
        repeat {
            size.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return [type << 3 | (isExtended ? 4 : 0) | (hasSize ? 2 : 0)] + (isExtended ? [0x20] : []) + (hasSize ? size : []) + payload
    }

    @Test("Captions are found in AV1 metadata, beside other metadata")
    func openBitstream() {
        let terms: [UInt8] = [4, 0xB5, 0, 0x31] + userData(triplets) + [0x80]
        let other: [UInt8] = [4, 0xB5, 0, 0x3C] + [UInt8](repeating: 7, count: 200) + [0x80]
        let frame = unit(6, [UInt8](repeating: 0x2A, count: 300))
        let whole = unit(2, []) + unit(5, other) + unit(5, terms, isExtended: true) + unit(5, [1, 0, 0, 0, 0, 0x80]) + frame
        #expect(CaptionedVideo.av1.triplets(in: whole) == triplets)
        #expect(CaptionedVideo.av1.triplets(in: frame + unit(5, terms, hasSize: false)) == triplets)
        for end in whole.indices {
            let found = CaptionedVideo.av1.triplets(in: Array(whole[..<end]))
            #expect(found.isEmpty || found == triplets)
            _ = CaptionedVideo.av1.triplets(in: Array(whole[end...]))
        }
        #expect(CaptionedVideo.av1.triplets(in: [UInt8](repeating: 0xFF, count: 40)).isEmpty)
    }

    @Test("Truncated access units yield complete triplets")
    func truncated() {
        let unit = annexB([[0x06] + message(triplets) + [0x80]])
        for end in unit.indices {
            let found = CaptionedVideo.h264().triplets(in: Array(unit[..<end]))
            #expect(found.count % 3 == 0)
            #expect(triplets.starts(with: found))
            _ = CaptionedVideo.h265(lengthSize: 4).triplets(in: Array(unit[end...]))
            _ = CaptionedVideo.mpeg2.triplets(in: Array(unit[end...]))
        }
    }

    private func data(_ frame: Int64) -> ClosedCaptionData {
        ClosedCaptionData(time: MediaTime(value: frame, timescale: 30), triplets: [UInt8(frame)])
    }

    @Test("Captions of frames in decode order are returned in presentation order")
    func order() {
        // I P B B P B B, shown as 0 1 2 3 …
        let frames: [Int64] = [0, 3, 1, 2, 6, 4, 5]
        var known = ClosedCaptionOrder()
        var result: [ClosedCaptionData] = []
        var delays: [Int] = []
        for (index, frame) in frames.enumerated() {
            result += known.push(data(frame), decodeTime: MediaTime(value: Int64(index) - 1, timescale: 30))
            delays.append(result.count)
        }
        result += known.finish()
        #expect(result == (0..<7).map { data($0) })
        #expect(delays == [0, 1, 2, 3, 4, 5, 6])
        var blind = ClosedCaptionOrder(depth: 2)
        result = frames.flatMap { blind.push(data($0)) }
        result += blind.finish()
        #expect(result == (0..<7).map { data($0) })
    }

    @Test("Frames of two fields keep the order of their captions, whichever field comes first")
    func fields() throws {
        var order = ClosedCaptionOrder()
        let time = MediaTime(value: 1, timescale: 1)
        let second = ClosedCaptionData(time: time, triplets: [0xFD, 0x15, 0x20])
        let first = ClosedCaptionData(time: time, triplets: [0xFC, 0x14, 0x20])
        #expect(order.push(second).isEmpty)
        #expect(order.push(first).isEmpty)
        #expect(order.finish() == [second, first])
    }

    @Test("Channels and services are decoded in parallel, and invalid data are dropped")
    func sideBySide() throws {
        var decoder = ClosedCaptionDecoder()
        func picture(_ frame: Int64, _ triplets: [UInt8]) -> [ClosedCaptionDecoder.ServiceCue] {
            decoder.decode(ClosedCaptionData(time: MediaTime(value: frame, timescale: 30), triplets: triplets))
        }
        let codes: [UInt8] = [0x98, 0x38, 74, 0, 0x60, 31, 0x09, 0x64]
        let digital = DigitalCaptions.triplets(DigitalCaptions.packet(codes, sequence: 0))
        // Field 2 comes first in each frame.
        for (index, pair) in [UInt8(0x20), 0x70, 0x2F].enumerated() {
            let field2: [UInt8] = index == 2 ? [0xFD, 0x43, 0x00] : []
            let field1: [UInt8] = index == 2 ? [0xFC, 0x41, 0x00] : []
            #expect(picture(Int64(index) * 2, field2 + field1 + [0xF8, 0x42, 0x42]).isEmpty)
            let control: [UInt8] = [0xFD, 0x15, pair, 0xFC, 0x14, pair]
            #expect(picture(Int64(index) * 2 + 1, control + (index == 0 ? digital : [0xFA, 0, 0])).isEmpty)
        }
        #expect(decoder.services.sorted().map(\.name) == ["CC1", "CC3", "SERVICE1"])
        let now = MediaTime(value: 6, timescale: 30)
        let channel = try #require(ClosedCaptionService(named: "CC3"))
        #expect(decoder.shown(of: channel, at: now).map(\.cue.text) == ["C"])
        let cues = decoder.finish(at: now)
        #expect(cues.map(\.service.name) == ["CC1", "CC3", "SERVICE1"])
        #expect(cues.map(\.cue.text) == ["A", "C", "d"])
    }

    @Test("Services are named as in playlists")
    func names() {
        #expect(ClosedCaptionService(named: "CC4")?.name == "CC4")
        #expect(ClosedCaptionService(named: "SERVICE63")?.number == 63)
        for name in ["CC0", "CC5", "cc1", "SERVICE0", "SERVICE64", "SERVICE01", "SERVICE", "", "CC+1"] {
            #expect(ClosedCaptionService(named: name) == nil)
        }
    }
}
