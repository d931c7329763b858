// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Idempotent calls", .serialized) struct IdempotencyTests {
    private static let noon = OpenedCatalogue.noon
    private let record = IdempotencyKey(caller: "guest g1", key: "k1", fingerprint: "f1")
    private let answer = StoredResponse(status: 201, mediaType: "application/json", body: "{\"a\":\"ü\"}")

    @Test("A key belongs to one caller and call, and its response is kept for a day", arguments: Make.available)
    func keys(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let keys = opened.catalogue.idempotency
            #expect(try await keys.begin(record, at: Self.noon) == .new)
            #expect(try await keys.begin(record, at: Self.noon) == .underway)
            try await keys.finish(record, with: answer)
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(86399)) == .answered(answer))
            var other = record
            other.fingerprint = "f2"
            #expect(try await keys.begin(other, at: Self.noon) == .mismatch)
            other.caller = "guest g2"
            #expect(try await keys.begin(other, at: Self.noon) == .new)
            try await keys.forget(other)
            #expect(try await keys.begin(other, at: Self.noon) == .new)
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(86401)) == .new)
            #expect(try await keys.forgetExpiredKeys(at: Self.noon.addingTimeInterval(86401)) == 1)
        }
    }

    @Test("A call whose process died can be retried", arguments: Make.available) func abandoned(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let keys = opened.catalogue.idempotency
            let first = try await keys.begin(record, at: Self.noon)
            #expect(first == .new)
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(59)) == .underway)
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(61)) == .new)
        }
    }

    @Test("A call that takes long isn't handled a second time while it is renewed", arguments: Make.available)
    func renewed(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let keys = opened.catalogue.idempotency
            #expect(try await keys.begin(record, at: Self.noon) == .new)
            try await keys.renew(record, at: Self.noon.addingTimeInterval(40))
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(80)) == .underway)
            try await keys.finish(record, with: answer)
            #expect(try await keys.begin(record, at: Self.noon.addingTimeInterval(200)) == .answered(answer))
        }
    }

    @Test("The first response to a call counts, also if the call was handled twice", arguments: Make.available)
    func fenced(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let keys = opened.catalogue.idempotency
            #expect(try await keys.begin(record, at: Self.noon) == .new)
            // Its process stood still for more than a minute.
            let later = Self.noon.addingTimeInterval(61)
            #expect(try await keys.begin(record, at: later) == .new)
            try await keys.finish(record, with: answer)
            try await keys.finish(record, with: StoredResponse(status: 409, mediaType: nil, body: nil))
            #expect(try await keys.begin(record, at: later) == .answered(answer))
            try await keys.forget(record)
            #expect(try await keys.begin(record, at: later) == .answered(answer))
        }
    }

    @Test("Only one of several simultaneous calls is the first", arguments: Make.available) func race(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let states = try await withThrowingTaskGroup(of: IdempotencyState.self) { group in
                for _ in 0..<8 { group.addTask { try await opened.catalogue.idempotency.begin(record, at: Self.noon) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(states.filter { $0 == .new }.count == 1)
        }
    }

    @Test("Videos are found by product, and a feed's source by its ID", arguments: Make.available) func lookups(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            for channel in ["c1", "c2"] { try await opened.addChannel(channel) }
            try await opened.addVideo("v1", minute: 1) { $0.products = ["p1"] }
            try await opened.addVideo("v2", minute: 2) { $0.products = ["p2"] }
            try await opened.addVideo("v3", channel: "c2", minute: 3) { $0.products = ["p1"] }
            func found(_ channel: String?) async throws -> [String] {
                try await catalogue.resources.videos(showing: "p1", channel: channel, at: Self.noon, limit: 10).map(\.id)
            }
            #expect(try await found(nil) == ["v1", "v3"])
            #expect(try await found("c2") == ["v3"])
            let both = try await catalogue.resources.list(Video.self, parents: ["c1", "c2"], before: nil, since: nil, limit: 10)
            #expect(Set(both.map(\.id)) == ["v1", "v2", "v3"])
            #expect(try await catalogue.resources.list(Video.self, parents: [], before: nil, since: nil, limit: 10).isEmpty)
            let source = FeedSource.channel("c1")
            let feed = try await catalogue.feeds.makeFeed(FeedRequest(source: source), for: opened.viewer, at: Self.noon)
            #expect(try await catalogue.feeds.source(of: feed.feedID, for: opened.viewer, at: Self.noon) == source)
            await #expect(throws: APIError.self) {
                try await catalogue.feeds.source(of: feed.feedID, for: opened.viewer, at: Self.noon.addingTimeInterval(301))
            }
        }
    }
}
