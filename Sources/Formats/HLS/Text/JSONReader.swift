// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

struct JSONReader {
    let text: ByteText
    private var position = 0

    init(text: ByteText) { self.text = text }

    mutating func document() -> JSONValue? {
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
        guard let value = value(depth: 0) else { return nil }
        skipSpace()
        return position == text.count ? value : nil
    }

    private mutating func skipSpace() {
        while position < text.count, text[position].isBlank || text[position] == 0x0A || text[position] == 0x0D { position += 1 }
    }

    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < text.count, text[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private mutating func skip(word: StaticString) -> Bool {
        guard text.slice(from: position).hasPrefix(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard depth <= 64, position < text.count else { return nil }
        switch text[position] {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return skip(word: "true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return skip(word: "false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
        default: return number().map { .number($0) }
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        position += 1
        var members: [JSONValue.Member] = []
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard position < text.count, text[position] == UInt8(ascii: "\""), let name = string(), skip(":"),
                let value = value(depth: depth + 1)
            else { return nil }
            members.append(JSONValue.Member(name: name, value: value))
            if skip(",") { continue }
            return skip("}") ? .object(members) : nil
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        position += 1
        var values: [JSONValue] = []
        if skip("]") { return .array(values) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            if skip(",") { continue }
            return skip("]") ? .array(values) : nil
        }
    }

    private mutating func number() -> Double? {
        let start = position
        while position < text.count, text[position].isDigit || text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: ".") {
            position += 1
        }
        let digits = text.slice(start, position)
        guard let first = digits.first, first.isDigit || (first == UInt8(ascii: "-") && digits.count > 1 && digits[1].isDigit),
            digits[digits.count - 1].isDigit, let value = DecimalText.parse(digits)
        else { return nil }
        guard position < text.count, text[position] | 0x20 == UInt8(ascii: "e") else { return value }
        position += 1
        let isNegative = position < text.count && text[position] == UInt8(ascii: "-")
        if isNegative || (position < text.count && text[position] == UInt8(ascii: "+")) { position += 1 }
        var exponent = 0
        let exponentStart = position
        while position < text.count, text[position].isDigit {
            exponent = min(exponent * 10 + Int(text[position] - 0x30), 400)
            position += 1
        }
        if position == exponentStart { return nil }
        var result = value
        for _ in 0..<exponent { result = isNegative ? result / 10 : result * 10 }
        return result.isFinite ? result : nil
    }

    private mutating func string() -> String? {
        position += 1
        var output: [UInt8] = []
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: output, as: UTF8.self) }
            if byte < 0x20 { return nil }
            if byte != UInt8(ascii: "\\") {
                output.append(byte)
                continue
            }
            guard position < text.count, let scalar = escape() else { return nil }
            output.append(contentsOf: String(scalar).utf8)
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        let byte = text[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"):
            guard let high = unit() else { return nil }
            guard high & 0xFC00 == 0xD800 else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
            // An unpaired surrogate is replaced, as UTF-16 decoders do.
            let after = position
            guard skip(word: "\\u"), let low = unit(), low & 0xFC00 == 0xDC00 else {
                position = after
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    private mutating func unit() -> UInt32? {
        guard position + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = text[position].hexadecimal else { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
