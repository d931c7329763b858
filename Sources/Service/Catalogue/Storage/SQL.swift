// SPDX-License-Identifier: Apache-2.0

/// An SQL statement with bound values: what is interpolated with `\(…)` never becomes SQL text.
struct SQL: ExpressibleByStringInterpolation, Sendable {
    private enum Part: Sendable {
        case text(StaticString)
        case value(SQLValue)
    }
    private var parts: [Part] = []

    init(stringLiteral value: StaticString) { parts = [.text(value)] }
    init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.statement.parts }
    private init() {}

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var statement = SQL()

        init(literalCapacity: Int, interpolationCount: Int) { statement.parts.reserveCapacity(interpolationCount * 2 + 1) }

        mutating func appendLiteral(_ literal: StaticString) { statement.parts.append(.text(literal)) }
        mutating func appendInterpolation(_ value: SQLValue) { statement.parts.append(.value(value)) }
        mutating func appendInterpolation(_ value: String) { statement.parts.append(.value(.text(value))) }
        mutating func appendInterpolation(_ value: String?) { statement.parts.append(.value(value.map(SQLValue.text) ?? .null)) }
        mutating func appendInterpolation(_ value: Int64) { statement.parts.append(.value(.integer(value))) }
        mutating func appendInterpolation(_ value: Int64?) { statement.parts.append(.value(value.map(SQLValue.integer) ?? .null)) }
        mutating func appendInterpolation(_ value: Int) { statement.parts.append(.value(.integer(Int64(value)))) }
        mutating func appendInterpolation(_ value: Double) { statement.parts.append(.value(.real(value))) }
        mutating func appendInterpolation(_ value: Double?) { statement.parts.append(.value(value.map(SQLValue.real) ?? .null)) }
        mutating func appendInterpolation(_ part: SQL) { statement.parts += part.parts }
    }

    /// Joins parts with a separator.
    static func joined(_ parts: [SQL], by separator: StaticString) -> SQL {
        var result = SQL()
        for (index, part) in parts.enumerated() {
            if index > 0 { result.parts.append(.text(separator)) }
            result.parts += part.parts
        }
        return result
    }

    /// `(?, ?, …)` for `IN`; `(NULL)`, which matches nothing, for no values.
    static func list(_ values: [SQLValue]) -> SQL {
        values.isEmpty ? "(NULL)" : "(\(joined(values.map { "\($0)" }, by: ", ")))"
    }

    /// The text for a database, and the values in order.
    /// - Throws: an error if a text contains NUL, which not every database stores.
    func rendered(for dialect: SQLDialect) throws -> (text: String, values: [SQLValue]) {
        var text = ""
        var values: [SQLValue] = []
        for part in parts {
            switch part {
            case .text(let literal): literal.withUTF8Buffer { text += String(decoding: $0, as: UTF8.self) }
            case .value(let value):
                if case .text(let text) = value, text.utf8.contains(0) { throw CatalogueError.invalidText }
                values.append(value)
                text += dialect == .sqlite ? "?" : "$\(values.count)"
            }
        }
        return (text, values)
    }
}

enum SQLDialect: Sendable { case sqlite, postgres }

enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
}

struct SQLRow: Sendable {
    let values: [SQLValue]

    func text(_ column: Int) -> String { optionalText(column) ?? "" }
    func optionalText(_ column: Int) -> String? { if case .text(let text) = values[column] { text } else { nil } }
    func integer(_ column: Int) -> Int64 { optionalInteger(column) ?? 0 }
    func optionalInteger(_ column: Int) -> Int64? { if case .integer(let value) = values[column] { value } else { nil } }
    func real(_ column: Int) -> Double {
        switch values[column] {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: 0
        }
    }
}
