// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract
public import WindowboxRecommendation

/// Reads what is needed to judge recommendations.
public protocol RecommendationRepository: Sendable {
    /// The viewings since a time, most recent first.
    /// - Parameter app: nil for those of all apps.
    func viewings(of app: String?, since date: Date, limit: Int) async throws -> [RecordedViewing]
    /// What both groups of an app's viewers watched since a time.
    /// - Throws: `APIError` if there is no such app.
    func figures(of app: String, since date: Date) async throws -> [TrialGroup: TrialFigures]
}

struct SQLRecommendations: RecommendationRepository {
    let store: any SQLStore

    func viewings(of app: String?, since date: Date, limit: Int) async throws -> [RecordedViewing] {
        try await store.read { connection in
            try connection.liftTimeLimit()
            let scope: SQL = app.map { "AND g.app = \($0)" } ?? ""
            let rows = try connection.rows(
                """
                SELECT v.guest, v.video, v.engagement, v.watched_at FROM viewing v JOIN guest g ON g.id = v.guest
                WHERE v.watched_at >= \(Timestamp.milliseconds(date)) \(scope) ORDER BY v.watched_at DESC, v.guest, v.video LIMIT \(limit)
                """)
            var entries: [String: IndexEntries.Entry] = [:]
            let ids = Set(rows.map { $0.text(1) }).sorted()
            for start in stride(from: 0, to: ids.count, by: 500) {
                let part = try IndexEntries(connection: connection).entries(of: Set(ids[start..<min(start + 500, ids.count)]))
                entries.merge(part) { first, _ in first }
            }
            return rows.compactMap { row in
                guard let entry = entries[row.text(1)] else { return nil }
                return RecordedViewing(
                    viewer: row.text(0), video: row.text(1), channel: entry.channel, hashtags: entry.hashtags,
                    published: Double(entry.published) / 1000, time: Double(row.integer(3)) / 1000, engagement: row.real(2))
            }
        }
    }

    func figures(of app: String, since date: Date) async throws -> [TrialGroup: TrialFigures] {
        try await store.read { connection in
            try connection.liftTimeLimit()
            guard let found = try connection.resource(ClientApp.self, id: app) else {
                throw APIError(.notFound, "There is no app with the id \(app).")
            }
            let percent = found.discover.controlPercent ?? 0
            let rows = try connection.rows(
                """
                SELECT v.guest, COUNT(*), SUM(v.engagement) FROM viewing v JOIN guest g ON g.id = v.guest
                WHERE g.app = \(app) AND v.watched_at >= \(Timestamp.milliseconds(date)) GROUP BY v.guest ORDER BY v.guest
                """)
            return rows.reduce(into: [:]) { figures, row in
                let group = TrialGroup(viewer: row.text(0), controlPercent: percent)
                figures[group, default: TrialFigures()].addViewer(viewings: Int(row.integer(1)), engagement: row.real(2))
            }
        }
    }
}
