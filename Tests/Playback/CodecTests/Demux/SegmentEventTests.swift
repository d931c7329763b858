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
            #expect(found.events.map(\.id) == [1, 2])
            #expect(found.samples == plain)
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
}
