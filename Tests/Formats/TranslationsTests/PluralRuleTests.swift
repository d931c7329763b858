// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTranslations

@Suite("Plural rules") struct PluralRuleTests {
    private func forms(_ field: String, _ numbers: [Int]) throws -> [Int] {
        let rule = try PluralRule(parsing: field)
        try rule.check()
        return numbers.map(rule.form)
    }

    @Test("Languages with one, two, three, four and six forms choose the right one") func languages() throws {
        #expect(try forms("nplurals=1; plural=0;", [0, 1, 2]) == [0, 0, 0])
        #expect(try forms("nplurals=2; plural=(n != 1);", [0, 1, 2, 21]) == [1, 0, 1, 1])
        #expect(try forms("nplurals=2; plural=n>1", [0, 1, 2]) == [0, 0, 1])
        // Polish.
        let polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
        #expect(try forms(polish, [0, 1, 2, 4, 5, 12, 14, 22, 25, 112, 122]) == [2, 0, 1, 1, 2, 2, 2, 1, 2, 2, 1])
        // Slovenian.
        let slovenian = "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"
        #expect(try forms(slovenian, [0, 1, 2, 3, 4, 5, 101, 102, 103, 111]) == [3, 0, 1, 2, 2, 3, 0, 1, 2, 3])
        let arabic = "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"
        #expect(
            try forms(arabic, [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 110, 111, 1000])
                == [0, 1, 2, 3, 3, 4, 4, 5, 5, 3, 3, 4, 5])
    }

    @Test(
        "Operators bind and associate as in C",
        arguments: [
            ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 3 - 2", 5), ("100 / 10 / 5", 2), ("17 % 10 % 4", 3), ("2 < 3 == 1", 1),
            ("1 || 0 && 0", 1), ("0 == 1 || 2 > 1", 1), ("!0 + !5", 1), ("!(n == 7)", 0), ("0 ? 1 : 0 ? 2 : 3", 3),
            ("1 ? 0 ? 4 : 5 : 6", 5),
            ("n<=7", 1), ("n>=8", 0), ("n!=7", 0), ("1 - 2 > 5", 1), ("1 || 1 / 0", 1), ("0 && 1 / 0", 0), ("7 ? 2 : 1 / 0", 2),
        ] as [(String, UInt)])
    func operators(text: String, value: UInt) throws {
        #expect(try PluralExpressionParser.parse(text[...]).value(7) == value)
    }

    @Test("Signs don't matter, and a division by zero gives the last form") func odd() throws {
        #expect(try PluralRule(parsing: "nplurals=2; plural=n != 1;").form(of: -1) == 0)
        #expect(try PluralRule(parsing: "nplurals=3; plural=1 / n;").form(of: 0) == 2)
        #expect(try PluralRule(parsing: "nplurals=2; plural=n;").form(of: 5) == 1)
        #expect(try PluralRule(parsing: "nplurals=2; plural=n != 1;").form(of: .min) == 1)
    }

    @Test(
        "A rule that can't be right is refused with its reason",
        arguments: [
            ("nplurals=2; plural=n;", "the plural rule chooses form 2 for n = 2, but there are 2"),
            ("nplurals=2; plural=1 / n > 0;", "the plural rule divides by zero for n = 0"),
            ("plural=0; nplurals=1;", "“plural=0; nplurals=1;” is not “nplurals=NUMBER; plural=EXPRESSION;”"),
            ("nplurals=2", "“nplurals=2” is not “nplurals=NUMBER; plural=EXPRESSION;”"),
            ("nplurals=0; plural=0;", "nplurals is “0”, not a number from 1 to 16"),
            ("nplurals=x; plural=0;", "nplurals is “x”, not a number from 1 to 16"),
            ("nplurals=2; plural=n != ;", "the plural rule “n !=” needs a number, “n”, “!” or “(” at character 5"),
            ("nplurals=2; plural=(n != 1;", "the plural rule “(n != 1” needs “)” at character 8"),
            ("nplurals=2; plural=n ? 1;", "the plural rule “n ? 1” needs “:” at character 6"),
            ("nplurals=2; plural=n 1;", "the plural rule “n 1” needs an operator at character 3"),
            ("nplurals=2; plural=m;", "the plural rule “m” needs a number, “n”, “!” or “(” at character 1"),
            (
                "nplurals=2; plural=99999999999999999999;",
                "the plural rule “99999999999999999999” needs a number, “n”, “!” or “(” at character 1"
            ),
        ])
    func refusals(field: String, reason: String) {
        let error = #expect(throws: PluralRuleError.self) { _ = try forms(field, []) }
        #expect(error?.description == reason)
    }

    @Test("Deep nesting and long rules are refused, not followed") func depth() {
        for text in [
            String(repeating: "(", count: 500) + "n", String(repeating: "!", count: 500) + "n", String(repeating: "n?", count: 500),
        ] {
            #expect(throws: PluralRuleError.self) { try PluralRule(parsing: "nplurals=2; plural=\(text);") }
        }
        #expect(throws: PluralRuleError("Plural-Forms is longer than 2000 bytes")) {
            try PluralRule(parsing: "nplurals=2; plural=n" + String(repeating: "+n", count: 1000))
        }
    }
}
