// SPDX-License-Identifier: Apache-2.0

/// Chooses the plural form of a number: the field `Plural-Forms` of a PO file, such as `nplurals=2; plural=(n != 1);`.
///
/// The expression is C on unsigned integers: `?:`, `||`, `&&`, comparisons, `+ - * / %`, `!`, parentheses, numbers and `n` (GNU gettext
/// manual, section 11.2.6).
package struct PluralRule: Sendable, Equatable {
    /// `nplurals`: the number of forms.
    package let forms: Int
    private let expression: PluralExpression

    /// - Throws: what is wrong, with the offending part of the field.
    package init(parsing field: String) throws(PluralRuleError) {
        guard field.utf8.count <= Self.maximumBytes else { throw PluralRuleError("Plural-Forms is longer than \(Self.maximumBytes) bytes") }
        var parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count == 2, let forms = Self.value(of: "nplurals", in: parts[0]), let rule = Self.value(of: "plural", in: parts[1])
        else {
            throw PluralRuleError("“\(field)” is not “nplurals=NUMBER; plural=EXPRESSION;”")
        }
        guard let number = Int(forms), (1...Self.maximumForms).contains(number) else {
            throw PluralRuleError("nplurals is “\(forms)”, not a number from 1 to \(Self.maximumForms)")
        }
        self.forms = number
        expression = try PluralExpressionParser.parse(rule)
    }

    /// No language has more than six.
    private static let maximumForms = 16
    private static let maximumBytes = 2000

    /// - Returns: the number of the form, from 0, or the last one if the expression gives none (`check` finds such rules).
    package func form(of number: Int) -> Int {
        guard let form = expression.value(UInt(number.magnitude)), form < UInt(forms) else { return forms - 1 }
        return Int(form)
    }

    /// - Throws: if the expression divides by zero, or chooses a form that doesn't exist, for one of the numbers that languages distinguish.
    package func check() throws(PluralRuleError) {
        for number in Array(0...1000) + [10_000, 100_000, 1_000_000, 1_000_001, 1_000_011, 2_000_000, .max] as [UInt] {
            guard let form = expression.value(number) else { throw PluralRuleError("the plural rule divides by zero for n = \(number)") }
            guard form < UInt(forms) else {
                throw PluralRuleError("the plural rule chooses form \(form) for n = \(number), but there are \(forms)")
            }
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func value(of name: String, in part: Substring) -> Substring? {
        guard let sign = part.firstIndex(of: "="), trimmed(part[..<sign]) == name else { return nil }
        return trimmed(part[part.index(after: sign)...])
    }
}

/// Why a plural rule can't be used.
package struct PluralRuleError: Error, Equatable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
