// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Ranks videos by the similarity (Jaccard index) of their hashtags to those of the last 50 videos seen.
struct Similarity {
    let connection: any SQLConnection
    let unseen: VideoIndex.Unseen
    let feedCreatedAt: Int64
    let now: Int64

    /// The newest videos to consider, per hashtag and in total.
    static let candidatesPerTag = 200
    static let maxCandidates = 1000
    /// The length of the ranking.
    static let maxRanked = 300
    static let remembered = 50

    /// Unseen videos of other channels: first of the same business, then all others.
    /// - Parameter condition: restricts the videos.
    func videos(likeSeenIn channel: String, among condition: Condition) throws -> [String] {
        let tags = try tags(seenIn: channel)
        let elsewhere = Condition.all([.not(.token(Token(.channel, channel))), condition])
        let business = try connection.resource(VideoChannel.self, id: channel)?.businessID
        let sameBusiness = try business.map { business in
            try connection.rows(
                "SELECT id FROM resource WHERE kind = \(VideoChannel.kind) AND parent = \(business) AND id <> \(channel) ORDER BY created LIMIT 100"
            ).map { $0.text(0) }
        }
        var positions: Set<VideoIndex.Position> = []
        for tag in tags.sorted() {
            positions.formUnion(try candidates(.all([.token(Token(.hashtag, tag)), elsewhere]), limit: Self.candidatesPerTag))
            if positions.count >= Self.maxCandidates { break }
        }
        let ofBusiness = Condition.any((sameBusiness ?? []).map { .token(Token(.channel, $0)) })
        positions.formUnion(try candidates(.all([ofBusiness, condition]), limit: Self.maxRanked))
        positions.formUnion(try candidates(elsewhere, limit: Self.maxRanked))
        return try ranked(positions, tags: tags, sameBusiness: Set(sameBusiness ?? []))
    }

    private func candidates(_ condition: Condition, limit: Int) throws -> [VideoIndex.Position] {
        try VideoIndex(connection: connection)
            .videos(in: VideoIndex.everywhere, condition, after: nil, unseen: unseen, feedCreatedAt: feedCreatedAt, now: now, limit: limit)
    }

    private func ranked(
        _ positions: Set<VideoIndex.Position>, tags: Set<String>, sameBusiness: Set<String>
    ) throws -> [String] {
        struct Ranked {
            var position: VideoIndex.Position
            var similarity: Double
            var isOfBusiness: Bool
        }
        let newest = positions.sorted { $1 < $0 }.prefix(Self.maxCandidates)
        let videos = try connection.resources(Video.self, ids: newest.map(\.video))
        let byID = Dictionary(videos.map { ($0.id, $0) }) { first, _ in first }
        let all = newest.compactMap { position -> Ranked? in
            guard let video = byID[position.video] else { return nil }
            let own = Set(video.hashtags.compactMap(Video.hashtag))
            let either = own.union(tags).count
            let similarity = either == 0 ? 0 : Double(own.intersection(tags).count) / Double(either)
            return Ranked(position: position, similarity: similarity, isOfBusiness: sameBusiness.contains(video.channelID))
        }
        return all.sorted { one, other in
            if one.similarity != other.similarity { return one.similarity > other.similarity }
            if one.isOfBusiness != other.isOfBusiness { return one.isOfBusiness }
            return other.position < one.position
        }.prefix(Self.maxRanked).map(\.position.video)
    }

    private func tags(seenIn channel: String) throws -> Set<String> {
        let seen = try connection.rows(
            """
            SELECT video FROM seen WHERE guest = \(unseen.guest) AND channel = \(channel) AND seen_at <= \(unseen.until)
            ORDER BY seen_at DESC, video LIMIT \(Self.remembered)
            """
        ).map { $0.text(0) }
        return Set(try connection.resources(Video.self, ids: seen).flatMap { $0.hashtags.compactMap(Video.hashtag) })
    }
}
