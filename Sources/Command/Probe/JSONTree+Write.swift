// SPDX-License-Identifier: Apache-2.0

extension JSONTree {
    /// UTF-8 with a final line feed. Containers of plain values only are written on one line.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        write(into: &output, depth: 0)
        output.append(UInt8(ascii: "\n"))
        return output
    }

    private var isPlain: Bool {
        switch self {
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: true
        }
    }

    private func write(into output: inout [UInt8], depth: Int) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): output.append(contentsOf: String(value).utf8)
        case .unsigned(let value): output.append(contentsOf: String(value).utf8)
        case .number(let value): Self.write(value, into: &output)
        case .string(let text): Self.write(text, into: &output)
        case .array(let elements):
            let isLine = elements.allSatisfy(\.isPlain)
            Self.write(elements, "[", "]", isLine: isLine, into: &output, depth: depth) { element, output in
                element.write(into: &output, depth: depth + 1)
            }
        case .object(let members):
            let isLine = depth > 0 && members.allSatisfy(\.value.isPlain)
            Self.write(members, "{", "}", isLine: isLine, into: &output, depth: depth) { member, output in
                Self.write(member.name, into: &output)
                output.append(contentsOf: ": ".utf8)
                member.value.write(into: &output, depth: depth + 1)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar, isLine: Bool, into output: inout [UInt8], depth: Int,
        _ body: (Element, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if !isLine { breakLine(into: &output, depth: depth + 1) } else if index > 0 { output.append(UInt8(ascii: " ")) }
            body(element, &output)
        }
        if !isLine { breakLine(into: &output, depth: depth) }
        output.append(UInt8(ascii: close))
    }

    private static func breakLine(into output: inout [UInt8], depth: Int) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private static func write(_ value: Double, into output: inout [UInt8]) {
        // Integers are written without a fraction; doubles are exact up to 2^53.
        let isWhole = value == value.rounded() && value.magnitude < 9_007_199_254_740_992
        output.append(contentsOf: (isWhole ? String(Int64(value)) : value.description).utf8)
    }

    private static func write(_ text: String, into output: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: output.append(contentsOf: "\\n".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            case 0x0D: output.append(contentsOf: "\\r".utf8)
            // Escapes control characters, so that text from a playlist cannot control the terminal.
            case 0..<0x20, 0x7F: output.append(contentsOf: "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
