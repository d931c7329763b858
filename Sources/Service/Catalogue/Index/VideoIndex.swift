// SPDX-License-Identifier: Apache-2.0

/// Where feeds find videos: for each token of each channel, and of all channels together, its videos by the time of publishing.
struct VideoIndex {
    /// The scope of all channels together.
    static let everywhere = ""

    let connection: any SQLConnection

    /// A place in the order of feeds: newest first, then by id.
    struct Place: Hashable, Sendable, Codable {
        var published: Int64
        var video: String

        static func < (one: Place, other: Place) -> Bool { (one.published, one.video) < (other.published, other.video) }
    }

    /// Whom nothing is shown twice to.
    struct Unseen: Sendable {
        var guest: String
        /// What was seen later doesn't count: pages fetched again stay as they were.
        var until: Int64
    }

    /// The next videos of a scope that are as they should be.
    /// - Parameters:
    ///   - after: where the page before ended.
    ///   - made: milliseconds; what is published later isn't there yet.
    ///   - now: milliseconds; what was withdrawn by then isn't there any more.
    func videos(
        in scope: String, _ condition: Condition, after: Place?, unseen: Unseen?, made: Int64, now: Int64, limit: Int
    ) throws -> [Place] {
        let every = Token(.every)
        let lists = try lists(of: condition.tokens.union([every]), in: scope)
        guard let all = lists[every] else { return [] }
        let resolved = ResolvedCondition(condition, lists: lists)
        var found: [Place] = []
        for (list, rest) in resolved.walk(of: all) {
            // What is older than all that is wanted already need not be looked at.
            let oldest = found.count < limit ? nil : found.last
            let more = try page(of: list, rest, after: after, newerThan: oldest, unseen: unseen, made: made, now: now, limit: limit)
            found = Set(found).union(more).sorted { $1 < $0 }.prefix(limit).map { $0 }
        }
        return found
    }

    private func page(
        of list: ResolvedCondition.List, _ rest: ResolvedCondition, after: Place?, newerThan oldest: Place?, unseen: Unseen?, made: Int64,
        now: Int64, limit: Int
    ) throws -> [Place] {
        var conditions: [SQL] = ["p.token = \(list.number)"]
        if let oldest { conditions.append("(p.published, p.video) > (\(oldest.published), \(oldest.video))") }
        if let after {
            conditions.append("(p.published, p.video) < (\(after.published), \(after.video))")
        }
        // Also behind a place: what was moved into the future since must not be told of.
        if after.map({ $0.published > made }) ?? true { conditions.append("p.published <= \(made)") }
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
        return rows.map { Place(published: $0.integer(0), video: $0.text(1)) }
    }

    /// What a statement says of a video that was not withdrawn by a time.
    /// - Parameters:
    ///   - video: the column of its id.
    ///   - now: milliseconds.
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
