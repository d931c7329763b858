// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A decoded query. If a name has several values, the last one counts.
struct QueryValues: Sendable, CustomStringConvertible {
    /// In the order in which they were sent.
    let pairs: [(name: String, value: String)]

    /// Whether it was percent-encoded UTF-8 without NUL.
    private(set) var isWellFormed = true

    init(_ values: [String: String] = [:]) { pairs = values.map { ($0.key, $0.value) } }

    /// Stands for a query that can't be decoded.
    static let malformed: QueryValues = {
        var query = QueryValues()
        query.isWellFormed = false
        return query
    }()

    subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }
    var all: [String: String] { Dictionary(pairs.map { ($0.name, $0.value) }) { $1 } }
    func integer(_ name: String) -> Int? { self[name].flatMap(Int.init) }

    /// Deterministic for the same values.
    var description: String { all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&") }

    /// Nil if a part isn't percent-encoded UTF-8, or contains a NUL.
    init?(encoded: some StringProtocol) {
        var pairs: [(name: String, value: String)] = []
        for pair in encoded.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormText.decoded(parts[0]), let value = FormText.decoded(parts.count > 1 ? parts[1] : "") else { return nil }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// Validates the query against the contract.
    func check(_ expected: [APIRoute.Query]) throws(APIError) {
        for query in expected {
            guard let value = self[query.name] else {
                if query.isRequired { throw APIError(.invalidField, "It is missing.", field: query.name) }
                continue
            }
            if query.type == Int.self, Int(value) == nil { throw APIError(.invalidField, "It must be a whole number.", field: query.name) }
            if query.type == Date.self, Timestamp.date(value) == nil {
                throw APIError(.invalidField, "Enter a date as in RFC 3339, such as 2026-11-22T06:25:19Z.", field: query.name)
            }
            if let words = query.type as? any Vocabulary.Type, !words.hasWord(value) {
                throw APIError(.invalidField, "This value is not known.", field: query.name)
            }
        }
    }
}

extension Vocabulary {
    fileprivate static func hasWord(_ text: String) -> Bool { isOpen || Self(rawValue: text).isKnown }
}
