// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("ID3 tags in an MPEG-TS segment")
struct TimedTagStreamTests {
    /// An ID3 tag with one text frame of a length.
    private func tag(_ letter: Character, length: Int = 1) -> [UInt8] {
        func size(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }
        let text = [UInt8](repeating: letter.asciiValue!, count: length)
        let frame = Array("TIT2".utf8) + size(text.count + 1) + [0, 0, 3] + text
        return Array("ID3".utf8) + [4, 0, 0] + size(frame.count) + frame
    }

    /// A segment that is written packet by packet.
    private struct Segment {
        var bytes: [UInt8] = []
        private var counter: UInt8 = 0

        init() {
            let descriptor: [UInt8] = [0x26, 13, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0, 0x0F]
            add(0, Self.section(0, [0, 1, 0xE1, 0]), counter: 0)
            add(0x100, Self.section(2, [0xE1, 1, 0xF0, 0, 0x15, 0xE1, 1, 0xF0, UInt8(descriptor.count)] + descriptor), counter: 0)
        }

        private static func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
            let content = [0, 1, 0xC1, 0, 0] + body
            let whole = [table, 0xB0, UInt8(content.count + 4)] + content
            return [0] + whole + checksum(whole)
        }

        private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
            var sum: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                sum ^= UInt32(byte) << 24
                for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
            }
            return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
        }

        private mutating func add(_ pid: UInt16, _ payload: [UInt8], counter: UInt8, isStart: Bool = true) {
            let stuffing = 184 - payload.count
            let field = [UInt8(max(stuffing, 1) - 1)] + (stuffing > 1 ? [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) : [])
            bytes += [0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 255), (stuffing > 0 ? 0x30 : 0x10) | counter]
            bytes += (stuffing > 0 ? field : []) + payload
        }

        /// - Parameters:
        ///   - second: Nil for a packet without a time.
        ///   - lost: The number of a transport packet that is left out.
        mutating func add(
            _ payload: [UInt8], at second: UInt64?, id: UInt8 = 0xBD, isAligned: Bool = false, hasLength: Bool = true, lost: Int? = nil
        ) {
            var header: [UInt8] = []
            if let ticks = second.map({ $0 * 90_000 }) {
                header = [
                    0x21 | UInt8(ticks >> 29 & 14), UInt8(ticks >> 22 & 255), 1 | UInt8(ticks >> 14 & 254), UInt8(ticks >> 7 & 255),
                    1 | UInt8(ticks << 1 & 254),
                ]
            }
            let length = hasLength ? payload.count + 3 + header.count : 0
            let start: [UInt8] = [0, 0, 1, id, UInt8(length >> 8), UInt8(length & 255), isAligned ? 0x84 : 0x80]
            let packet = start + [second == nil ? 0 : 0x80, UInt8(header.count)] + header + payload
            for (number, place) in stride(from: 0, to: packet.count, by: 184).enumerated() {
                if number != lost { add(0x101, Array(packet[place...].prefix(184)), counter: counter, isStart: place == 0) }
                counter = (counter + 1) & 15
            }
        }
    }

    private func read(_ bytes: [UInt8], piece: Int = .max / 2) throws -> [EventMessage] {
        let feed = ByteFeed()
        for start in stride(from: 0, to: bytes.count, by: piece) { feed.append(Array(bytes[start..<min(bytes.count, start + piece)])) }
        feed.finish()
        let demuxer = try Demuxer(feed)
        while try demuxer.next() != nil {}
        return demuxer.takeEvents()
    }

    /// The first letter of each tag with its time in seconds.
    private func reported(_ events: [EventMessage]) -> [String] {
        events.map { event in
            guard case .presentation(let time) = event.time else { return "?" }
            let texts = (event.tags ?? []).map { "\($0.text.prefix(1))\($0.text.count)" }
            return "\(Int(time.seconds)) \(texts.joined(separator: "+"))"
        }
    }

    private func reported(_ segment: Segment) throws -> [String] { reported(try read(segment.bytes)) }

    @Test("Tags are reported with their time, with and without a packet length", arguments: [true, false])
    func whole(hasLength: Bool) throws {
        var segment = Segment()
        segment.add(tag("a"), at: 10, isAligned: true, hasLength: hasLength)
        segment.add(tag("b", length: 900), at: 11, hasLength: hasLength)
        segment.add(tag("c") + tag("d"), at: 12, hasLength: hasLength)
        let expected = ["10 a1", "11 b900", "12 c1+d1"]
        #expect(try reported(segment) == expected)
        for piece in [1, 7, 188, 1000] { #expect(reported(try read(segment.bytes, piece: piece)) == expected) }
    }

    @Test("A tag is assembled from several packets of which only the first has a timestamp", arguments: [true, false])
    func split(hasLength: Bool) throws {
        let long = tag("a", length: 3000)
        // The first cut is inside the tag's header.
        for cuts in [[4, 1500], [10, 11], [200, 2800], [184 - 14, 2000]] {
            var segment = Segment()
            segment.add(Array(long[..<cuts[0]]), at: 10, isAligned: true, hasLength: hasLength)
            segment.add(Array(long[cuts[0]..<cuts[1]]), at: nil, hasLength: hasLength)
            segment.add(Array(long[cuts[1]...]), at: nil, hasLength: hasLength)
            segment.add(tag("b"), at: 12, isAligned: true, hasLength: hasLength)
            let events = try read(segment.bytes)
            #expect(reported(events) == ["10 a3000", "12 b1"], "\(cuts)")
            #expect(events.first?.data == long, "\(cuts)")
            for piece in [1, 7, 188] { #expect(try read(segment.bytes, piece: piece) == events) }
        }
    }

    @Test("An incomplete tag is dropped when the next one begins")
    func truncated() throws {
        let long = tag("a", length: 3000)
        var segment = Segment()
        segment.add(Array(long[..<2000]), at: 10, isAligned: true)
        segment.add(tag("b"), at: 11)
        segment.add(tag("c") + long[..<100], at: 12)
        segment.add(tag("d"), at: 13)
        // The rest of a tag whose beginning is missing.
        segment.add(Array(long[100...]), at: nil)
        segment.add(Array(long[..<100]), at: 14)
        #expect(try reported(segment) == ["11 b1", "12 c1", "13 d1"])
    }

    @Test("A tag with a lost packet is dropped, but not those around it")
    func lost() throws {
        for hasLength in [true, false] {
            for lost in 0..<5 {
                var segment = Segment()
                segment.add(tag("a", length: 400), at: 10, hasLength: hasLength)
                segment.add(tag("b", length: 800), at: 11, hasLength: hasLength, lost: lost)
                segment.add(tag("c"), at: 12, hasLength: hasLength)
                #expect(try reported(segment) == ["10 a400", "12 c1"])
            }
        }
    }

    @Test("Tags in metadata cells are reported like others")
    func cells() throws {
        let long = tag("a", length: 600)
        var segment = Segment()
        segment.add([0, 0, 0x0F, 0, UInt8(tag("b").count)] + tag("b"), at: 9, id: 0xFC)
        segment.add([0, 0, 0x8F, 1, 44] + long[..<300], at: 10, id: 0xFC)
        segment.add([0, 1, 0x4F, UInt8((long.count - 300) >> 8), UInt8((long.count - 300) & 255)] + long[300...], at: nil, id: 0xFC)
        #expect(try reported(segment) == ["9 b1", "10 a600"])
    }

    @Test("Tags of absurd sizes are dropped, and so is endless data behind them")
    func sizes() throws {
        var segment = Segment()
        segment.add(Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + [UInt8](repeating: 1, count: 500), at: 9)
        segment.add(Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 0, 0], at: 10)
        segment.add(tag("a"), at: 11)
        segment.add([UInt8](repeating: 0x49, count: EventMessage.longestData + 100_000), at: 12, hasLength: false)
        segment.add(tag("b"), at: 13)
        let large = tag("c", length: EventMessage.longestData)
        segment.add(large, at: 14, hasLength: false)
        segment.add(tag("d"), at: 15)
        #expect(try reported(segment) == ["11 a1", "13 b1", "15 d1"])
    }

    @Test("Tags truncated or damaged at any byte do no harm")
    func damaged() throws {
        var segment = Segment()
        segment.add(tag("a", length: 300), at: 10)
        segment.add(tag("b"), at: 11, hasLength: false)
        for count in 189..<segment.bytes.count { #expect((try? read(Array(segment.bytes[..<count])))?.count ?? 0 <= 2) }
        var chance = SeededChance(1)
        for index in segment.bytes.indices.dropFirst() {
            var bytes = segment.bytes
            bytes[index] = UInt8(truncatingIfNeeded: chance.next())
            _ = try? read(bytes)
        }
    }

    @Test("At most a thousand tags are reported")
    func many() throws {
        var segment = Segment()
        for second in 0..<1100 as Range<UInt64> { segment.add(tag("a"), at: second) }
        #expect(try read(segment.bytes).count == 1000)
    }
}
