// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPages

/// Reads codes back as a scanner does once it has found the modules.
@Suite("QR codes") struct QRCodeTests {
    /// Which modules carry data: all that patterns don't change, whatever they are drawn over.
    private static func isData(_ version: QRVersion) -> [Bool] {
        var canvas = QRCanvas(version)
        canvas.drawPatterns()
        let blank = canvas.modules
        canvas.draw(Array(repeating: 0xFF, count: version.size * version.size))
        var isFree = zip(blank, canvas.modules).map { $0 != $1 }
        // The order of drawing fills the last bits that belong to no codeword, too.
        for (index, isData) in isFree.enumerated() where !isData { isFree[index] = false }
        return isFree
    }

    private static func format(_ code: QRCode) -> (first: Int, second: Int) {
        func number(_ bits: [Bool]) -> Int { bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        let size = code.size
        // From bit 14 to bit 0 (figure 25 of the standard).
        let first = [0, 1, 2, 3, 4, 5, 7].map { code[8, $0] } + [code[8, 8]] + [7, 5, 4, 3, 2, 1, 0].map { code[$0, 8] }
        let second = (1...7).map { code[size - $0, 8] } + (0..<8).map { code[8, size - 8 + $0] }
        return (number(first), number(second))
    }

    private static func text(_ code: QRCode) throws -> String {
        let version = QRVersion((code.size - 17) / 4)
        let (format, copy) = format(code)
        #expect(format == copy)
        let level = (format ^ 0x5412) >> 13
        #expect(level == 0)
        let mask = (format ^ 0x5412) >> 10 & 7
        let isData = isData(version)
        var bits: [Bool] = []
        var (right, isUpward) = (code.size - 1, true)
        while right > 0 {
            if right == 6 { right = 5 }
            for step in 0..<code.size {
                let row = isUpward ? code.size - 1 - step : step
                for column in [right, right - 1] where isData[row * code.size + column] {
                    bits.append(code[row, column] != QRCanvas.inverts(mask, row, column))
                }
            }
            isUpward.toggle()
            right -= 2
        }
        #expect(bits.count / 8 == version.codewords)
        var words = [UInt8](repeating: 0, count: version.codewords)
        for index in 0..<version.codewords * 8 where bits[index] { words[index / 8] |= 0x80 >> UInt8(index % 8) }
        let short = version.dataCodewords / version.blockCount
        let long = version.dataCodewords % version.blockCount
        var blocks = [[UInt8]](repeating: [], count: version.blockCount)
        var place = 0
        for index in 0...short {
            for block in blocks.indices where index < short || block >= version.blockCount - long {
                blocks[block].append(words[place])
                place += 1
            }
        }
        let lengths = blocks.map(\.count)
        for _ in 0..<version.correctionsPerBlock {
            for block in blocks.indices {
                blocks[block].append(words[place])
                place += 1
            }
        }
        #expect(place == words.count)
        // A codeword is right if all its syndromes are zero.
        for block in blocks {
            var root: UInt8 = 1
            for _ in 0..<version.correctionsPerBlock {
                #expect(block.reduce(UInt8(0)) { ReedSolomon.product($0, root) ^ $1 } == 0)
                root = ReedSolomon.product(root, 2)
            }
        }
        var data: [Bool] = []
        for (block, length) in zip(blocks, lengths) {
            for byte in block.prefix(length) {
                for bit in 0..<UInt8(8) { data.append((byte >> (7 - bit)) & 1 == 1) }
            }
        }
        func read(_ start: Int, _ count: Int) -> Int { data[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        #expect(read(0, 4) == 0b0100)
        let count = read(4, version.lengthBits)
        let bytes = (0..<count).map { UInt8(read(4 + version.lengthBits + $0 * 8, 8)) }
        return try #require(String(validating: bytes, as: UTF8.self))
    }

    @Test("Every version is read back, with its error correction") func versions() throws {
        // The capacities in bytes of level M, table 7 of the standard.
        let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666]
        for (index, capacity) in capacities.enumerated() {
            let letters = Array("otpauth://totp/ü?secret=ABCDEFGH&x=")
            var text = ""
            while text.utf8.count < capacity - 1 { text.append(letters[text.count % letters.count]) }
            while text.utf8.count > capacity { text.removeLast() }
            while text.utf8.count < capacity { text.append("x") }
            let code = try #require(QRCode(text))
            #expect(code.size == 17 + 4 * (index + 1), "\(capacity) bytes")
            #expect(try Self.text(code) == text)
        }
        #expect(QRCode(String(repeating: "x", count: 667)) == nil)
        #expect(try Self.text(#require(QRCode(""))) == "")
    }

    @Test("The generator polynomials are those of the standard, annex A") func polynomials() {
        // As exponents of 2: for 10 codewords 251, 67, 46, 61, 118, 70, 64, 94, 32, 45.
        var (power, exponents): (UInt8, [Int]) = (1, Array(repeating: 0, count: 256))
        for exponent in 0..<255 {
            exponents[Int(power)] = exponent
            power = ReedSolomon.product(power, 2)
        }
        #expect(ReedSolomon.generator(degree: 10).map { exponents[Int($0)] } == [251, 67, 46, 61, 118, 70, 64, 94, 32, 45])
    }

    @Test("The picture has a margin, and its text alternative") func picture() throws {
        let picture = try #require(QRCode("HELLO")).picture("A <code>").description
        #expect(picture.contains("viewBox=\"0 0 29 29\""))
        #expect(picture.contains("aria-label=\"A &lt;code&gt;\""))
        // The first row of the finder patterns.
        #expect(picture.contains("M4 4h7v1h-7z"))
    }
}
