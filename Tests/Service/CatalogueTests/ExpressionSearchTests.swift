// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Searching by expression", .serialized) struct ExpressionSearchTests {
    @Test("An expression finds exactly its matches, newest first, with any page size", arguments: Make.available, UInt64(1)...4)
    func meaning(make: Make, seed: UInt64) async throws {
        try await OpenedCatalogue.with(make) { opened in
            var random = Xorshift(seed: seed)
            try await opened.addChannel("c1")
            let words = ["a", "b", "c", "d", "e"]
            var videos: [(id: String, minute: Int, tags: [String])] = []
            for number in 0..<60 {
                let tags = words.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                // Several have the same publication time.
                videos.append(("v\(100 + number)", Int.random(in: 1...25, using: &random), tags))
                try await opened.addVideo(videos[number].id, tags, minute: videos[number].minute)
            }
            videos.sort { ($0.minute, $1.id) < ($1.minute, $0.id) }
            for _ in 0..<25 {
                let condition = Condition.made(by: &random, depth: 3)
                let expected = videos.filter { condition.holds(for: Set($0.tags.map { Token(.hashtag, $0) })) }.map(\.id)
                let filter = Self.text(condition)
                let size = Int.random(in: 1...7, using: &random)
                let found = try await opened.ids(.hashtag(channel: "c1", filter: filter), pageSize: size)
                #expect(found == expected, "\(filter), pages of \(size)")
            }
        }
    }

    @Test("A list of which all videos match is searched first, then the shortest list of each conjunction") func order() {
        func list(_ number: Int64, _ uses: Int64) -> ResolvedCondition { .list(.init(number: number, uses: uses, signature: 1 << number)) }
        let condition = ResolvedCondition.any([.all([list(1, 50), list(2, 900)]), .all([list(3, 20), list(4, 30)]), list(5, 70)])
        let walk = condition.walk(of: .init(number: 0, uses: 1000, signature: 1))
        #expect(walk.map(\.list.number) == [5, 3, 1])
        #expect(walk.first?.rest == .always)
        #expect(ResolvedCondition.always.walk(of: .init(number: 0, uses: 9, signature: 1)).map(\.list.number) == [0])
        #expect(ResolvedCondition.never.walk(of: .init(number: 0, uses: 9, signature: 1)).isEmpty)
    }

    @Test("A connection keeps a limited number of prepared statements") func statements() {
        final class Connection {}
        let (one, other) = (Connection(), Connection())
        let texts = PreparedStatements(limit: 3)
        let told = ["a", "b", "c", "a", "d", "d", "e", "f", "g"].map { texts.exceedsLimit(with: $0, on: ObjectIdentifier(one)) }
        #expect(told == [false, false, false, false, true, false, false, false, true])
        #expect(!texts.exceedsLimit(with: "x", on: ObjectIdentifier(other)))
    }

    @Test("A document is decoded once until it changes or is evicted") func documents() throws {
        let documents = DecodedDocuments<VideoChannel>(limit: 2)
        let reads = Mutex<[String]>([])
        func read(_ name: String) throws -> String {
            let document = try ContractJSON.text(VideoChannel(id: "c1", businessID: "b1", name: name, slug: "x"))
            return try documents.read(document) { type, text in
                reads.withLock { $0.append(name) }
                return try ContractJSON.decode(type, from: text)
            }.name
        }
        for name in ["a", "a", "b", "a", "c", "a", "d", "e", "b", "a"] { #expect(try read(name) == name) }
        #expect(reads.withLock { $0 } == ["a", "b", "c", "d", "e", "b", "a"])
        #expect(throws: (any Error).self) { try documents.read("{") { type, text in try ContractJSON.decode(type, from: text) } }
    }

    private static func text(_ condition: Condition) -> String {
        switch condition {
        case .token(let token): token.name
        case .all(let parts): "(and \(parts.map(text).joined(separator: " ")))"
        case .any(let parts): "(or \(parts.map(text).joined(separator: " ")))"
        case .not(let part): "(not \(text(part)))"
        }
    }
}
