// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Ranks videos by the similarity (Jaccard index) of their hashtags to those of the last 50 videos seen.
struct Similarity {
    let connection: any SQLConnection
    let unseen: VideoIndex.Unseen
    let made: Int64
    let now: Int64

    /// The newest videos to consider, per hashtag and in total.
    static let candidatesPerTag = 200
    static let mostCandidates = 1000
    /// The length of the ranking.
    static let mostRanked = 300
    static let remembered = 50

    /// Unseen videos of other channels: first of the same business, then all others.
    /// - Parameter condition: restricts the videos.
    func videos(likeSeenIn channel: String, among condition: Condition) throws -> [String] {
        let tags = try tags(seenIn: channel)
        let elsewhere = Condition.all([.not(.token(Token(.channel, channel))), condition])
        let business = try connection.resource(VideoChannel.self, id: channel)?.businessID
        let sisters = try business.map { business in
            try connection.rows(
                "SELECT id FROM resource WHERE kind = \(VideoChannel.kind) AND parent = \(business) AND id <> \(channel) ORDER BY created LIMIT 100"
            ).map { $0.text(0) }
        }
        var places: Set<VideoIndex.Place> = []
        for tag in tags.sorted() {
            places.formUnion(try candidates(.all([.token(Token(.hashtag, tag)), elsewhere]), limit: Self.candidatesPerTag))
            if places.count >= Self.mostCandidates { break }
        }
        let ofBusiness = Condition.any((sisters ?? []).map { .token(Token(.channel, $0)) })
        places.formUnion(try candidates(.all([ofBusiness, condition]), limit: Self.mostRanked))
        places.formUnion(try candidates(elsewhere, limit: Self.mostRanked))
        return try ranked(places, tags: tags, sisters: Set(sisters ?? []))
    }

    private func candidates(_ condition: Condition, limit: Int) throws -> [VideoIndex.Place] {
        try VideoIndex(connection: connection)
            .videos(in: VideoIndex.everywhere, condition, after: nil, unseen: unseen, made: made, now: now, limit: limit)
    }

    private func ranked(
        _ places: Set<VideoIndex.Place>, tags: Set<String>, sisters: Set<String>
    ) throws -> [String] {
        struct Ranked {
            var place: VideoIndex.Place
            var likeness: Double
            var isSister: Bool
        }
        let newest = places.sorted { $1 < $0 }.prefix(Self.mostCandidates)
        let videos = try connection.resources(Video.self, ids: newest.map(\.video))
        let byID = Dictionary(videos.map { ($0.id, $0) }) { first, _ in first }
        let all = newest.compactMap { place -> Ranked? in
            guard let video = byID[place.video] else { return nil }
            let own = Set(video.hashtags.compactMap(Video.hashtag))
            let either = own.union(tags).count
            let likeness = either == 0 ? 0 : Double(own.intersection(tags).count) / Double(either)
            return Ranked(place: place, likeness: likeness, isSister: sisters.contains(video.channelID))
        }
        return all.sorted { one, other in
            if one.likeness != other.likeness { return one.likeness > other.likeness }
            if one.isSister != other.isSister { return one.isSister }
            return other.place < one.place
        }.prefix(Self.mostRanked).map(\.place.video)
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
