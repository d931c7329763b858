// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// All that the service keeps, in one database of either make.
public struct Catalogue: Sendable {
    public let resources: any ResourceRepository
    public let feeds: any FeedRepository
    public let events: any EventRepository
    public let purchases: any PurchaseRepository
    public let orders: any OrderRepository
    public let guests: any GuestRepository
    public let jobs: any JobRepository
    public let idempotency: any IdempotencyRepository
    public let live: any LiveRepository
    public let insights: any InsightRepository
    public let webhooks: any WebhookRepository
    public let allowances: any QuotaRepository
    public let media: any MediaRepository
    /// Of stitched streams, and what is told of their ads.
    public let stitchedSessions: any StitchedSessionRepository
    public let adBeacons: any AdBeaconRepository
    public let houseAds: any HouseAdRepository

    private let store: any SQLStore
    private let sessions: any SQLStore

    /// Opens a database, makes it if it isn't there, and brings it up to date.
    /// - Parameters:
    ///   - setting: the path of an SQLite file (another with what lasts minutes is made beside it), or how to reach a PostgreSQL server.
    ///   - days: ``InsightRepository/standardDays``.
    public init(_ setting: String, days: DayCalendar = .utc) async throws {
        if Self.isPostgres(setting) {
            let postgres = PostgresStore(setting: setting)
            try await self.init(store: postgres, sessions: postgres.relaxed, days: days)
        } else {
            let store = try SQLiteStore(path: setting, isDurable: true)
            try await self.init(store: store, sessions: SQLiteStore(path: setting + "-feeds", isDurable: false), days: days)
        }
    }

    init(store: any SQLStore, sessions: any SQLStore, days: DayCalendar = .utc) async throws {
        self.store = store
        self.sessions = sessions
        if store.dialect == .postgres {
            try await Migrations(steps: Migrations.catalogue + Migrations.sessions + Migrations.ads).run(on: store)
        } else {
            try await Migrations(steps: Migrations.catalogue).run(on: store)
            try await Migrations(steps: Migrations.sessions + Migrations.ads).run(on: sessions)
        }
        let changes = ChangeCount()
        resources = SQLResources(store: store, changes: changes)
        media = SQLMedia(store: store, count: changes)
        stitchedSessions = SQLStitchedSessions(store: sessions)
        adBeacons = SQLAdBeacons(store: sessions)
        houseAds = SQLHouseAds(store: sessions)
        feeds = SQLFeeds(store: store, sessions: sessions)
        events = SQLEvents(store: store, days: days)
        purchases = SQLPurchases(store: store)
        orders = SQLOrders(store: store)
        guests = SQLGuests(store: store, sessions: sessions)
        jobs = SQLJobs(store: store)
        idempotency = SQLIdempotency(store: store)
        live = SQLLive(store: store, sessions: sessions, changes: changes)
        insights = SQLInsights(store: store, standardDays: days)
        webhooks = SQLWebhooks(store: store)
        allowances = SQLAllowances(store: store)
    }

    /// Whether what comes in can be kept: the database answers, has room, and no part of it was found that can't be read.
    public func isReady() async -> Bool { await fault() == nil }

    /// Why nothing can be kept; nil when something can. It costs a write.
    public func fault() async -> String? {
        guard !store.isDamaged, !sessions.isDamaged else {
            return "A part of the database can't be read. Stop the service, and restore a backup."
        }
        let (name, filling) = (OpaqueID.make(), String(repeating: "x", count: Self.probeBytes))
        do {
            try await store.write { connection in
                try connection.execute("INSERT INTO health_probe (name, filling) VALUES (\(name), \(filling))")
                try connection.execute("DELETE FROM health_probe WHERE name = \(name)")
            }
            return nil
        } catch let error as CatalogueError where error.isFull {
            return "The database has no room. Free some on its disk."
        } catch { return "The database does not answer." }
    }

    /// More than the pages that happen to have room have.
    private static let probeBytes = 32 << 10

    /// Looks through an SQLite file for parts that can't be read, which takes as long as reading all of it; what is found is told by
    /// ``fault()`` from then on. PostgreSQL looks after its files itself.
    /// - Returns: whether it is whole.
    public func verify() async throws -> Bool {
        for store in [store, sessions] where store.dialect == .sqlite {
            do {
                let found = try await store.read { try $0.rows("PRAGMA quick_check(1)").first?.text(0) }
                if found != "ok" { store.noteDamage() }
            } catch { guard store.isDamaged else { throw error } }
        }
        return !store.isDamaged && !sessions.isDamaged
    }

    /// Empties SQLite's write-ahead log, which may still hold what was overwritten since. PostgreSQL looks after its files itself.
    /// - Throws: `CatalogueError` where somebody reads on for longer than ten seconds.
    public func clearLog() async throws { try await store.clearLog() }

    /// Waits for what is being done, then ends all connections. Nothing works afterwards.
    public func close() async throws {
        try await store.close()
        try await sessions.close()
    }
}
