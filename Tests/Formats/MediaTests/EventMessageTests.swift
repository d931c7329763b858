// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("Event messages in media")
struct EventMessageTests {
    static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }

    static let names = Array("urn:x:y\0one\0".utf8)
    static let numbers = number(90_000, 4)

    /// The bodies of the box in both versions.
    static let old = [0, 0, 0, 0] + names + numbers + number(45_000, 4) + number(180_000, 4) + number(7, 4) + [1, 2, 3]
    static let new = [1, 0, 0, 0] + numbers + number(1 << 40, 8) + number(0xFFFF_FFFF, 4) + number(8, 4) + names + [4]

    @Test("Version 0 counts from the segment's start, version 1 on the media clock")
    func versions() throws {
        let first = try #require(EventMessage(box: Self.old))
        #expect(first.scheme == "urn:x:y")
        #expect(first.value == "one")
        #expect(first.id == 7)
        #expect(first.data == [1, 2, 3])
        #expect(first.time == .afterSegmentStart(MediaTime(value: 45_000, timescale: 90_000)))
        #expect(first.duration == MediaTime(value: 2, timescale: 1))
        let second = try #require(EventMessage(box: Self.new))
        #expect(second.scheme == "urn:x:y")
        #expect(second.value == "one")
        #expect(second.id == 8)
        #expect(second.data == [4])
        #expect(second.duration == nil)
        #expect(second.time == .presentation(MediaTime(value: 1 << 40, timescale: 90_000)))
    }

    @Test("Truncated boxes, other versions and absurd sizes are refused")
    func hostile() {
        // The message may be empty, but everything before it is required.
        for (box, data) in [(Self.old, 3), (Self.new, 1)] {
            for count in 0..<(box.count - data) { #expect(EventMessage(box: Array(box[..<count])) == nil, "\(count)") }
            #expect(EventMessage(box: Array(box[..<(box.count - data)]))?.data.isEmpty == true)
        }
        #expect(EventMessage(box: [2] + Self.new.dropFirst()) == nil)
        let ticks = Self.number(.max, 8)
        #expect(EventMessage(box: [1, 0, 0, 0] + Self.numbers + ticks + Self.number(0, 8) + Self.names) == nil)
        #expect(EventMessage(box: [1, 0, 0, 0] + Self.number(0, 4) + Self.number(0, 16) + Self.names) == nil)
        #expect(EventMessage(box: [1, 0, 0, 0] + Self.number(0xFFFF_FFFF, 4) + Self.number(0, 16) + Self.names) == nil)
        #expect(EventMessage(box: Self.old + [UInt8](repeating: 0, count: EventMessage.longestData)) == nil)
        #expect(EventMessage(box: [0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 100_000) + [0] + Self.old.dropFirst(4)) == nil)
    }
}
