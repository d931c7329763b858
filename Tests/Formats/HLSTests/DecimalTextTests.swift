// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxKit

@Suite struct DecimalTextTests {
    @Test(
        "Decimals are read as the compiler reads them",
        arguments: [
            ("0", 0.0), ("6", 6), ("6.006", 6.006), ("-0.5", -0.5), ("+3.", 3), (".5", 0.5), ("0.1", 0.1), ("9.97667", 9.97667),
            ("123456789.123456789", 123456789.123456789), ("0.33333333333333331", 0.33333333333333331),
            ("9007199254740993", 9007199254740992),
            ("18446744073709551615", 18446744073709551616), ("0.000000000000000000000001", 1e-24),
            ("1.7976931348623157", 1.7976931348623157),
            ("2.2250738585072014", 2.2250738585072014), ("100000000000000000000000", 1e23), ("5.00000000000000000000000000001", 5),
        ])
    func reads(_ text: String, _ expected: Double) { #expect(DecimalText.parse(text) == expected) }

    @Test("Invalid decimals are refused", arguments: ["", ".", "-", "1e5", "1.2.3", "0x1", " 1", "1 ", "nan", "١"])
    func refuses(_ text: String) { #expect(DecimalText.parse(text) == nil) }

    @Test func `Absurd lengths quickly yield a number or nothing`() {
        #expect(DecimalText.parse(String(repeating: "9", count: 100_000)) == nil)
        #expect(DecimalText.parse("0." + String(repeating: "0", count: 100_000) + "1") == 0)
        #expect(DecimalText.parse("1." + String(repeating: "3", count: 100_000)) == 4.0 / 3)
    }

    @Test func `Every double survives a round trip and agrees with the standard library`() {
        var generator = SeededChance(1)
        for _ in 0..<3000 {
            let value = Double.random(in: 0...1, using: &generator) * [1e-6, 1, 1e3, 1e9, 1e17][Int.random(in: 0..<5, using: &generator)]
            let text = DecimalText.text(value)
            #expect(DecimalText.parse(text) == value, "\(text)")
            #expect(Double(text) == value, "\(text)")
            #expect(DecimalText.text(-value) == "-" + text)
        }
    }

    @Test("The shortest form is written", arguments: [(6.0, "6"), (6.006, "6.006"), (0.1, "0.1"), (1e15, "1000000000000000"), (0, "0")])
    func shortest(_ value: Double, _ expected: String) { #expect(DecimalText.text(value) == expected) }
}
