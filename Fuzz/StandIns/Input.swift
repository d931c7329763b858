// SPDX-License-Identifier: Apache-2.0

/// The bytes of one run, consumed from the front; after their end, zeros.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = start.map { Array(UnsafeBufferPointer(start: $0, count: count))[...] } ?? []
    }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
    mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

    mutating func number() -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<8 { value = value << 8 | UInt64(byte()) }
        return value
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken + [UInt8](repeating: 0, count: count - taken.count)
    }

    /// All remaining bytes.
    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// The remaining bytes as UTF-8, with errors repaired.
    mutating func text() -> String { String(decoding: all(), as: UTF8.self) }

    /// The remaining bytes up to the next zero, which is dropped.
    mutating func part() -> [UInt8] {
        let part = Array(rest.prefix { $0 != 0 })
        rest = rest.dropFirst(part.count + 1)
        return part
    }

    mutating func textPart() -> String { String(decoding: part(), as: UTF8.self) }
}
