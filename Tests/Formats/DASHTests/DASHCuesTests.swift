// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("WebM cues of a DASH stream")
struct DASHCuesTests {
    private static func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
        // Four-byte sizes, as written by muxers that fill them in later.
        id + [0x10 | UInt8(body.count >> 24), UInt8(body.count >> 16 & 0xFF), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)]
            + body
    }

    private static func number(_ value: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(bytes - 1 - $0))) }
    }

    /// The first bytes of a six-second file, up to its tracks.
    private static func header(segmentSize: Int?) -> [UInt8] {
        let information = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x2A, 0xD7, 0xB1], number(1_000_000, bytes: 3)) + element([0x44, 0x89], number(Double(6000).bitPattern, bytes: 8)))
        let size = segmentSize.map { [0x01] + number(UInt64($0), bytes: 7) } ?? [0x01] + [UInt8](repeating: 0xFF, count: 7)
        return element([0x1A, 0x45, 0xDF, 0xA3], [0x42, 0x86, 0x81, 1]) + [0x18, 0x53, 0x80, 0x67] + size + information
    }

    private static func cues(_ points: [(time: UInt64, offset: UInt64)]) -> [UInt8] {
        element(
            [0x1C, 0x53, 0xBB, 0x6B],
            points.flatMap { point in
                element(
                    [0xBB],
                    element([0xB3], number(point.time, bytes: 2))
                        + element([0xB7], element([0xF7], [1]) + element([0xF1], number(point.offset, bytes: 4))))
            })
    }

    /// Where the Segment element's content begins in ``header(segmentSize:)``.
    private static let start = 4 + 4 + 4 + 4 + 8

    @Test("Cues yield the segments whether they precede or follow the clusters", arguments: [true, false])
    func segments(isBehind: Bool) throws {
        let bytes = Self.cues([(0, 1000), (2000, 5000), (4500, 9000)])
        let index = try DASHSegmentIndex.readCues(
            bytes, at: isBehind ? Self.start + 12_000 : 300, header: Self.header(segmentSize: isBehind ? nil : 12_000))
        #expect(index.entries.map(\.start) == [0, 2, 4.5])
        #expect(index.entries.map(\.duration) == [2, 2.5, 1.5])
        #expect(index.entries.map(\.range.offset) == [1000, 5000, 9000].map { $0 + Self.start })
        #expect(index.entries.map(\.range.length) == [4000, 4000, 3000])
    }

    @Test("Truncated or useless cues end in an error or in fewer segments")
    func damaged() throws {
        let whole = Self.cues([(0, 1000), (2000, 5000)])
        let header = Self.header(segmentSize: 12_000)
        for count in 0..<whole.count {
            let index = try? DASHSegmentIndex.readCues(Array(whole[..<count]), at: 300, header: header)
            #expect(index.map { $0.entries.count <= 2 } ?? true)
        }
        for count in 0..<header.count { _ = try? DASHSegmentIndex.readCues(whole, at: 300, header: Array(header[..<count])) }
        #expect(throws: DASHError.self) { try DASHSegmentIndex.readCues(Self.cues([]), at: 300, header: header) }
        #expect(throws: DASHError.self) { try DASHSegmentIndex.readCues(whole, at: 300, header: Self.header(segmentSize: nil)) }
        #expect(throws: DASHError.self) {
            try DASHSegmentIndex.readCues(Self.cues([(0, .max), (1, 5)]), at: 300, header: Self.header(segmentSize: nil))
        }
    }

    @Test("Cues and other indexes are distinguished")
    func kinds() {
        #expect(DASHSegmentIndex.isCues(Self.cues([(0, 0)])))
        #expect(!DASHSegmentIndex.isCues([0, 0, 0, 20, 0x73, 0x69, 0x64, 0x78]))
        #expect(!DASHSegmentIndex.isCues([]))
    }
}
