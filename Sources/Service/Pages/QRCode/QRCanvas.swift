// SPDX-License-Identifier: Apache-2.0

/// The modules of a QR code while it is drawn.
struct QRCanvas: Hashable, Sendable {
    private let version: QRVersion
    private(set) var modules: [Bool]
    /// Modules that carry no data, and which masks leave alone.
    private var isFixed: [Bool]

    init(_ version: QRVersion) {
        self.version = version
        modules = Array(repeating: false, count: version.size * version.size)
        isFixed = modules
    }

    private var size: Int { version.size }

    private func index(_ row: Int, _ column: Int) -> Int { row * size + column }

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        modules[index(row, column)] = isDark
        isFixed[index(row, column)] = true
    }

    // MARK: Patterns

    /// Draws all that is no data, with the place of the format.
    mutating func drawPatterns() {
        for position in 0..<size {
            fix(6, position, position.isMultiple(of: 2))
            fix(position, 6, position.isMultiple(of: 2))
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        let places = version.alignments
        for row in places {
            for column in places where !isCorner(row, column, places) { drawAlignment(row, column) }
        }
        draw(format: 0)
        drawVersion()
    }

    /// Whether a finder pattern is there.
    private func isCorner(_ row: Int, _ column: Int, _ places: [Int]) -> Bool {
        (row == 6 && (column == 6 || column == places.last)) || (column == 6 && row == places.last)
    }

    /// With its separator.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for y in -4...4 {
            for x in -4...4 {
                let distance = max(abs(x), abs(y))
                fix(row + y, column + x, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        for y in -2...2 { for x in -2...2 { fix(row + y, column + x, max(abs(x), abs(y)) != 1) } }
    }

    /// - Parameter format: 15 bits.
    private mutating func draw(format: Int) {
        func bit(_ number: Int) -> Bool { format >> number & 1 == 1 }
        for number in 0..<6 { fix(number, 8, bit(number)) }
        fix(7, 8, bit(6))
        fix(8, 8, bit(7))
        fix(8, 7, bit(8))
        for number in 9..<15 { fix(8, 14 - number, bit(number)) }
        for number in 0..<8 { fix(8, size - 1 - number, bit(number)) }
        for number in 8..<15 { fix(size - 15 + number, 8, bit(number)) }
        fix(size - 8, 8, true)
    }

    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        let bits = version.number << 12 | Self.remainder(version.number, degree: 12, polynomial: 0x1F25)
        for number in 0..<18 {
            let isDark = bits >> number & 1 == 1
            let (near, far) = (number / 3, size - 11 + number % 3)
            fix(near, far, isDark)
            fix(far, near, isDark)
        }
    }

    /// The remainder of a BCH code.
    private static func remainder(_ value: Int, degree: Int, polynomial: Int) -> Int {
        (0..<degree).reduce(value) { rest, _ in rest << 1 ^ (rest >> (degree - 1)) * polynomial }
    }

    // MARK: Data

    /// Draws the bits in columns of two from the right, upwards and downwards in turn.
    mutating func draw(_ codewords: [UInt8]) {
        var (bit, right, isUpward) = (0, size - 1, true)
        while right > 0 {
            // The timing pattern.
            if right == 6 { right = 5 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[index(row, column)] && bit < codewords.count * 8 {
                    modules[index(row, column)] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    /// Inverts the data by a pattern, and draws which one.
    mutating func apply(mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !isFixed[index(row, column)] && Self.inverts(mask, row, column) {
                modules[index(row, column)].toggle()
            }
        }
        // Level M is 00.
        draw(format: (mask << 10 | Self.remainder(mask, degree: 10, polynomial: 0x537)) ^ 0x5412)
    }

    static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    // MARK: Penalty

    /// How much of it confuses scanners: long runs, blocks, what looks like a finder pattern, and an uneven share of dark modules.
    var penalty: Int {
        let lines = (0..<size).map { row in (0..<size).map { modules[index(row, $0)] } }
        let columns = (0..<size).map { column in (0..<size).map { modules[index($0, column)] } }
        var sum = (lines + columns).map(Self.penalty(of:)).reduce(0, +)
        for row in 1..<size {
            for column in 1..<size {
                let block = [modules[index(row - 1, column - 1)], modules[index(row - 1, column)], modules[index(row, column - 1)]]
                if block.allSatisfy({ $0 == modules[index(row, column)] }) { sum += 3 }
            }
        }
        let dark = modules.count { $0 }
        return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }

    private static func penalty(of line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for position in line.indices {
            run = position > 0 && line[position] == line[position - 1] ? run + 1 : 1
            sum += run == 5 ? 3 : run > 5 ? 1 : 0
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        for pattern in [light + finder, finder + light] {
            for start in 0...line.count - pattern.count where line[start..<start + pattern.count].elementsEqual(pattern) { sum += 40 }
        }
        return sum
    }
}
