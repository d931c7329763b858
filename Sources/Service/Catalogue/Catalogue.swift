// SPDX-License-Identifier: Apache-2.0

/// All that the service keeps, in one database of either make.
public struct Catalogue: Sendable {
    public let resources: any ResourceRepository
    public let feeds: any FeedRepository
    public let events: any EventRepository
    public let purchases: any PurchaseRepository
    public let guests: any GuestRepository
    public let jobs: any JobRepository
    public let idempotency: any IdempotencyRepository
    public let live: any LiveRepository
    public let insights: any InsightRepository
    public let webhooks: any WebhookRepository
    public let allowances: any AllowanceRepository
    public let media: any MediaRepository

    /// Of stitched streams, and what is told of their ads.
    public let stitchedSessions: any StitchedSessionRepository
    public let adBeacons: any AdBeaconRepository
    public let houseAds: any HouseAdRepository

    private let store: any SQLStore
    private let sessions: any SQLStore

    /// Opens a database, makes it if it isn't there, and brings it up to date.
    /// - Parameter setting: the path of an SQLite file, which gets a second one beside it for what lasts minutes, or how to reach a
    ///   PostgreSQL server: `postgresql://…` or libpq's `host=… dbname=…`.
    public init(_ setting: String) async throws {
        if Self.isPostgres(setting) {
            let postgres = PostgresStore(setting: setting)
            try await self.init(store: postgres, sessions: postgres.relaxed)
        } else {
            try await self.init(
                store: SQLiteStore(path: setting, isDurable: true), sessions: SQLiteStore(path: setting + "-feeds", isDurable: false))
        }
    }

    init(store: any SQLStore, sessions: any SQLStore) async throws {
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
        events = SQLEvents(store: store)
        purchases = SQLPurchases(store: store)
        guests = SQLGuests(store: store, sessions: sessions)
        jobs = SQLJobs(store: store)
        idempotency = SQLIdempotency(store: store)
        live = SQLLive(store: store, sessions: sessions, changes: changes)
        insights = SQLInsights(store: store)
        webhooks = SQLWebhooks(store: store)
        allowances = SQLAllowances(store: store)
    }

    /// Whether the database answers.
    public func isReady() async -> Bool {
        do { return try await store.read { try $0.rows("SELECT 1").count == 1 } } catch { return false }
    }

    /// Waits for what is being done, then ends all connections. Nothing works afterwards.
    public func close() async throws {
        try await store.close()
        try await sessions.close()
    }
}
