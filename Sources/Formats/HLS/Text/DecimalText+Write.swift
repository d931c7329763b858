// SPDX-License-Identifier: Apache-2.0

extension DecimalText {
    /// The shortest decimal without an exponent that ``parse(_:)`` reads as the same double; non-finite numbers give `0`.
    public static func text(_ value: Double) -> String {
        var bytes: [UInt8] = []
        write(value, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ value: Double, into output: inout [UInt8]) {
        guard value.isFinite, value.magnitude < 1e300, value.magnitude > 1e-300 else {
            output.append(0x30)
            return
        }
        if value < 0 { output.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        // Up to 2^53 the scaled number and the power are exact: if their quotient is the value, parsing returns it.
        for digits in 0..<powers.count {
            let scaled = (magnitude * powers[digits]).rounded(.toNearestOrEven)
            if scaled >= 9_007_199_254_740_992 { break }
            if scaled > 0, scaled / powers[digits] == magnitude {
                write(UInt64(scaled), fractionDigits: digits, into: &output)
                return
            }
        }
        writeAtLength(magnitude, into: &output)
    }

    static func write(_ value: UInt64, into output: inout [UInt8]) { write(value, fractionDigits: 0, into: &output) }

    private static func write(_ value: UInt64, fractionDigits: Int, into output: inout [UInt8]) {
        var digits: [UInt8] = []
        var rest = value
        while rest > 0 || digits.count <= fractionDigits {
            digits.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
            rest /= 10
        }
        for index in stride(from: digits.count - 1, through: 0, by: -1) {
            output.append(digits[index])
            if index == fractionDigits, index > 0 { output.append(UInt8(ascii: ".")) }
        }
    }

    /// Writes seventeen significant digits, which always parse to the same double.
    private static func writeAtLength(_ magnitude: Double, into output: inout [UInt8]) {
        let exponent = Int(magnitude.exponent)
        let bits = magnitude.significandBitPattern | (1 << 52)
        var whole = BigNumber(bits)
        var fraction = BigNumber(0)
        var fractionBits = 0
        if exponent >= 52 {
            whole.shiftLeft(exponent - 52)
        } else {
            fractionBits = 52 - exponent
            fraction = BigNumber(bits)
            whole = BigNumber(fractionBits < 64 ? bits >> UInt64(fractionBits) : 0)
            fraction.keepLow(bits: fractionBits)
        }
        var digits = whole.decimalDigits
        let wholeCount = digits.count
        var significant = digits.first == 0 ? 0 : wholeCount
        while significant < 18, !fraction.isZero {
            fraction.multiply(by: 10)
            let digit = fraction.takeHigh(above: fractionBits)
            digits.append(digit)
            if significant > 0 || digit != 0 { significant += 1 }
        }
        if significant > 17, digits.count > wholeCount { roundLast(&digits) }
        for (index, digit) in digits.enumerated() {
            if index == wholeCount, index > 0 { output.append(UInt8(ascii: ".")) }
            output.append(digit + 0x30)
        }
    }

    /// Drops the last digit and rounds the one before, with carry. A leading zero takes a carry from all digits after it.
    private static func roundLast(_ digits: inout [UInt8]) {
        let last = digits.removeLast()
        guard last >= 5 else { return }
        var index = digits.count - 1
        while index >= 0 {
            if digits[index] < 9 {
                digits[index] += 1
                return
            }
            digits[index] = 0
            index -= 1
        }
    }
}
