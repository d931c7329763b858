// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxHashtags
import WindowboxServiceKit

@Suite("Feeds", .serialized) struct FeedTests {
    @Test("A channel's videos are sorted newest first, then by ID, without duplicates", arguments: Make.available) func order(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addChannel("c2")
            for (id, minute) in [("a", 3), ("b", 1), ("B", 1), ("_", 1), ("c", 2), ("d", 90)] {
                try await opened.addVideo(id, minute: minute)
            }
            try await opened.addVideo("x", channel: "c2", minute: 0)
            try await opened.addVideo("private", minute: 0) { $0.access = .owners }
            try await opened.addVideo("processing", minute: 0) { $0.status = .processing }
            try await opened.addVideo("archived", minute: 0) { $0.archivedAt = OpenedCatalogue.noon }
            try await opened.addVideo("later", minute: -5)
            for size in [1, 2, 3, 10] {
                #expect(try await opened.ids(.channel("c1", isPersonal: false), pageSize: size) == ["b", "_", "B", "c", "a", "d"])
            }
            let later = OpenedCatalogue.noon.addingTimeInterval(301)
            #expect(try await opened.ids(.channel("c1", isPersonal: false), at: later).first == "later")
        }
    }

    @Test("A hashtag expression finds only matching videos", arguments: Make.available) func expressions(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            var source = Xorshift(seed: 7)
            try await opened.addChannel("c1")
            try await opened.addChannel("c2")
            let words = ["a", "b", "c", "d", "e", "É", "足球", "'", "%"]
            var videos: [(id: String, tags: Set<String>)] = []
            for number in 0..<80 {
                let tags = words.filter { _ in Int.random(in: 0..<3, using: &source) == 0 }
                videos.append(("v\(number)", Set(tags)))
                try await opened.addVideo("v\(number)", tags.map { "#\($0)" }, minute: number)
            }
            try await opened.addVideo("elsewhere", words, channel: "c2", minute: 0)
            var filters = ["(and a b)", "(or a b c d e)", "(not a)", "(and (or a b) (not c) (or d É))", "nothing", "(and (not a) (not b))"]
            func made(_ depth: Int) -> String {
                if depth == 0 || Int.random(in: 0..<3, using: &source) == 0 { return words.randomElement(using: &source) ?? "a" }
                let parts = (0..<Int.random(in: 2...3, using: &source)).map { _ in made(depth - 1) }.joined(separator: " ")
                switch Int.random(in: 0..<3, using: &source) {
                case 0: return "(and \(parts))"
                case 1: return "(or \(parts))"
                default: return "(not \(made(depth - 1)))"
                }
            }
            for _ in 0..<40 { filters.append(made(3)) }
            for text in filters {
                let filter = try HashtagFilter(parsing: text)
                let expected = videos.filter { filter.matches($0.tags) }.map(\.id)
                #expect(try await opened.ids(.hashtag(channel: "c1", filter: text), pageSize: 7) == expected, "\(text)")
            }
            let error = await #expect(throws: APIError.self) { try await opened.ids(.hashtag(channel: "c1", filter: "(and a")) }
            #expect(error?.error.offset == 6)
            #expect(error?.code == .invalidFilterExpression)
            #expect(error?.error.field == "source.filter")
        }
    }

    @Test("Pages stay stable while videos are published, withdrawn or seen", arguments: Make.available)
    func stability(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for number in 0..<12 { try await opened.addVideo("v\(number)", ["t"], minute: number + 10) }
            for source in [FeedSource.channel("c1"), .channel("c1", isPersonal: false), .hashtag(channel: "c1", filter: "t")] {
                let feeds = opened.catalogue.feeds
                let soon = OpenedCatalogue.noon.addingTimeInterval(1)
                let first = try await feeds.makeFeed(FeedRequest(source: source, pageSize: 4), for: opened.viewer, at: OpenedCatalogue.noon)
                let second = try await feeds.page(of: first.feedID, cursor: "1", for: opened.viewer, at: soon)
                // One on top, one among those delivered, one that moves, one that is removed.
                try await opened.addVideo("new-\(source.type.rawValue.prefix(8))", ["t"], minute: 0)
                try await opened.addVideo("v1", ["t"], minute: 30)
                for id in ["v2", "v3", "v9"] { try await opened.see(id, at: soon) }
                let again = try await feeds.page(of: first.feedID, cursor: "1", for: opened.viewer, at: soon)
                #expect(again == second)
                let third = try await feeds.page(of: first.feedID, cursor: "2", for: opened.viewer, at: soon)
                let all = first.items.ids + second.items.ids + third.items.ids
                #expect(all == (0..<12).map { "v\($0)" })
                #expect(third.next == nil)
                try await opened.addVideo("v1", ["t"], minute: 11)
                _ = try await opened.catalogue.resources.delete(Video.self, id: "new-\(source.type.rawValue.prefix(8))")
                _ = try await opened.catalogue.guests.setTracking(.none, of: opened.viewer.guestID)
            }
        }
    }

    @Test("A feed expires after five minutes without requests, and cannot be read by another viewer", arguments: Make.available)
    func expiry(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for number in 0..<5 { try await opened.addVideo("v\(number)", minute: number) }
            let feeds = opened.catalogue.feeds
            let request = FeedRequest(source: .channel("c1"), pageSize: 1)
            let page = try await feeds.makeFeed(request, for: opened.viewer, at: OpenedCatalogue.noon)
            #expect(page.expiresAt == OpenedCatalogue.noon.addingTimeInterval(300))
            func code(_ cursor: String, _ seconds: Double, _ viewer: Viewer? = nil) async -> ErrorCode? {
                let now = OpenedCatalogue.noon.addingTimeInterval(seconds)
                do { _ = try await feeds.page(of: page.feedID, cursor: cursor, for: viewer ?? opened.viewer, at: now) } catch {
                    return (error as? APIError)?.code
                }
                return nil
            }
            #expect(await code("1", 299) == nil)
            #expect(await code("2", 598) == nil)
            #expect(await code("1", 10, Viewer(guestID: "guest2", appID: "app1")) == .feedExpired)
            for wrong in ["0", "-1", "4", "01", "x", "", "99999999999999999999", "1;"] { #expect(await code(wrong, 599) == .invalidCursor) }
            #expect(await code("2", 1000) == .feedExpired)
            #expect(try await feeds.forgetExpired(at: OpenedCatalogue.noon.addingTimeInterval(1000)) == 1)
            #expect(await code("1", 10) == .feedExpired)
        }
    }

    @Test("Videos that the viewer already has are left out, and the limit is respected", arguments: Make.available)
    func limits(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for number in 0..<10 { try await opened.addVideo("v\(number)", minute: number) }
            let request = FeedRequest(source: .channel("c1", isPersonal: false), pageSize: 2, maxVideos: 5, excludeIDs: ["v0", "v2", "v9"])
            #expect(try await opened.items(request).ids == ["v1", "v3", "v4", "v5", "v6"])
            await #expect(throws: APIError.self) { try await opened.ids(.channel("unknown")) }
            try await opened.addChannel("c2") { $0.visibility = .owners }
            let error = await #expect(throws: APIError.self) { try await opened.ids(.channel("c2")) }
            #expect(error?.code == .notFound)
            #expect(error?.error.field == "source.channel_id")
        }
    }

    @Test("Simultaneous requests for a page get the same page", arguments: Make.available) func race(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for number in 0..<30 { try await opened.addVideo("v\(number)", minute: number) }
            let feeds = opened.catalogue.feeds
            let other = try await Catalogue(opened.setting)
            let first = try await feeds.makeFeed(
                FeedRequest(source: .channel("c1"), pageSize: 5), for: opened.viewer, at: OpenedCatalogue.noon)
            let pages = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<8 {
                    let feeds = number.isMultiple(of: 2) ? feeds : other.feeds
                    group.addTask {
                        try await feeds.page(of: first.feedID, cursor: "1", for: opened.viewer, at: OpenedCatalogue.noon).items.ids
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(pages) == [["v5", "v6", "v7", "v8", "v9"]])
            try await other.close()
        }
    }
}
