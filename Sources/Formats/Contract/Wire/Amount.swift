// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An exact amount of money. On the wire it is a decimal string in its shortest form, such as `"5.28"`.
///
/// It has at most twelve integer digits and six decimals, so that a million amounts can be added as integers.
public struct Amount: Hashable, Sendable, Comparable {
    /// Millionths of the currency's unit.
    public let millionths: Int64

    /// Nothing.
    public static let zero = Amount(exactly: 0)

    /// The largest magnitude.
    public static let limit: Int64 = 999_999_999_999_999_999

    private init(exactly millionths: Int64) { self.millionths = millionths }

    /// Creates an amount; nil if it is beyond ``limit``.
    public init?(millionths: Int64) {
        guard (-Self.limit...Self.limit).contains(millionths) else { return nil }
        self.millionths = millionths
    }

    /// Parses `-?digits[.digits]`; nil for other text or too many digits.
    public init?(_ text: String) {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...12).contains(whole.utf8.count), whole.utf8.allSatisfy(\.isDigit) else { return nil }
        var fraction = parts.count > 1 ? parts[1] : "0"
        guard !fraction.isEmpty, fraction.utf8.allSatisfy(\.isDigit) else { return nil }
        while fraction.utf8.count > 1, fraction.last == "0" { fraction.removeLast() }
        guard fraction.utf8.count <= 6, let units = Int64(whole), let parts = Int64(fraction) else { return nil }
        let scale = (0..<(6 - fraction.utf8.count)).reduce(Int64(1)) { product, _ in product * 10 }
        let millionths = units * 1_000_000 + parts * scale
        self.millionths = isNegative ? -millionths : millionths
    }

    /// nil if it is too large, has too many decimals or is not a number.
    public init?(_ decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(NSDecimalNumber(decimal: decimal).stringValue)
    }

    /// The amount in currency units, exactly.
    public var decimal: Decimal { Decimal(millionths) / 1_000_000 }

    public static func < (one: Amount, other: Amount) -> Bool { one.millionths < other.millionths }
}

extension Amount: CustomStringConvertible {
    /// The shortest decimal form.
    public var description: String {
        let magnitude = millionths.magnitude
        let (units, parts) = magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        guard parts > 0 else { return "\(sign)\(units)" }
        var fraction = String(parts)
        fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(units).\(fraction)"
    }
}

extension Amount: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let amount = Amount(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "An amount is a string of at most 12 digits, a point and 6 digits, such as \"5.28\".")
        }
        self = amount
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
