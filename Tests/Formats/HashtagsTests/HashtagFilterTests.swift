// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHashtags

@Suite("Hashtag expressions") struct HashtagFilterTests {
    @Test(
        "Expressions are parsed as written",
        arguments: [
            ("sport", HashtagFilter.tag("sport")),
            ("  #sport\n", .tag("sport")),
            ("##sport", .tag("#sport")),
            ("(and a b)", .and([.tag("a"), .tag("b")])),
            ("(or a b c d e f g)", .or(["a", "b", "c", "d", "e", "f", "g"].map(HashtagFilter.tag))),
            ("(and(or a b)(not c))", .and([.or([.tag("a"), .tag("b")]), .not(.tag("c"))])),
            ("( and\ta\r\nb )", .and([.tag("a"), .tag("b")])),
            ("(and and or)", .and([.tag("and"), .tag("or")])),
            ("and", .tag("and")), ("(or not not)", .or([.tag("not"), .tag("not")])),
            ("(and a)", .tag("a")), ("(or (and a))", .tag("a")), ("(not (not a))", .not(.not(.tag("a")))),
            ("(and Sport sport)", .and([.tag("Sport"), .tag("sport")])),
            ("e\u{301}te\u{301}", .tag("\u{E9}t\u{E9}")), ("足球", .tag("足球")), ("👩‍👩‍👧", .tag("👩‍👩‍👧")),
        ])
    func reading(text: String, filter: HashtagFilter) throws {
        let read = try HashtagFilter(parsing: text)
        #expect(read == filter)
        #expect(read.tags.map { Array($0.utf8) } == filter.tags.map { Array($0.utf8) })
    }

    @Test(
        "Errors state the byte offset",
        arguments: [
            ("", 0), ("   ", 3), ("()", 1), ("(and)", 4), ("(and )", 5), ("(sport food)", 1), ("(and a", 6), ("(and a b))", 9),
            ("a b", 2), (")", 0), ("(", 1), ("((and a b))", 1), ("(and#a b)", 1), ("(and (or a b)c)", 13), ("(not a b)", 1),
            ("(not)", 4), ("#", 1), ("(and # b)", 6), ("é\u{A0}b", 2), ("a\u{0}", 1), ("(or é (", 8), ("(AND a b)", 1),
        ])
    func faults(text: String, offset: Int) {
        let error = #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: text) }
        #expect(error?.offset == offset, "\(text): \(error?.description ?? "")")
    }

    @Test("Strict mode has no negation") func strict() throws {
        #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: "(and a (not b))", isStrict: true) }
        #expect(try HashtagFilter(parsing: "(and a not)", isStrict: true) == .and([.tag("a"), .tag("not")]))
    }

    @Test("Bytes, depth and tags are limited") func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(and a ", count: depth) + "b" + String(repeating: ")", count: depth)
        }
        #expect(try HashtagFilter(parsing: nested(64)).tags.count == 65)
        #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: nested(65)) }
        func flat(_ count: Int) -> String { "(or " + (0..<count).map { "t\($0)" }.joined(separator: " ") + ")" }
        #expect(try HashtagFilter(parsing: flat(256)).tags.count == 256)
        let many = #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: flat(257)) }
        #expect(many?.isLimit == true)
        #expect(try HashtagFilter(parsing: String(repeating: "a", count: 4096)).tags.count == 1)
        let long = #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: String(repeating: "a", count: 4097)) }
        #expect(long?.offset == 4096)
        let deep = String(repeating: "(", count: 4096)
        #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: deep) }
    }

    @Test("Invalid UTF-8 is an error at its first byte") func encoding() {
        let error = #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: [0x61, 0xC3, 0x28]) }
        #expect(error?.offset == 1)
        #expect(throws: HashtagFilterError.self) { try HashtagFilter(parsing: [0xED, 0xA0, 0x80]) }
    }

    @Test("Printed expressions parse to the same expression", arguments: UInt64(0)..<300) func roundTrip(seed: UInt64) throws {
        var source = Xorshift(seed: seed)
        let filter = HashtagFilter.made(by: &source, depth: 5)
        let read = try HashtagFilter(parsing: filter.description)
        #expect(read == filter)
        // A truncated expression is either invalid, with an offset inside, or valid by itself.
        let bytes = Array(filter.description.utf8)
        for count in bytes.indices {
            do { _ = try HashtagFilter(parsing: Array(bytes[..<count])) } catch { #expect((0...count).contains(error.offset)) }
        }
    }

    @Test("Expressions obey the laws of logic", arguments: UInt64(0)..<100) func logic(seed: UInt64) {
        var source = Xorshift(seed: seed &+ 1000)
        let one = HashtagFilter.made(by: &source, depth: 3)
        let other = HashtagFilter.made(by: &source, depth: 3)
        let tags = Set(HashtagFilter.vocabulary.filter { _ in Bool.random(using: &source) })
        #expect(HashtagFilter.not(.and([one, other])).matches(tags) == HashtagFilter.or([.not(one), .not(other)]).matches(tags))
        #expect(HashtagFilter.and([one, other]).matches(tags) == (one.matches(tags) && other.matches(tags)))
        #expect(HashtagFilter.or([one, .not(one)]).matches(tags))
    }

    @Test("A video's tag is normalized as in an expression") func normalizing() {
        #expect(HashtagFilter.normalized(tag: "#e\u{301}")?.unicodeScalars.count == 1)
        #expect(HashtagFilter.normalized(tag: "#") == nil)
        #expect(HashtagFilter.normalized(tag: "two words") == nil)
        #expect(HashtagFilter.normalized(tag: "a(b)") == nil)
    }
}

extension HashtagFilter {
    static let vocabulary = ["a", "B", "and", "or", "not", "#x", "été", "足球", "-1", "\"", "'", "%"]

    static func made(by source: inout Xorshift, depth: Int) -> HashtagFilter {
        let choice = depth == 0 ? 0 : Int.random(in: 0..<5, using: &source)
        func operands() -> [HashtagFilter] { (0..<Int.random(in: 2...4, using: &source)).map { _ in made(by: &source, depth: depth - 1) } }
        switch choice {
        case 1: return .and(operands())
        case 2: return .or(operands())
        case 3: return .not(made(by: &source, depth: depth - 1))
        default: return .tag(vocabulary.randomElement(using: &source) ?? "a")
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
