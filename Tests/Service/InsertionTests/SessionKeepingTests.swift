// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxHLS
import WindowboxKit
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

@Suite("Concurrent changes of a session", .timeLimit(.minutes(2)))
struct SessionKeepingTests {
    @Test("Two simultaneous writes are both kept")
    func twoAtOnce() async throws {
        try await Self.with { parts, sessions in
            let session = try await Self.session(parts)
            sessions.delay.change { $0.isHeld = true }
            async let first: Void = session.handle(.replaceParameters(["genre": "news"]))
            await sessions.delay.reaches { $0.begun == 1 }
            async let second: Void = session.handle(.replaceParameters(["genre": "sport"]))
            // The second one either waits for the first, or writes at the same time.
            while await session.record.session.parameters["genre"] != "sport", sessions.delay.value.begun < 2 { await Task.yield() }
            sessions.delay.change { $0.isHeld = false }
            _ = try await (first, second)
            #expect(await session.record.session.parameters == ["genre": "sport"])
            #expect(try await Self.stored(session.id, sessions).session.parameters == ["genre": "sport"])
        }
    }

    @Test("A change is repeated when another process has written meanwhile")
    func anotherProcess() async throws {
        try await Self.with { parts, sessions in
            let session = try await Self.session(parts)
            var other = await session.record
            other.ledgers["v0"] = LiveLedger()
            #expect(try await sessions.save(other.text, of: session.id, over: 1, at: Date()))
            try await session.handle(.replaceParameters(["genre": "sport"]))
            let kept = try await Self.stored(session.id, sessions)
            #expect(kept.session.parameters == ["genre": "sport"])
            #expect(kept.ledgers.keys.contains("v0"))
        }
    }

    @Test("A change is repeated when it waited for a write that failed")
    func waitedForLateWrite() async throws {
        try await Self.with { parts, sessions in
            let session = try await Self.session(parts)
            let other = await session.record
            #expect(try await sessions.save(other.text, of: session.id, over: 1, at: Date()))
            sessions.delay.change { $0.isHeld = true }
            async let first: Void = session.handle(.cancelPrefetch(id: "nothing"))
            await sessions.delay.reaches { $0.begun == 1 }
            async let second: Void = session.handle(.replaceParameters(["genre": "sport"]))
            while await session.record.session.parameters["genre"] != "sport" { await Task.yield() }
            sessions.delay.change { $0.isHeld = false }
            _ = try await (first, second)
            #expect(try await Self.stored(session.id, sessions).session.parameters == ["genre": "sport"])
        }
    }

    @Test("A decision is repeated when another process has written meanwhile, so every break has its ads")
    func breaksOfAnotherProcess() async throws {
        try await Self.with { parts, sessions in
            let session = try await Self.session(parts)
            var other = await session.record
            other.ledgers["v0"] = LiveLedger()
            #expect(try await sessions.save(other.text, of: session.id, over: 1, at: Date()))
            try await session.decide([DiscoveredBreak(id: "b", start: 10, duration: 5)], nil)
            let kept = try await Self.stored(session.id, sessions)
            #expect(await session.record.session.breaks.map { $0.decision != nil } == [true])
            #expect(kept.session.breaks.map { $0.decision != nil } == [true])
            #expect(kept.ledgers.keys.contains("v0"))
        }
    }

    @Test("Numbering is repeated when another process has written meanwhile")
    func ledgersOfAnotherProcess() async throws {
        try await Self.with { parts, sessions in
            let session = try await Self.session(parts)
            var other = await session.record
            other.ledgers["v1"] = LiveLedger()
            #expect(try await sessions.save(other.text, of: session.id, over: 1, at: Date()))
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n"
            let playlist = try #require(try Playlist.parse(Array(text.utf8)).get().media)
            #expect(try await session.live(playlist, ContentRendition(.variant, 0)).segments.count == 2)
            #expect(try await Self.stored(session.id, sessions).ledgers.keys.sorted() == ["v0", "v1"])
        }
    }

    @Test("Requests of a deleted session do not bring it back")
    func deleted() async throws {
        try await Self.with { parts, sessions in
            let found = DiscoveredBreak(id: "b", start: 10, duration: 5)
            let session = try await Self.session(parts) {
                _ = $0.handle(.playlist([found], edge: nil, CreativeAvailability()), at: parts.now)
            }
            #expect(await session.record.session.breaks.map(\.decision) == [nil])
            try await session.handle(.delete)
            #expect(try await Self.stored(session.id, sessions).session.isDeleted)
        }
    }

    private static func with(_ body: @Sendable @escaping (InsertionDependencies, DelayedSessions) async throws -> Void) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content, ads: [])
        try await Asking.with(origin) { asking, _, _ in
            let (parts, sessions) = (asking.insertion.parts, DelayedSessions(asking.catalogue.stitchedSessions))
            try await body(
                InsertionDependencies(
                    settings: parts.settings, origins: parts.origins, creativeCache: parts.creativeCache, decider: parts.decider,
                    house: parts.house,
                    beaconDispatcher: parts.beaconDispatcher, store: sessions, houseAds: parts.houseAds, metrics: parts.metrics,
                    journal: parts.journal,
                    clock: parts.clock),
                sessions)
        }
        await origin.stop()
    }

    private static func session(
        _ parts: InsertionDependencies, _ change: (inout StitchedSession) -> Void = { _ in }
    ) async throws -> ViewerSession {
        var configuration = StitchedSession.Configuration()
        configuration.isLive = true
        var session = StitchedSession(id: SessionID.make(), configuration: configuration, at: parts.now)
        change(&session)
        let record = SessionRecord(session: session, origin: "http://origin.test/x.m3u8", base: "http://service.test")
        return try await SessionTable(parts: parts).make(record)
    }

    private static func stored(_ id: String, _ sessions: DelayedSessions) async throws -> SessionRecord {
        try SessionRecord(try #require(try await sessions.find(id)).document)
    }
}

/// Sessions of a database that can respond later than it writes.
private final class DelayedSessions: StitchedSessionRepository {
    struct Delay {
        var isHeld = false
        /// Changes that were written while it is held.
        var begun = 0
    }

    let delay = Watched(Delay())
    private let base: any StitchedSessionRepository

    init(_ base: any StitchedSessionRepository) { self.base = base }

    func save(_ document: String, of id: String, over version: Int, at now: Date) async throws -> Bool {
        let isSaved = try await base.save(document, of: id, over: version, at: now)
        delay.change { if $0.isHeld { $0.begun += 1 } }
        await delay.reaches { !$0.isHeld }
        return isSaved
    }

    func find(_ id: String) async throws -> StoredStitchedSession? { try await base.find(id) }
    func touch(_ id: String, at now: Date) async throws { try await base.touch(id, at: now) }
    func save(progress: String, of id: String) async throws { try await base.save(progress: progress, of: id) }
    func forget(before time: Date) async throws -> Int { try await base.forget(before: time) }
}
