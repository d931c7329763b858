// SPDX-License-Identifier: Apache-2.0

/// A QR code (ISO/IEC 18004) of bytes, with error correction level M, which restores 15 % of it.
struct QRCode: Hashable, Sendable {
    /// Modules per side.
    let size: Int
    /// Row by row; true is dark.
    private(set) var modules: [Bool]

    /// - Returns: nil if the text has more bytes than version 20 holds (666).
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = (1...QRVersion.largest).lazy.map(QRVersion.init).first(where: { $0.holds(bytes.count) }) else { return nil }
        var canvas = QRCanvas(version)
        canvas.drawPatterns()
        canvas.draw(QRCodewords(bytes, version).interleaved)
        let masked = (0..<8).map { mask in
            var copy = canvas
            copy.apply(mask: mask)
            return copy
        }
        // As the standard requires: the mask with the lowest penalty for patterns that confuse scanners.
        let best = masked.min { $0.penalty < $1.penalty } ?? canvas
        (size, modules) = (version.size, best.modules)
    }

    subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

    /// A picture with the margin that scanners need.
    /// - Parameter label: its text alternative.
    func picture(_ label: String) -> HTML {
        let margin = 4
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, self[row, column] { column += 1 }
                if column > start { path += "M\(start + margin) \(row + margin)h\(column - start)v1h-\(column - start)z" }
                column += 1
            }
        }
        let side = size + 2 * margin
        return """
            <svg class="code" viewBox="0 0 \(side) \(side)" width="\(side * 5)" height="\(side * 5)" role="img" aria-label="\(label)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }
}

/// The capacity and the layout of a version.
struct QRVersion: Hashable, Sendable {
    static let largest = 20
    /// Table 9, level M: the blocks of each version, and the error correction codewords of a block.
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
    private static let corrections = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]

    let number: Int

    init(_ number: Int) { self.number = number }

    var size: Int { 17 + 4 * number }
    var blockCount: Int { Self.blocks[number - 1] }
    var correctionsPerBlock: Int { Self.corrections[number - 1] }

    /// The centres of the alignment patterns, in both directions.
    var alignments: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).map { size - 7 - (count - 2 - $0) * step }
    }

    /// Data and error correction, in bytes.
    var codewords: Int {
        let count = alignments.count
        // All modules without the finder patterns with their separators and format, and without the timing patterns.
        var free = size * size - 3 * 64 - 31 - 2 * (size - 16)
        if count > 0 {
            // The patterns on the timing lines share five modules with them.
            free -= (count * count - 3) * 25 - (count - 2) * 2 * 5
        }
        if number >= 7 { free -= 36 }
        return free / 8
    }

    var dataCodewords: Int { codewords - blockCount * correctionsPerBlock }
    /// Bits of the number of bytes.
    var lengthBits: Int { number < 10 ? 8 : 16 }

    func holds(_ bytes: Int) -> Bool { 4 + lengthBits + bytes * 8 <= dataCodewords * 8 }
}

/// The bytes of a code with their error correction.
struct QRCodewords: Hashable, Sendable {
    /// In the order in which they are drawn.
    let interleaved: [UInt8]

    init(_ bytes: [UInt8], _ version: QRVersion) {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) } }
        append(0b0100, 4)
        append(bytes.count, version.lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        let capacity = version.dataCodewords * 8
        append(0, min(4, capacity - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var fillers = [0xEC, 0x11]
        while bits.count < capacity {
            append(fillers[0], 8)
            fillers.swapAt(0, 1)
        }
        let data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        // The first blocks are one byte shorter, if the data can't be divided evenly.
        let short = data.count / version.blockCount
        let firstLong = version.blockCount - data.count % version.blockCount
        var (blocks, start): ([[UInt8]], Int) = ([], 0)
        for index in 0..<version.blockCount {
            let length = short + (index >= firstLong ? 1 : 0)
            blocks.append(Array(data[start..<start + length]))
            start += length
        }
        let generator = ReedSolomon.generator(degree: version.correctionsPerBlock)
        let corrections = blocks.map { ReedSolomon.remainder(of: $0, generator) }
        var all: [UInt8] = []
        for index in 0...short { for block in blocks where index < block.count { all.append(block[index]) } }
        for index in 0..<version.correctionsPerBlock { for block in corrections { all.append(block[index]) } }
        interleaved = all
    }
}

/// Error correction over the field of 256 elements with the polynomial 0x11D.
enum ReedSolomon {
    static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if other >> UInt8(bit) & 1 == 1 { result ^= Int(one) }
        }
        return UInt8(result)
    }

    /// The coefficients after the leading one, highest first.
    static func generator(degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                coefficients[index] = product(coefficients[index], root)
                if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    static func remainder(of data: [UInt8], _ generator: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= product(generator[index], factor) }
        }
        return result
    }
}
