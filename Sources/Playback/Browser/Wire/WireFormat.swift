// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Writes values for the page: little-endian, without padding.
///
/// Numbers are 32-bit signed integers or 64-bit floating point. Texts and byte arrays are preceded by their length in bytes, lists by their
/// count, and optional values by one byte, which is 0 for nil.
struct WireWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func put(_ value: UInt8) { bytes.append(value) }
    mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    /// Values outside 32 bits are clamped.
    mutating func put(_ value: Int) { put(bits: UInt64(UInt32(bitPattern: Int32(clamping: value))), 4) }
    mutating func put(_ value: Double) { put(bits: value.bitPattern, 8) }
    mutating func put(long value: Int64) { put(bits: UInt64(bitPattern: value), 8) }

    private mutating func put(bits: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
    }

    mutating func put(_ value: [UInt8]) {
        put(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ value: Int?) {
        put(value != nil)
        if let value { put(value) }
    }

    mutating func put(_ value: Double?) {
        put(value != nil)
        if let value { put(value) }
    }

    mutating func put(_ text: String?) {
        put(text != nil)
        if let text { put(text) }
    }

    mutating func put(_ texts: [String]) {
        put(texts.count)
        for text in texts { put(text) }
    }
}

/// Reads what ``WireWriter`` writes. Every read beyond the end is nil.
struct WireReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place >= bytes.count }

    private mutating func bits(_ count: Int) -> UInt64? {
        guard count <= bytes.count - place else { return nil }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        place += count
        return value
    }

    mutating func byte() -> UInt8? { bits(1).map { UInt8(truncatingIfNeeded: $0) } }
    mutating func flag() -> Bool? { byte().map { $0 != 0 } }
    mutating func integer() -> Int? { bits(4).map { Int(Int32(truncatingIfNeeded: $0)) } }
    mutating func long() -> Int64? { bits(8).map { Int64(bitPattern: $0) } }
    mutating func number() -> Double? { bits(8).map { Double(bitPattern: $0) } }

    mutating func data() -> [UInt8]? {
        guard let count = integer(), count >= 0, count <= bytes.count - place else { return nil }
        defer { place += count }
        return Array(bytes[place..<(place + count)])
    }

    mutating func text() -> String? { data().map { String(decoding: $0, as: UTF8.self) } }

    /// A list's count; nil if the remaining bytes can't hold as many elements.
    mutating func count() -> Int? {
        guard let count = integer(), count >= 0, count <= bytes.count - place else { return nil }
        return count
    }

    /// The outer optional is nil if the bytes end early.
    mutating func optionalInteger() -> Int?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return integer().map { .some($0) }
    }

    mutating func optionalNumber() -> Double?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return number().map { .some($0) }
    }

    mutating func optionalText() -> String?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return text().map { .some($0) }
    }

    mutating func texts() -> [String]? {
        guard let count = count() else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            texts.append(text)
        }
        return texts
    }

    mutating func ranges() -> [TimeRange]? {
        guard let count = count() else { return nil }
        var ranges: [TimeRange] = []
        for _ in 0..<count {
            guard let start = number(), let end = number() else { return nil }
            ranges.append(TimeRange(start: start, end: end))
        }
        return ranges
    }
}
