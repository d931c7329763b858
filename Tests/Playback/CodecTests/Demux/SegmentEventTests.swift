// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("Events in a segment")
struct SegmentEventTests {
    private func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    private func event(_ id: UInt32, data: Int = 3) -> [UInt8] {
        let body =
            [1, 0, 0, 0] + number(1000) + number(0) + number(2500) + number(500) + number(id) + Array("urn:x\01\0".utf8)
            + [UInt8](repeating: 9, count: data)
        return number(UInt32(body.count + 8)) + Array("emsg".utf8) + body
    }

    private func read(_ bytes: [UInt8], piece: Int) throws -> (events: [EventMessage], samples: Int) {
        let feed = ByteFeed()
        for start in stride(from: 0, to: bytes.count, by: piece) { feed.append(Array(bytes[start..<min(bytes.count, start + piece)])) }
        feed.finish()
        let demuxer = try Demuxer(feed)
        var (events, count) = (demuxer.takeEvents(), 0)
        while try demuxer.next() != nil {
            count += 1
            events += demuxer.takeEvents()
        }
        return (events + demuxer.takeEvents(), count)
    }

    @Test("Events are reported however the bytes are delivered, cost no sample, and are skipped if too large")
    func deliveries() throws {
        let header = try file("video/init.mp4", of: "vod-cmaf-single")
        let segment = try file("video/0.m4s", of: "vod-cmaf-single")
        let plain = try read(header + segment, piece: .max / 2).samples
        let large = event(3, data: EventMessage.longestData + (32 << 10))
        for piece in [7, 4096, .max / 2] {
            let found = try read(header + event(1) + large + event(2) + segment, piece: piece)
            #expect(found.events.map(\.id) == [1, 2] && found.samples == plain)
            #expect(found.events.allSatisfy { $0.time == .presentation(MediaTime(value: 5, timescale: 2)) && $0.scheme == "urn:x" })
        }
    }

    @Test("At most a thousand events are kept")
    func many() throws {
        let header = try file("video/init.mp4", of: "vod-cmaf-single")
        let segment = try file("video/0.m4s", of: "vod-cmaf-single")
        let found = try read(header + (0..<1500).flatMap { event($0) } + segment, piece: .max / 2)
        #expect(found.events.count == 1000)
    }

    // MARK: ID3 in MPEG-TS

    private func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return number(sum)
    }

    private func packet(_ pid: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let stuffing = 184 - payload.count
        let field = [UInt8(stuffing - 1)] + (stuffing > 1 ? [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) : [])
        return [0x47, 0x40 | UInt8(pid >> 8), UInt8(pid & 255), stuffing > 0 ? 0x30 : 0x10] + (stuffing > 0 ? field : []) + payload
    }

    private func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let content = [0, 1, 0xC1, 0, 0] + body
        let whole = [table, 0xB0, UInt8(content.count + 4)] + content
        return [0] + whole + checksum(whole)
    }

    @Test("ID3 tags of MPEG-TS are reported with their time")
    func tags() throws {
        let descriptor: [UInt8] = [0x26, 13, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0, 0x0F]
        let map: [UInt8] = [0xE1, 1, 0xF0, 0, 0x15, 0xE1, 1, 0xF0, UInt8(descriptor.count)] + descriptor
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 12] + Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0, 3, 0x61]
        // Ten seconds.
        let ticks: UInt64 = 900_000
        let time: [UInt8] = [
            0x21 | UInt8(ticks >> 29 & 14), UInt8(ticks >> 22 & 255), 1 | UInt8(ticks >> 14 & 254), UInt8(ticks >> 7 & 255),
            1 | UInt8(ticks << 1 & 254),
        ]
        let message: [UInt8] = [0, 0, 1, 0xBD, 0, UInt8(tag.count + 8), 0x84, 0x80, 5] + time + tag
        let bytes = packet(0, section(0, [0, 1, 0xE1, 0])) + packet(0x100, section(2, map)) + packet(0x101, message)
        let found = try read(bytes, piece: 188)
        #expect(found.samples == 0 && found.events.map(\.time) == [.presentation(MediaTime(value: 10, timescale: 1))])
        #expect(found.events.first?.tags?.map(\.text) == ["a"])
    }
}
