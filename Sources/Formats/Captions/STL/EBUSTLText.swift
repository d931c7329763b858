// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses the text field of EBU STL: characters, style codes, and teletext colour codes.
struct EBUSTLText {
    /// The upper half of the character set; nil is Latin with floating diacritics (ISO 6937).
    private let table: [UInt16]?
    private var nodes: [CueNode] = []
    private var run = ""
    private var plain = ""
    private var isItalic = false
    private var isUnderlined = false
    private var color: String?
    private var background: String?
    /// Whether a code that occupies an empty column on screen came last.
    private var hasGap = false

    init(table: [UInt16]?) { self.table = table }

    private static let colors = ["#000000", "#ff0000", "#00ff00", "#ffff00", "#0000ff", "#ff00ff", "#00ffff", nil]
    private static let white = "#ffffff"

    mutating func parse(_ field: ByteText) -> (String, [CueNode]) {
        var index = 0
        var mark: UInt16 = 0
        while index < field.count {
            let byte = field[index]
            index += 1
            switch byte {
            case 0x00...0x07:
                flush()
                // The code occupies a column.
                space()
                color = Self.colors[Int(byte)]
            case 0x1C, 0x1D:
                flush()
                hasGap = true
                // Text on black keeps the default caption background.
                background = byte == 0x1C || color == Self.colors[0] ? nil : color ?? Self.white
            // The other teletext codes occupy a column too.
            case 0x08...0x1F: hasGap = true
            case 0x20...0x7E: put(Unicode.Scalar(byte), &mark)
            case 0x80, 0x81:
                flush()
                isItalic = byte == 0x80
            case 0x82, 0x83:
                flush()
                isUnderlined = byte == 0x82
            case 0x8A:
                // Double-height rows are two rows apart; this is not an empty line.
                if !run.isEmpty || !(plain.isEmpty || plain.hasSuffix("\n")) { put("\n", &mark) }
                flush()
                (color, background) = (nil, nil)
            case 0xA0...0xFF:
                if table == nil, byte >= 0xC0, byte < 0xD0 {
                    mark = ISO6937.marks[Int(byte - 0xC0)]
                } else if let scalar = Unicode.Scalar((table ?? ISO6937.upper)[Int(byte - 0xA0)]), scalar.value > 0 {
                    put(scalar, &mark)
                }
            default: break
            }
        }
        flush()
        while case .text(let last)? = nodes.last, last.allSatisfy(\.isWhitespace) { nodes.removeLast() }
        let lines = plain.split(separator: "\n").map { line in line.drop { $0 == " " } }.map {
            String($0.reversed().drop { $0 == " " }.reversed())
        }
        return (lines.filter { !$0.isEmpty }.joined(separator: "\n"), nodes)
    }

    private mutating func put(_ scalar: Unicode.Scalar, _ mark: inout UInt16) {
        if hasGap {
            hasGap = false
            if scalar != " ", scalar != "\n" { space() }
        }
        if mark == 0 { run.unicodeScalars.append(scalar) } else { run.unicodeScalars.append(contentsOf: ISO6937.compose(scalar, mark)) }
        mark = 0
        if scalar == "\n" { flush() }
    }

    private mutating func space() {
        guard let last = run.unicodeScalars.last ?? plain.unicodeScalars.last, last != " ", last != "\n" else { return }
        run += " "
        flush()
    }

    private mutating func flush() {
        guard !run.isEmpty else { return }
        plain += run
        var style = color.map { [Declaration("color", $0)] } ?? []
        if let background { style.append(Declaration("background-color", background)) }
        nodes.append(run: run, isItalic: isItalic, isUnderlined: isUnderlined, style: style)
        run = ""
    }
}
