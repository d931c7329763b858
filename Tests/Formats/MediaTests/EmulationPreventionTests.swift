// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia

@Suite("Emulation prevention bytes") struct EmulationPreventionTests {
    @Test(
        "The 3 of every 0, 0, 3 is removed, and nothing else",
        arguments: [
            ([], []), ([0], [0]), ([3], [3]), ([0, 3], [0, 3]), ([0, 0], [0, 0]), ([0, 0, 3], [0, 0]), ([0, 0, 3, 1], [0, 0, 1]),
            ([0, 0, 0, 3], [0, 0, 0]), ([0, 0, 3, 3], [0, 0, 3]), ([0, 0, 3, 0, 3], [0, 0, 0, 3]),
            ([0, 0, 3, 0, 0, 3, 0, 0, 3], [0, 0, 0, 0, 0, 0]), ([7, 0, 0, 3, 9, 0, 0, 3], [7, 0, 0, 9, 0, 0]),
            ([0, 0, 4, 3, 0, 0, 2, 0, 0, 1], [0, 0, 4, 3, 0, 0, 2, 0, 0, 1]),
        ] as [([UInt8], [UInt8])])
    func removes(unit: [UInt8], plain: [UInt8]) {
        #expect(EmulationPrevention.removed(from: unit) == plain)
        let framed = [0, 0] + unit + [3]
        #expect(EmulationPrevention.removed(from: framed[2..<framed.count - 1]) == plain)
    }

    @Test("Random bytes lose the same bytes as byte by byte")
    func random() {
        var chance = SeededChance(41)
        for round in 0..<2000 {
            // Mostly zeros and threes, so that all overlaps occur.
            let unit = (0..<Int.random(in: 0...(round % 64), using: &chance)).map { _ in
                [0, 0, 0, 3, 3, 1, 0x65, 0xFF].randomElement(using: &chance)! as UInt8
            }
            #expect(EmulationPrevention.removed(from: unit) == Self.byteByByte(unit), "\(unit)")
        }
    }

    private static func byteByByte(_ unit: [UInt8]) -> [UInt8] {
        var (plain, zeros): ([UInt8], Int) = ([], 0)
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
            } else {
                zeros = byte == 0 ? zeros + 1 : 0
                plain.append(byte)
            }
        }
        return plain
    }
}
