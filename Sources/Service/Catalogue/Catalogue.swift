// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// All persistent data of the service, in an SQLite or PostgreSQL database.
public struct Catalogue: Sendable {
    public let resources: any ResourceRepository
    public let feeds: any FeedRepository
    public let events: any EventRepository
    public let purchases: any PurchaseRepository
    public let orders: any OrderRepository
    public let guests: any GuestRepository
    public let jobs: any JobRepository
    public var idempotency: any IdempotencyRepository { SQLIdempotency(store: store) }
    public let live: any LiveRepository
    public let insights: any InsightRepository
    public let webhooks: any WebhookRepository
    public var quotas: any QuotaRepository { SQLQuotas(store: store) }
    public let media: any MediaRepository
    /// Stitched sessions, and their ad beacons.
    public var stitchedSessions: any StitchedSessionRepository { SQLStitchedSessions(store: sessions) }
    public var adBeacons: any AdBeaconRepository { SQLAdBeacons(store: sessions) }
    public var houseAds: any HouseAdRepository { SQLHouseAds(store: sessions) }
    public let search: any SearchRepository
    public var follows: any FollowRepository { SQLFollows(store: store) }
    public var recommendations: any RecommendationRepository { SQLRecommendations(store: store) }
    public var audit: any AuditRepository { SQLAudit(store: store) }
    public var mail: any MailRepository { SQLMail(store: store) }
    /// Likes, and transactions about comments and reports.
    public let moderation: any ModerationRepository

    private let store: any SQLStore
    private let sessions: any SQLStore

    /// Opens a database, creates it if necessary, and migrates it.
    /// - Parameters:
    ///   - setting: an SQLite file's path (a second file for short-lived data is created next to it), or a PostgreSQL connection string.
    ///   - days: ``InsightRepository/standardDays``.
    ///   - report: called with the name of each record that a migration could not read, such as `video v1`.
    public init(_ setting: String, days: DayCalendar = .utc, report: @Sendable (String) -> Void = { _ in }) async throws {
        if Self.isPostgres(setting) {
            let postgres = PostgresStore(setting: setting)
            (store, sessions) = (postgres, postgres.relaxed)
        } else {
            (store, sessions) = try (
                SQLiteStore(path: setting, isDurable: true), SQLiteStore(path: Self.briefFile(of: setting), isDurable: false)
            )
        }
        // On PostgreSQL both are one database.
        try await Migrations.durable(store.dialect).run(on: store).forEach(report)
        if store.dialect == .sqlite { try await Migrations.ephemeral.run(on: sessions).forEach(report) }
        let changes = ChangeCount()
        resources = SQLResources(store: store, changes: changes)
        media = SQLMedia(store: store, count: changes)
        feeds = SQLFeeds(store: store, sessions: sessions)
        events = SQLEvents(store: store, days: days)
        purchases = SQLPurchases(store: store)
        orders = SQLOrders(store: store)
        guests = SQLGuests(store: store, sessions: sessions)
        jobs = SQLJobs(store: store)
        live = SQLLive(store: store, sessions: sessions, changes: changes)
        insights = SQLInsights(store: store, standardDays: days)
        webhooks = SQLWebhooks(store: store)
        search = SQLSearch(store: store)
        moderation = SQLModeration(store: store, changes: changes)
    }

    /// The path of SQLite's second file, for short-lived data.
    static func briefFile(of path: String) -> String { path + "-feeds" }

    /// Whether data can be stored: the database responds, has free space, and no damage was found.
    public func isReady() async -> Bool { await fault() == nil }

    /// Why nothing can be stored; nil if storing works. The check writes to the database.
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
            return "The database has no space left. Free some on its disk."
        } catch { return "The database is not responding." }
    }

    /// Larger than what fits into pages that happen to have free space.
    private static let probeBytes = 32 << 10

    /// Checks an SQLite file for damage by reading all of it; ``fault()`` then reports the result. PostgreSQL checks its own files.
    /// - Returns: whether it is undamaged.
    public func verify() async throws -> Bool {
        for store in [store, sessions] where store.dialect == .sqlite {
            do {
                let found = try await store.read { connection in
                    try connection.liftTimeLimit()
                    return try connection.rows("PRAGMA quick_check(1)").first?.text(0)
                }
                if found != "ok" { store.noteDamage() }
            } catch { guard store.isDamaged else { throw error } }
        }
        return !store.isDamaged && !sessions.isDamaged
    }

    /// Truncates SQLite's write-ahead log, which may still contain overwritten data. PostgreSQL manages its own files.
    /// - Throws: `CatalogueError` if a reader is active for more than ten seconds.
    public func clearLog() async throws { try await store.clearLog() }

    /// Waits for pending work, then closes all connections. Nothing works afterwards.
    public func close() async throws {
        try await store.close()
        try await sessions.close()
    }
}
