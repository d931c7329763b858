// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCatalogue

@Suite("Catalogue conditions") struct ConditionTests {
    @Test("A statement binds its values and includes none of them in its text") func binding() throws {
        let evil = "'; DROP TABLE resource; --"
        let part: SQL = "b = \(evil)"
        let statement: SQL = "SELECT \(1) WHERE a = \(evil) AND \(part) AND c IN \(SQL.list([.text(evil), .null]))"
        for dialect in [SQLDialect.sqlite, .postgres] {
            let (text, values) = try statement.rendered(for: dialect)
            #expect(!text.contains("DROP"))
            #expect(values == [.integer(1), .text(evil), .text(evil), .text(evil), .null])
        }
        #expect(try statement.rendered(for: .postgres).text == "SELECT $1 WHERE a = $2 AND b = $3 AND c IN ($4, $5)")
    }

    @Test("A token's signature is stable and has one or two bits") func signatures() {
        #expect(Token(.hashtag, "sport").signature == Token(.hashtag, "sport").signature)
        let signatures = (0..<1000).map { Token(.hashtag, "t\($0)").signature }
        #expect(signatures.allSatisfy { (1...2).contains($0.nonzeroBitCount) })
        #expect(Set(signatures).count > 700)
        #expect(Token(.hashtag, "a").signature != Token(.product, "a").signature)
    }

    @Test("The cover of a condition includes everything that matches it", arguments: UInt64(0)..<200) func cover(seed: UInt64) {
        var source = Xorshift(seed: seed)
        let condition = Condition.made(by: &source, depth: 3)
        var lists: [Token: ResolvedCondition.List] = [:]
        for (number, token) in Condition.vocabulary.dropLast().enumerated() {
            lists[token] = .init(number: Int64(number), uses: Int64.random(in: 1...100, using: &source), signature: token.signature)
        }
        let resolved = ResolvedCondition(condition, lists: lists)
        for _ in 0..<20 {
            let tokens = Set(lists.keys.sorted().filter { _ in Bool.random(using: &source) })
            guard condition.holds(for: tokens) else { continue }
            #expect(resolved != .never)
            if let cover = resolved.cover { #expect(tokens.contains { token in cover.contains { $0 == lists[token] } }) }
        }
    }

}

extension Condition {
    static let vocabulary = ["a", "b", "c", "d", "e", "missing"].map { Token(.hashtag, $0) }

    static func made(by source: inout Xorshift, depth: Int) -> Condition {
        func parts() -> [Condition] { (0..<Int.random(in: 1...3, using: &source)).map { _ in made(by: &source, depth: depth - 1) } }
        switch depth == 0 ? 0 : Int.random(in: 0..<5, using: &source) {
        case 1: return .all(parts())
        case 2: return .any(parts())
        case 3: return .not(made(by: &source, depth: depth - 1))
        default: return .token(vocabulary.randomElement(using: &source) ?? vocabulary[0])
        }
    }
}

/// A random number generator with the same numbers on each run.
struct Xorshift: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
