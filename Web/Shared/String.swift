// SPDX-License-Identifier: Apache-2.0

// The module's own texts: UTF-8 in one array. The standard library's have twelve bytes in five parts here, and bring the tables of Unicode:
// the module would be a third larger. What differs: two texts are equal if their bytes are, and there are no characters.

typealias StringLiteralType = String

struct String: Hashable, Comparable, Sendable {
    /// Always well-formed.
    fileprivate(set) var utf8: [UInt8]

    init() { utf8 = [] }

    /// Repairs what isn't UTF-8, with a replacement character for each maximal subpart (Unicode 3.9), as the standard library does.
    @inline(never)
    init(repairing bytes: [UInt8]) {
        utf8 = bytes
        for byte in bytes where byte >= 0x80 {
            utf8 = Self.repaired(bytes)
            return
        }
    }

    init(decoding bytes: [UInt8], as encoding: UTF8.Type) { self.init(repairing: bytes) }
    init(decoding bytes: some Collection<UInt8>, as encoding: UTF8.Type) { self.init(repairing: [UInt8](bytes)) }

    @inline(never)
    init(decoding units: ArraySlice<UInt16>, as encoding: UTF16.Type) {
        utf8 = []
        var place = units.startIndex
        while place < units.endIndex {
            var code = UInt32(units[place])
            place += 1
            if code & 0xFC00 == 0xD800, place < units.endIndex, units[place] & 0xFC00 == 0xDC00 {
                code = 0x10000 + (code & 0x3FF) << 10 + UInt32(units[place] & 0x3FF)
                place += 1
            }
            append(code)
        }
    }

    init(_ text: Substring) { self.init(repairing: [UInt8](text.utf8)) }
    init(_ text: String) { self = text }
    init(_ scalar: Unicode.Scalar) {
        utf8 = []
        append(scalar.value)
    }
    init(_ number: some FixedWidthInteger) { self.init(magnitude: UInt64(number.magnitude), isNegative: number < 0) }

    init(repeating text: String, count: Int) {
        utf8 = []
        for _ in 0..<max(count, 0) { self += text }
    }

    @inline(never)
    private init(magnitude: UInt64, isNegative: Bool) {
        var digits: [UInt8] = []
        var rest = magnitude
        repeat {
            digits.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
            rest /= 10
        } while rest > 0
        if isNegative { digits.append(0x2D) }
        digits.reverse()
        utf8 = digits
    }

    @inline(never)
    fileprivate init(_ start: UnsafePointer<UInt8>, _ count: Int) { utf8 = [UInt8](UnsafeBufferPointer(start: start, count: count)) }

    var isEmpty: Bool { utf8.isEmpty }

    mutating func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { utf8.withUnsafeBufferPointer(body) }

    @inline(never)
    static func == (left: String, right: String) -> Bool { left.utf8 == right.utf8 }
    static func < (left: String, right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }

    @inline(never)
    func hash(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    @inline(never)
    static func + (left: String, right: String) -> String {
        var text = left
        text.utf8.append(contentsOf: right.utf8)
        return text
    }

    @inline(never)
    static func += (left: inout String, right: String) { left.utf8.append(contentsOf: right.utf8) }

    @inline(never)
    private mutating func append(_ code: UInt32) {
        let code = code < 0xD800 || code > 0xDFFF && code <= 0x10FFFF ? code : 0xFFFD
        func put(_ bits: UInt32) { utf8.append(UInt8(truncatingIfNeeded: bits)) }
        if code < 0x80 { return put(code) }
        if code < 0x800 {
            put(0xC0 | code >> 6)
        } else {
            if code < 0x10000 {
                put(0xE0 | code >> 12)
            } else {
                put(0xF0 | code >> 18)
                put(0x80 | code >> 12 & 0x3F)
            }
            put(0x80 | code >> 6 & 0x3F)
        }
        put(0x80 | code & 0x3F)
    }

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let end = place + length(bytes, place)
            if end > place {
                text.append(contentsOf: bytes[place..<end])
                place = end
            } else {
                text.append(contentsOf: [0xEF, 0xBF, 0xBD])
                place = place + max(1, place - end)
            }
        }
        return text
    }

    /// The length of the character at a place; if it isn't complete, the bytes of it that are there, as a negative number or 0.
    private static func length(_ bytes: [UInt8], _ place: Int) -> Int {
        let first = bytes[place]
        let length: Int
        switch first {
        case 0..<0x80: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return 0
        }
        for index in 1..<length {
            guard place + index < bytes.count else { return -index }
            let byte = bytes[place + index]
            var (low, high): (UInt8, UInt8) = (0x80, 0xBF)
            if index == 1 {
                switch first {
                case 0xE0: low = 0xA0
                case 0xED: high = 0x9F
                case 0xF0: low = 0x90
                case 0xF4: high = 0x8F
                default: break
                }
            }
            guard byte >= low, byte <= high else { return -index }
        }
        return length
    }
}

extension String: ExpressibleByStringInterpolation {
    @inline(__always)
    init(stringLiteral literal: StaticString) { self.init(literal.utf8Start, literal.utf8CodeUnitCount) }
    init(stringInterpolation interpolation: StringInterpolation) { self = interpolation.text }

    struct StringInterpolation: StringInterpolationProtocol {
        var text = String()
        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: StaticString) { text += String(literal.utf8Start, literal.utf8CodeUnitCount) }
        mutating func appendInterpolation(_ text: String) { self.text += text }
        mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += String(number) }
    }
}

/// A part of a text. It begins and ends between characters.
struct Substring {
    typealias UTF8View = ArraySlice<UInt8>
    let utf8: UTF8View
    init(_ utf8: UTF8View) { self.utf8 = utf8 }
}

extension Sequence<String> {
    @inline(never)
    func joined(separator: String = String()) -> String {
        var text = String()
        var isFirst = true
        for part in self {
            if !isFirst { text += separator }
            isFirst = false
            text += part
        }
        return text
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// A decimal number with an optional sign; nil for anything else, or if it is too large.
    init?(_ text: String) {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        if digits.isEmpty { return nil }
        var value: Self = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) = tens.subtractingReportingOverflow(Self(digit - 0x30))
            if isTooLarge || isBeyond { return nil }
            value = sum
        }
        if !isNegative, value == .min { return nil }
        self = isNegative ? value : -value
    }
}

protocol CustomStringConvertible {
    var description: String { get }
}
