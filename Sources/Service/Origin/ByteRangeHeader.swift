// SPDX-License-Identifier: Apache-2.0

/// A `Range` field in bytes (RFC 9110 14.1.2 and 14.2).
public struct ByteRangeHeader: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        /// From a first to a last byte, inclusive; nil for the end.
        case from(Int, to: Int?)
        /// The last bytes.
        case suffix(Int)
    }

    /// How a server responds.
    public enum Answer: Hashable, Sendable {
        /// 200 with everything.
        case whole
        /// 206 with these bytes.
        case part(Range<Int>)
        /// 416.
        case unsatisfiable
    }

    public var parts: [Part]

    /// Nil if the field must be ignored: another unit, or not a list of ranges.
    public init?(_ field: String) {
        let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, pair[0].lowercased() == "bytes" else { return nil }
        parts = []
        for text in pair[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let part = Self.part(text) else { return nil }
            parts.append(part)
        }
    }

    /// Several ranges would need a multipart response, which no player requests: the complete content is returned, as 14.2 allows.
    public func answer(length: Int) -> Answer {
        guard parts.count == 1 else { return .whole }
        switch parts[0] {
        case .from(let first, let last):
            guard first < length else { return .unsatisfiable }
            let end = last.map { min($0, length - 1) } ?? length - 1
            return .part(first..<(end + 1))
        case .suffix(let count):
            return count == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
        }
    }

    private static func part(_ text: Substring) -> Part? {
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        let bounds = trimmed.prefix { $0 != " " && $0 != "\t" }.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        switch (number(bounds[0]), number(bounds[1]), bounds[0].isEmpty, bounds[1].isEmpty) {
        case (let first?, let last?, _, _): return first <= last ? .from(first, to: last) : nil
        case (let first?, nil, _, true): return .from(first, to: nil)
        case (nil, let count?, true, _): return .suffix(count)
        default: return nil
        }
    }

    /// Digits only; numbers beyond 64 bits count as the largest.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text) ?? .max
    }
}
