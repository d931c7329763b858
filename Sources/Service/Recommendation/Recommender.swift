// SPDX-License-Identifier: Apache-2.0

/// A video that may be recommended.
public struct RecommendationCandidate: Hashable, Sendable {
    public var id: String
    public var channel: String
    /// Normalised hashtags.
    public var hashtags: Set<String>
    /// Seconds since its publication.
    public var age: Double
    public var response: AudienceResponse

    public init(id: String, channel: String, hashtags: Set<String>, age: Double, response: AudienceResponse = AudienceResponse()) {
        (self.id, self.channel, self.hashtags, self.age, self.response) = (id, channel, hashtags, age, response)
    }
}

/// A recommended video, and what its place is due to. The parts are differences of engagement.
public struct Recommendation: Hashable, Sendable {
    public var id: String
    /// The engagement expected of any viewer, 0...1.
    public var audience: Double
    /// The viewer's own taste; negative for what the viewer likes less than others do.
    public var taste: Double
    /// Never negative.
    public var freshness: Double
    /// Never positive: similar videos stand just before it.
    public var repetition: Double
    /// Whether it is shown to find out whether viewers like it.
    public var isExploration: Bool
    /// Hashtags of the video that the viewer likes more than others do, most first.
    public var likedHashtags: [String]
    public var isOfLikedChannel: Bool
    /// Whether its audience watched noticeably more of it than usual.
    public var isPopular: Bool
    /// Whether it was published in the last week.
    public var isNew: Bool

    public var score: Double { audience + taste + freshness + repetition }
}

/// Orders videos for one viewer. Without I/O, clock or chance: the same arguments give the same order.
///
/// A video's score is the engagement expected of the viewer: that of its audience, plus what the viewer's ``Taste`` adds. New videos get a
/// bonus that fades. Each place gets the best video that is left; those that resemble the ones just before it lose some of their score. A fixed share of
/// the places is for videos with few viewers, about which too little is known to rank them.
public struct Recommender: Hashable, Sendable {
    /// The share of places for videos with few viewers, 0...0.5.
    public var explorationShare: Double
    /// The engagement of an average viewing in the service, 0...1.
    public var usualEngagement: Double

    public init(explorationShare: Double = 0.1, usualEngagement: Double = AudienceResponse.assumed) {
        self.explorationShare = min(0.5, max(0, explorationShare))
        self.usualEngagement = min(1, max(0, usualEngagement))
    }

    /// - Parameters:
    ///   - seed: decides between unknown videos that are otherwise equal, so that different viewers explore different ones.
    ///   - limit: the number of videos to return.
    public func order(
        _ candidates: [RecommendationCandidate], for taste: Taste, seed: String, limit: Int
    ) -> [Recommendation] {
        var known = candidates.map { rated($0, taste) }.sorted()
        var unknown: [Rated] = []
        if explorationShare > 0 {
            unknown = known.filter { $0.candidate.response.viewers < Self.fewViewers }
                .map { ($0, $0.explorationValue, Self.hash(seed, $0.candidate.id)) }
                .sorted { ($1.1, $0.2) < ($0.1, $1.2) }.map(\.0)
        }
        var result: [Recommendation] = []
        var chosen: Set<String> = []
        var recent: [RecommendationCandidate] = []
        func add(_ rated: Rated, isExploration: Bool) {
            var recommendation = rated.recommendation
            recommendation.repetition = -Self.repetition(of: rated.candidate, after: recent)
            recommendation.isExploration = isExploration
            result.append(recommendation)
            chosen.insert(rated.candidate.id)
            recent = [rated.candidate] + recent.prefix(Self.memory - 1)
        }
        var explored = 0
        while result.count < limit {
            // With a little more, because a tenth of ten is less than one in binary.
            if Int(explorationShare * Double(result.count + 1) + 1e-9) > explored {
                unknown.removeAll { chosen.contains($0.candidate.id) }
                explored += 1
                if !unknown.isEmpty {
                    add(unknown.removeFirst(), isExploration: true)
                    continue
                }
            }
            guard let index = Self.next(in: &known, chosen, after: recent) else { break }
            add(known.remove(at: index), isExploration: false)
        }
        return result
    }

    private struct Rated: Comparable {
        var candidate: RecommendationCandidate
        var recommendation: Recommendation

        var explorationValue: Double {
            recommendation.score + Recommender.explorationWeight / Double(candidate.response.viewers + 1).squareRoot()
        }

        /// Best first; then newest, then by id.
        static func < (one: Rated, other: Rated) -> Bool {
            let (first, second) = (one.recommendation.score, other.recommendation.score)
            if first != second { return first > second }
            if one.candidate.age != other.candidate.age { return one.candidate.age < other.candidate.age }
            return one.candidate.id < other.candidate.id
        }
    }

    private func rated(_ candidate: RecommendationCandidate, _ taste: Taste) -> Rated {
        let weeks = max(0, candidate.age) / Self.freshTime
        let audience = candidate.response.expected(usual: usualEngagement)
        return Rated(
            candidate: candidate,
            recommendation: Recommendation(
                id: candidate.id, audience: audience,
                taste: taste.difference(channel: candidate.channel, hashtags: candidate.hashtags),
                freshness: Self.freshBonus / (1 + weeks), repetition: 0, isExploration: false,
                likedHashtags: taste.liked(among: candidate.hashtags), isOfLikedChannel: taste.likes(channel: candidate.channel),
                isPopular: audience > usualEngagement + Self.popularDifference, isNew: weeks < 1))
    }

    /// The index of the best remaining video. Chosen ones before it are removed.
    private static func next(in rated: inout [Rated], _ chosen: Set<String>, after recent: [RecommendationCandidate]) -> Int? {
        var best: (index: Int, score: Double)?
        var index = 0
        while index < rated.count {
            let one = rated[index]
            if chosen.contains(one.candidate.id) {
                rated.remove(at: index)
                continue
            }
            // They are sorted, and repetition only lowers a score.
            if let best, one.recommendation.score <= best.score { break }
            let score = one.recommendation.score - repetition(of: one.candidate, after: recent)
            if best.map({ score > $0.score }) ?? true { best = (index, score) }
            index += 1
        }
        return best?.index
    }

    /// - Parameter recent: the videos before it, the last one first.
    private static func repetition(of candidate: RecommendationCandidate, after recent: [RecommendationCandidate]) -> Double {
        var sum = 0.0
        for (distance, other) in recent.enumerated() {
            var similarity = other.channel == candidate.channel ? 0.5 : 0
            similarity += 0.5 * other.hashtags.jaccardIndex(with: candidate.hashtags)
            sum += similarity / Double(distance + 1)
        }
        return sum * repetitionCost
    }

    /// FNV-1a. Swift's own hashes differ in each run.
    static func hash(_ seed: String, _ id: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in [Array(seed.utf8), [0], Array(id.utf8)].joined() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// Below this number of viewers, a video may be explored.
    private static let fewViewers = 20
    private static let explorationWeight = 0.2
    private static let popularDifference = 0.05
    private static let freshBonus = 0.06
    /// Seconds until the bonus is halved: a week.
    private static let freshTime = 604_800.0
    /// The number of videos before a place that count for repetition.
    private static let memory = 4
    private static let repetitionCost = 0.08
}
