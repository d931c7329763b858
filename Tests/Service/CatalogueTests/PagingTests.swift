// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Paging", .serialized) struct PagingTests {
    private static let noon = OpenedCatalogue.noon

    @Test("Paging a list returns everything that stays, once and in order, despite changes", arguments: Make.available, UInt64(1)...6)
    func lists(make: Make, seed: UInt64) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            var random = Xorshift(seed: seed &+ 100)
            var made = 0
            func add() async throws {
                made += 1
                // Many are created at the same time.
                try await resources.save(
                    VideoChannel(id: "c\(made)", businessID: "b1", name: "x", slug: "x"), at: Self.noon.addingTimeInterval(Double(made / 4))
                )
            }
            for _ in 0..<Int.random(in: 5...34, using: &random) { try await add() }
            let all = try await resources.list(VideoChannel.self, parent: "b1", before: nil, since: nil, limit: 1000).map(\.id)
            #expect(Set(all).count == made)
            var removed: Set<String> = []
            var found: [String] = []
            var last: String?
            while true {
                let limit = Int.random(in: 1...5, using: &random)
                let page = try await resources.list(VideoChannel.self, parent: "b1", before: last, since: nil, limit: limit).map(\.id)
                found += page
                guard let end = page.last else { break }
                last = end
                try await add()
                // Not the item after which the next page begins.
                if let gone = all.randomElement(using: &random), gone != end {
                    removed.insert(gone)
                    _ = try await resources.delete(VideoChannel.self, id: gone)
                }
            }
            #expect(Set(found).count == found.count)
            #expect(found.filter { !removed.contains($0) } == all.filter { !removed.contains($0) })
            // The same in the opposite direction.
            var back: [String] = []
            var first = last
            while let place = first {
                let page = try await resources.list(VideoChannel.self, parent: "b1", before: nil, since: place, limit: 3).map(\.id)
                back = page + back
                first = page.first
            }
            let now = try await resources.list(VideoChannel.self, parent: "b1", before: nil, since: nil, limit: 1000).map(\.id)
            #expect(back == Array(now.dropLast()))
        }
    }

    @Test("An id from another list is no position in this one", arguments: Make.available) func foreign(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            for (id, business) in [("c1", "b1"), ("c2", "b1"), ("d1", "b2")] {
                try await resources.save(VideoChannel(id: id, businessID: business, name: "x", slug: "x"), at: Self.noon)
            }
            func page(before: PageCursor?, since: PageCursor? = nil) async throws -> [String] {
                try await resources.page(VideoChannel.self, parents: ["b1"], before: before, since: since, limit: 10).resources.map(\.id)
            }
            #expect(try await page(before: PageCursor("c2")) == ["c1"])
            for id in ["d1", "none", ""] {
                await #expect(throws: CursorExpired.self) { try await page(before: PageCursor(id)) }
                await #expect(throws: CursorExpired.self) { try await page(before: nil, since: PageCursor(id)) }
            }
            // A place in time is one in any list.
            let noon = Timestamp.milliseconds(Self.noon)
            #expect(try await page(before: PageCursor(id: "z", created: noon)) == ["c2", "c1"])
            #expect(try await page(before: PageCursor(id: "d1", created: .max)) == ["c2", "c1"])
            #expect(try await page(before: PageCursor(id: "c1", created: .min)) == [])
        }
    }

    @Test("Paging a feed repeats nothing and omits nothing that stays", arguments: Make.available, UInt64(1)...6)
    func feeds(make: Make, seed: UInt64) async throws {
        try await OpenedCatalogue.with(make) { opened in
            var random = Xorshift(seed: seed)
            try await opened.addChannel("c1")
            var count = 0
            func add(minute: Int) async throws {
                count += 1
                try await opened.addVideo("v\(count)", ["a", "t\(count % 3)"], minute: minute)
            }
            for _ in 0..<30 { try await add(minute: Int.random(in: 1...10, using: &random)) }
            let filter = ["a", "(or t0 t1)", "(and a (not t2))"][Int(seed % 3)]
            let source = FeedSource.hashtag(channel: "c1", filter: filter)
            let before = try await opened.ids(source, pageSize: 100)
            var changed: Set<String> = []
            var page = try await opened.catalogue.feeds.makeFeed(
                FeedRequest(source: source, pageSize: Int.random(in: 1...7, using: &random)), for: opened.viewer, at: Self.noon)
            var pages = [page.items.ids]
            var cursors: [String] = []
            while let cursor = page.cursor {
                cursors.append(cursor)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try await add(minute: Int.random(in: -5...12, using: &random))
                case 1:
                    let gone = "v\(Int.random(in: 1...30, using: &random))"
                    changed.insert(gone)
                    _ = try await opened.catalogue.resources.delete(Video.self, id: gone)
                default:
                    let moved = "v\(Int.random(in: 1...30, using: &random))"
                    changed.insert(moved)
                    _ = try await opened.catalogue.resources.update(Video.self, id: moved, at: Self.noon) { $0.hashtags = ["z"] }
                }
                page = try await opened.catalogue.feeds.page(of: page.feedID, cursor: cursor, for: opened.viewer, at: Self.noon)
                pages.append(page.items.ids)
            }
            let found = pages.flatMap { $0 }
            #expect(Set(found).count == found.count)
            let stayed = before.filter { !changed.contains($0) }
            #expect(found.filter { stayed.contains($0) } == stayed)
            // Requested again, each page has no additional items.
            for (cursor, items) in zip(cursors, pages.dropFirst()) {
                let again = try await opened.catalogue.feeds.page(of: page.feedID, cursor: cursor, for: opened.viewer, at: Self.noon)
                #expect(Set(again.items.ids).subtracting(items) == [])
            }
        }
    }
}
