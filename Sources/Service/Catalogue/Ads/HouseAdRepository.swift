// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Counts showings of house ads across all processes.
public protocol HouseAdRepository: Sendable {
    func record(_ campaign: String, viewer: String, at now: Date) async throws
    /// The number of showings for each query, in the same order.
    func counts(_ questions: [HouseAdQuery]) async throws -> [Int]
    /// Deletes individual showings before a time; totals are kept.
    func forget(before time: Date) async throws
}

public struct HouseAdQuery: Hashable, Sendable {
    public var campaign: String
    /// Nil for all viewers together.
    public var viewer: String?
    /// Nil for all time.
    public var since: Date?

    public init(campaign: String, viewer: String? = nil, since: Date? = nil) {
        self.campaign = campaign
        self.viewer = viewer
        self.since = since
    }
}

struct SQLHouseAds: HouseAdRepository {
    let store: any SQLStore

    func record(_ campaign: String, viewer: String, at now: Date) async throws {
        let time = Timestamp.milliseconds(now)
        try await store.write { connection in
            try connection.execute("INSERT INTO house_ad_showing (campaign, viewer, shown) VALUES (\(campaign), \(viewer), \(time))")
            try connection.execute(
                """
                INSERT INTO house_ad_total (campaign, shown) VALUES (\(campaign), 1)
                ON CONFLICT (campaign) DO UPDATE SET shown = house_ad_total.shown + 1
                """)
        }
    }

    func counts(_ questions: [HouseAdQuery]) async throws -> [Int] {
        guard !questions.isEmpty else { return [] }
        return try await store.read { connection in
            try questions.map { question in
                let campaign = question.campaign
                let since = question.since.map(Timestamp.milliseconds) ?? 0
                let rows =
                    switch (question.viewer, question.since) {
                    case (nil, nil): try connection.rows("SELECT shown FROM house_ad_total WHERE campaign = \(campaign)")
                    case (nil, _):
                        try connection.rows("SELECT count(*) FROM house_ad_showing WHERE campaign = \(campaign) AND shown > \(since)")
                    case (let viewer?, _):
                        try connection.rows(
                            "SELECT count(*) FROM house_ad_showing WHERE campaign = \(campaign) AND viewer = \(viewer) AND shown > \(since)"
                        )
                    }
                return rows.first.map { Int($0.integer(0)) } ?? 0
            }
        }
    }

    func forget(before time: Date) async throws {
        let limit = Timestamp.milliseconds(time)
        _ = try await store.write { try $0.execute("DELETE FROM house_ad_showing WHERE shown < \(limit)") }
    }
}
