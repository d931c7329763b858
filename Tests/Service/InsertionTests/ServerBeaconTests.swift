// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup
import WindowboxCatalogue
import WindowboxHLS
import WindowboxServiceKit

@testable import WindowboxInsertion

@Suite("Server-side beacons", .timeLimit(.minutes(2))) struct ServerBeaconTests {
    /// Requests a segment as a player does, and returns the redirect's target.
    private static func fetch(_ asking: Asking, _ address: String, _ method: Asking.Method = .get) async -> String? {
        await asking.get(String(address.dropFirst("http://service.test/stitched/".count)), [], method).field("Location")
    }

    @Test("3.7 Each event is reported once, with its segment, for any request and process") func once()
        async throws
    {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"reporting\":\"server\"}")
            let large = try await asking.media("\(id)/v0.m3u8").segments.map(\.uri.url)
            let small = try await asking.media("\(id)/v1.m3u8").segments.map(\.uri.url)
            #expect(large[0] == "http://service.test/stitched/\(id)/seg/0/0/v0/0")
            #expect(await Self.fetch(asking, large[0], .head) == "\(origin.address)/medium/0.ts")
            #expect(origin.beacons.isEmpty)
            #expect(await Self.fetch(asking, large[0]) == "\(origin.address)/medium/0.ts")
            // The same position in another rendition, and once more.
            _ = await Self.fetch(asking, small[0])
            _ = await Self.fetch(asking, large[0])
            try await origin.wasAsked("/beacon/0/0/firstQuartile")
            // Another process.
            let second = try await Catalogue(database)
            let other = Asking(insertion: AdInsertion(settings, catalogue: second), catalogue: second)
            #expect(try await other.media("\(id)/v0.m3u8").segments.map(\.uri.url) == large)
            for address in [large[0], large[1], large[2]] { _ = await Self.fetch(other, address) }
            try await origin.wasAsked("/beacon/0/0/complete")
            #expect(
                origin.beacons == [
                    "0/0/impression?s=1", "0/0/start", "0/0/firstQuartile", "0/0/midpoint", "0/0/thirdQuartile", "0/0/complete",
                ])
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 2)
            try await second.close()
        }
        await origin.stop()
    }

    @Test("3.7 After a part that was not fetched nothing is reported") func gap() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"reporting\":\"server\"}")
            let segments = try await asking.media("\(id)/v0.m3u8").segments.map(\.uri.url)
            _ = await Self.fetch(asking, segments[0])
            _ = await Self.fetch(asking, segments[2])
            // The second break's beacons come after those of the first.
            _ = await Self.fetch(asking, segments[5])
            try await origin.wasAsked("/beacon/1/0/impression")
            #expect(!origin.beacons.contains("0/0/complete"))
            #expect(!origin.beacons.contains("0/0/midpoint"))
        }
        await origin.stop()
    }

    @Test("Beacons of a dead process are sent by another, except the one that was being sent")
    func adopted() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-beacons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let store = catalogue.adBeacons
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let beacons = ["a", "b", "c"].map { StoredBeacon(session: "s", id: $0, document: "{}") }
        #expect(try await store.record(beacons, for: "one", until: start + 180, at: start) == beacons)
        #expect(try await store.record(beacons, for: "two", until: start + 180, at: start).isEmpty)
        try await store.begin([beacons[0]])
        #expect(try await store.adopt(for: "two", until: start + 360, limit: 10, at: start + 100).isEmpty)
        #expect(try await store.adopt(for: "two", until: start + 400, limit: 10, at: start + 200) == [beacons[1], beacons[2]])
        #expect(try await store.adopt(for: "three", until: start + 400, limit: 10, at: start + 200).isEmpty)
        try await catalogue.close()
    }

    @Test("A beacon that can't be read is given up, and doesn't keep others of a dead process from being sent") func unreadable()
        async throws
    {
        let origin = try await AdOrigin()
        try await Asking.with(origin) { asking, _, _ in
            let (store, now) = (asking.catalogue.adBeacons, Date())
            let beacon = AdBeacon(
                id: "good", event: "start", url: "\(origin.address)/beacon/late", adID: "a", breakID: "b", at: now.timeIntervalSince1970)
            let beacons = [
                StoredBeacon(session: "s", id: "bad", document: "{"), try BeaconRecord(session: "s", beacon: beacon, fields: []).stored(),
            ]
            #expect(try await store.record(beacons, for: "dead", until: now - 10, at: now - 20) == beacons)
            try await asking.insertion.tidy()
            try await origin.wasAsked("/beacon/late")
            let left = try await store.adopt(for: "x", until: now + 20_000, limit: 10, at: now + 10_000)
            #expect(!left.contains { $0.id == "bad" })
        }
        await origin.stop()
    }
}
