// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxRecommendation

/// Reads what a recommendation is based on: what the viewer watched and likes, and how engaged others were.
struct PersonalRanking {
    let connection: any SQLConnection
    let unseen: VideoIndex.Unseen
    let feedCreatedAt: Int64
    let now: Int64

    /// The newest videos, the best rated ones, and the newest ones for each hashtag that the viewer likes.
    static let newest = 300
    static let bestRated = 150
    static let perHashtag = 60
    static let hashtags = 5
    /// The length of the ranking.
    static let maximumLength = 300

    /// Empty if neither the viewer nor anybody else has watched anything; then there is nothing to rank by.
    /// - Parameter condition: restricts the videos.
    func recommendations(among condition: Condition) throws -> [Recommendation] {
        let history = try history()
        let rated = try bestRated()
        guard !history.isEmpty || !rated.isEmpty else { return [] }
        var ids = try Set(newest(condition, limit: Self.newest))
        let index = IndexEntries(connection: connection)
        var entries = try index.entries(of: ids.union(rated).union(history.map(\.video)))
        // Those in the index's lists fulfil the condition already.
        ids.formUnion(rated.filter { condition.holds(for: entries[$0]?.tokens ?? []) })
        var responses = try responses(of: Set(entries.keys))
        let usual = Self.usualEngagement(responses)
        let taste = Taste(history.compactMap { $0.viewing(entries[$0.video], responses[$0.video], usual: usual) })
        let known = history.reduce(into: Set<String>()) { $0.formUnion(entries[$1.video]?.hashtags ?? []) }
        var more: Set<String> = []
        for tag in taste.liked(among: known).prefix(Self.hashtags) {
            more.formUnion(try newest(.all([.token(Token(.hashtag, tag)), condition]), limit: Self.perHashtag))
        }
        more.subtract(ids)
        entries.merge(try index.entries(of: more)) { first, _ in first }
        responses.merge(try self.responses(of: more)) { first, _ in first }
        let candidates = ids.union(more).sorted().compactMap { id -> RecommendationCandidate? in
            guard let entry = entries[id] else { return nil }
            return RecommendationCandidate(
                id: id, channel: entry.channel, hashtags: entry.hashtags, age: Double(feedCreatedAt - entry.published) / 1000,
                response: responses[id] ?? AudienceResponse())
        }
        return Recommender(usualEngagement: usual).order(candidates, for: taste, seed: unseen.guest, limit: Self.maximumLength)
    }

    /// The average engagement of all viewings of some videos. With few viewings it is close to the assumed one.
    private static func usualEngagement(_ responses: [String: AudienceResponse]) -> Double {
        let viewers = responses.values.reduce(0) { $0 + $1.viewers }
        // In a fixed order, so that sums are the same in each process.
        let engagement = responses.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value.engagement }
        return AudienceResponse(viewers: viewers, engagement: engagement).expected(usual: AudienceResponse.assumed)
    }

    /// A video that the viewer has started.
    private struct Started {
        var video: String
        /// Nil if the end of the viewing was not reported.
        var engagement: Double?
        var isLiked: Bool

        /// - Parameters:
        ///   - entry: nil if feeds no longer show it.
        ///   - response: nil if no viewing of it was reported.
        func viewing(_ entry: IndexEntries.Entry?, _ response: AudienceResponse?, usual: Double) -> Viewing? {
            guard let entry else { return nil }
            var others = response ?? AudienceResponse()
            if let engagement { others.remove(engagement) }
            let expected = others.expected(usual: usual)
            // A viewer who started it chose to see it.
            let engagement = isLiked ? 1 : engagement ?? min(1, expected + PersonalRanking.startValue)
            return Viewing(channel: entry.channel, hashtags: entry.hashtags, engagement: engagement, expected: expected)
        }
    }

    /// Most recent first.
    private func history() throws -> [Started] {
        try connection.rows(
            """
            SELECT s.video, v.engagement, l.made FROM seen s LEFT JOIN viewing v ON v.guest = s.guest AND v.video = s.video
            LEFT JOIN video_like l ON l.guest = s.guest AND l.video = s.video
            WHERE s.guest = \(unseen.guest) AND s.seen_at <= \(unseen.until)
            ORDER BY s.seen_at DESC, s.video LIMIT \(Taste.maximumViewings)
            """
        ).map { row in
            Started(video: row.text(0), engagement: row.values[1] == .null ? nil : row.real(1), isLiked: row.values[2] != .null)
        }
    }

    private static let startValue = 0.1

    private func newest(_ condition: Condition, limit: Int) throws -> [String] {
        try VideoIndex(connection: connection)
            .videos(in: VideoIndex.everywhere, condition, after: nil, unseen: unseen, feedCreatedAt: feedCreatedAt, now: now, limit: limit)
            .map(\.video)
    }

    private func bestRated() throws -> [String] {
        try connection.rows(
            """
            SELECT a.video FROM video_audience a JOIN indexed i ON i.video = a.video
            WHERE i.published <= \(feedCreatedAt) AND \(VideoIndex.isAvailable("a.video", at: now)) AND NOT EXISTS (
                SELECT 1 FROM seen s WHERE s.guest = \(unseen.guest) AND s.video = a.video AND s.seen_at <= \(unseen.until)
            )
            ORDER BY a.rating DESC, a.video DESC LIMIT \(Self.bestRated)
            """
        ).map { $0.text(0) }
    }

    private func responses(of ids: Set<String>) throws -> [String: AudienceResponse] {
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.rows(
            """
            SELECT a.video, a.viewers, a.engagement, COALESCE(l.likes, 0) FROM video_audience a
            LEFT JOIN video_like_count l ON l.video = a.video WHERE a.video IN \(SQL.list(ids.sorted().map(SQLValue.text)))
            """)
        return rows.reduce(into: [:]) { responses, row in
            responses[row.text(0)] = AudienceResponse(
                viewers: Int(row.integer(1)), engagement: row.real(2), likes: Int(row.integer(3)))
        }
    }
}

extension FeedExplanation {
    /// Figures about other viewers are left out.
    init(_ recommendation: Recommendation) {
        var factors: [FeedFactor] = []
        if recommendation.isExploration { factors.append(.exploration) }
        if !recommendation.likedHashtags.isEmpty { factors.append(.hashtags) }
        if recommendation.isOfLikedChannel { factors.append(.channel) }
        if recommendation.isPopular { factors.append(.popular) }
        if recommendation.isNew { factors.append(.new) }
        self.init(factors: factors, hashtags: recommendation.likedHashtags)
    }
}
