// SPDX-License-Identifier: Apache-2.0

/// The index for feeds: for each token of each channel, and of all channels together, its videos by publication time.
struct VideoIndex {
    /// The scope of all channels together.
    static let everywhere = ""

    let connection: any SQLConnection

    /// A position in the order of feeds: newest first, then by id.
    struct Position: Hashable, Sendable, Codable {
        var published: Int64
        var video: String

        static func < (one: Position, other: Position) -> Bool { (one.published, one.video) < (other.published, other.video) }
    }

    /// A viewer for whom seen videos are left out.
    struct Unseen: Sendable {
        var guest: String
        /// Later views don't count, so that pages fetched again don't change.
        var until: Int64
    }

    /// The next matching videos of a scope.
    /// - Parameters:
    ///   - after: the end of the previous page.
    ///   - feedCreatedAt: when the feed was created, in milliseconds; later publications are left out.
    ///   - now: in milliseconds; earlier withdrawals are left out.
    func videos(
        in scope: String, _ condition: Condition, after: Position?, unseen: Unseen?, feedCreatedAt: Int64, now: Int64, limit: Int
    ) throws -> [Position] {
        let every = Token(.every)
        let lists = try lists(of: condition.tokens.union([every]), in: scope)
        guard let all = lists[every] else { return [] }
        let resolved = ResolvedCondition(condition, lists: lists)
        var found: [Position] = []
        for (list, rest) in resolved.walk(of: all) {
            // Videos older than the full result needn't be searched.
            let oldest = found.count < limit ? nil : found.last
            let more = try page(
                of: list, rest, after: after, newerThan: oldest, unseen: unseen, feedCreatedAt: feedCreatedAt, now: now, limit: limit)
            found = Set(found).union(more).sorted { $1 < $0 }.prefix(limit).map { $0 }
        }
        return found
    }

    private func page(
        of list: ResolvedCondition.List, _ rest: ResolvedCondition, after: Position?, newerThan oldest: Position?, unseen: Unseen?,
        feedCreatedAt: Int64,
        now: Int64, limit: Int
    ) throws -> [Position] {
        var conditions: [SQL] = ["p.token = \(list.number)"]
        if let oldest { conditions.append("(p.published, p.video) > (\(oldest.published), \(oldest.video))") }
        if let after {
            conditions.append("(p.published, p.video) < (\(after.published), \(after.video))")
        }
        // Also after a position: videos rescheduled into the future must not be shown.
        if after.map({ $0.published > feedCreatedAt }) ?? true { conditions.append("p.published <= \(feedCreatedAt)") }
        conditions.append(Self.isAvailable("p.video", at: now))
        if let rough = rest.rough { conditions.append(rough) }
        if rest != .always { conditions.append(rest.exact) }
        if let unseen {
            conditions.append(
                """
                NOT EXISTS (
                    SELECT 1 FROM seen s WHERE s.guest = \(unseen.guest) AND s.video = p.video AND s.seen_at <= \(unseen.until)
                )
                """)
        }
        let rows = try connection.rows(
            """
            SELECT p.published, p.video FROM posting p WHERE \(SQL.joined(conditions, by: " AND "))
            ORDER BY p.published DESC, p.video DESC LIMIT \(limit)
            """)
        return rows.map { Position(published: $0.integer(0), video: $0.text(1)) }
    }

    /// The SQL condition for a video that wasn't withdrawn by a time.
    /// - Parameters:
    ///   - video: the column with its id.
    ///   - now: in milliseconds.
    static func isAvailable(_ video: SQL, at now: Int64) -> SQL {
        "NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.video = \(video) AND w.since <= \(now))"
    }

    private func lists(of tokens: Set<Token>, in scope: String) throws -> [Token: ResolvedCondition.List] {
        var lists: [Token: ResolvedCondition.List] = [:]
        for token in tokens {
            guard
                let row = try connection.rows(
                    "SELECT n, uses FROM token WHERE scope = \(scope) AND kind = \(token.kind.rawValue) AND name = \(token.name)"
                ).first
            else { continue }
            lists[token] = ResolvedCondition.List(number: row.integer(0), uses: row.integer(1), signature: token.signature)
        }
        return lists
    }
}
