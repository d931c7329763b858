// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses and formats decimal numbers without the C library: `6.006`, `-0.5`, no exponents.
public enum DecimalText {
    /// The double nearest to a number with up to 19 significant digits; further digits count as slightly more.
    /// nil for anything but an optional sign, digits and one point, and for numbers beyond 1e300.
    public static func parse(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var index = 0
        var isNegative = false
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            index = 1
        }
        var mantissa: UInt64 = 0
        var exponent = 0
        var digits = 0
        var isFraction = false
        var dropsNonzero = false
        var sawDigit = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard byte.isDigit else { return nil }
            sawDigit = true
            if digits < 19 {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                if mantissa != 0 { digits += 1 }
                if isFraction { exponent -= 1 }
            } else {
                if byte != 0x30 { dropsNonzero = true }
                if !isFraction { exponent += 1 }
            }
        }
        guard sawDigit, let value = value(mantissa, exponent, dropsNonzero) else { return nil }
        return isNegative ? -value : value
    }

    static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    private static func value(_ mantissa: UInt64, _ exponent: Int, _ isMore: Bool) -> Double? {
        if mantissa == 0 { return 0 }
        // Both operands are exact doubles, so that the one division or multiplication rounds correctly.
        if mantissa <= 1 << 53, !isMore, exponent >= -22, exponent <= 22 {
            return exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
        }
        if exponent > 282 { return nil }
        if exponent < -340 { return 0 }
        var number = BigNumber(mantissa)
        var binaryExponent = 0
        var isInexact = isMore
        if exponent >= 0 {
            for _ in 0..<exponent { number.multiply(by: 10) }
        } else {
            // 10^n is below 2^(10n/3): at least 64 bits of quotient remain.
            let shift = 64 + (-exponent * 10 + 2) / 3
            number.shiftLeft(shift)
            binaryExponent = -shift
            for _ in 0..<(-exponent) where number.divide(by: 10) != 0 { isInexact = true }
        }
        return number.double(times2To: binaryExponent, isInexact: isInexact)
    }
}
