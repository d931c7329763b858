// SPDX-License-Identifier: Apache-2.0

/// A parsed plural expression.
indirect enum PluralExpression: Sendable, Equatable {
    case number(UInt)
    case n
    case not(PluralExpression)
    case binary(Operator, PluralExpression, PluralExpression)
    case condition(PluralExpression, PluralExpression, PluralExpression)

    enum Operator: String, Sendable, CaseIterable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case remainder = "%"

        /// As in C: a higher one binds tighter.
        var precedence: Int {
            switch self {
            case .or: 1
            case .and: 2
            case .equal, .notEqual: 3
            case .atMost, .atLeast, .less, .greater: 4
            case .plus, .minus: 5
            case .times, .divided, .remainder: 6
            }
        }
    }

    /// - Returns: nil if it divides by zero.
    func value(_ n: UInt) -> UInt? {
        switch self {
        case .number(let number): return number
        case .n: return n
        case .not(let operand): return operand.value(n).map { $0 == 0 ? 1 : 0 }
        case .condition(let test, let yes, let no):
            guard let test = test.value(n) else { return nil }
            return test != 0 ? yes.value(n) : no.value(n)
        // Like C, these evaluate the second operand only if it matters.
        case .binary(.or, let left, let right):
            guard let left = left.value(n) else { return nil }
            return left != 0 ? 1 : right.value(n).map { $0 != 0 ? 1 : 0 }
        case .binary(.and, let left, let right):
            guard let left = left.value(n) else { return nil }
            return left == 0 ? 0 : right.value(n).map { $0 != 0 ? 1 : 0 }
        case .binary(let sign, let left, let right):
            guard let left = left.value(n), let right = right.value(n) else { return nil }
            return Self.result(left, sign, right)
        }
    }

    private static func result(_ left: UInt, _ sign: Operator, _ right: UInt) -> UInt? {
        switch sign {
        case .or: left != 0 || right != 0 ? 1 : 0
        case .and: left != 0 && right != 0 ? 1 : 0
        case .equal: left == right ? 1 : 0
        case .notEqual: left != right ? 1 : 0
        case .atMost: left <= right ? 1 : 0
        case .atLeast: left >= right ? 1 : 0
        case .less: left < right ? 1 : 0
        case .greater: left > right ? 1 : 0
        case .plus: left &+ right
        case .minus: left &- right
        case .times: left &* right
        case .divided: right == 0 ? nil : left / right
        case .remainder: right == 0 ? nil : left % right
        }
    }
}

/// Parses an expression by precedence climbing.
struct PluralExpressionParser {
    private let text: Substring
    private var rest: Substring
    private var depth = 0
    /// Keeps a file from exhausting the stack. Real rules need fewer than ten levels.
    private static let maximumDepth = 64

    private init(_ text: Substring) { (self.text, rest) = (text, text) }

    static func parse(_ text: Substring) throws(PluralRuleError) -> PluralExpression {
        var parser = PluralExpressionParser(text)
        let expression = try parser.conditional()
        parser.skipSpaces()
        guard parser.rest.isEmpty else { throw parser.error("an operator") }
        return expression
    }

    private mutating func conditional() throws(PluralRuleError) -> PluralExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw PluralRuleError("the plural rule is nested more than \(Self.maximumDepth) deep") }
        let test = try operation(above: 0)
        guard take("?") else { return test }
        let yes = try conditional()
        guard take(":") else { throw error("“:”") }
        return .condition(test, yes, try conditional())
    }

    private mutating func operation(above precedence: Int) throws(PluralRuleError) -> PluralExpression {
        var left = try operand()
        while let sign = nextOperator(), sign.precedence > precedence {
            rest.removeFirst(sign.rawValue.count)
            left = .binary(sign, left, try operation(above: sign.precedence))
        }
        return left
    }

    private mutating func operand() throws(PluralRuleError) -> PluralExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw PluralRuleError("the plural rule is nested more than \(Self.maximumDepth) deep") }
        if take("!") { return .not(try operand()) }
        if take("(") {
            let inner = try conditional()
            guard take(")") else { throw error("“)”") }
            return inner
        }
        if take("n") { return .n }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, let number = UInt(digits) else { throw error("a number, “n”, “!” or “(”") }
        rest = rest[digits.endIndex...]
        return .number(number)
    }

    private mutating func nextOperator() -> PluralExpression.Operator? {
        skipSpaces()
        // The two-character operators come first, so that “<=” isn't read as “<”.
        return PluralExpression.Operator.allCases.first { rest.hasPrefix($0.rawValue) }
    }

    private mutating func take(_ sign: Character) -> Bool {
        skipSpaces()
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() { while rest.first == " " { rest.removeFirst() } }

    private func error(_ expected: String) -> PluralRuleError {
        let column = text.distance(from: text.startIndex, to: rest.startIndex) + 1
        return PluralRuleError("the plural rule “\(text)” needs \(expected) at character \(column)")
    }
}
