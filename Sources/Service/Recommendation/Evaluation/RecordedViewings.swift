// SPDX-License-Identifier: Apache-2.0

/// A viewing as it was recorded, for ``RankingReplay``.
public struct RecordedViewing: Hashable, Sendable {
    public var viewer: String
    public var video: String
    public var channel: String
    /// Normalised hashtags.
    public var hashtags: Set<String>
    /// When the video was published, in seconds since 1970.
    public var published: Double
    /// When it was watched, in seconds since 1970.
    public var time: Double
    /// 0...1.
    public var engagement: Double

    public init(
        viewer: String, video: String, channel: String, hashtags: Set<String>, published: Double, time: Double, engagement: Double
    ) {
        (self.viewer, self.video, self.channel, self.hashtags) = (viewer, video, channel, hashtags)
        (self.published, self.time, self.engagement) = (published, time, engagement)
    }
}

/// Replays recorded viewings in their order, and counts how often each ranking would have put the better of two videos first.
///
/// Two viewings of one viewer within a day are compared if their engagement differs clearly. Each ranking knows only what was recorded
/// before. Videos that nobody watched can't be judged, so this compares rankings, and doesn't say how good a feed is.
public struct RankingReplay: Sendable {
    /// The share of pairs that each ranking put in the right order; a tie counts half.
    public struct Result: Hashable, Sendable {
        public var pairs = 0
        public var recommender = 0.5
        public var tagOverlap = 0.5
        public var popularity = 0.5
        public var recency = 0.5

        public init() {}
    }

    private struct Prediction {
        var time: Double
        var engagement: Double
        var scores: [Double]
    }

    /// Seconds between two viewings that are compared, at most.
    private static let window = 86_400.0
    private static let clearDifference = 0.3
    /// Viewings of one viewer that are compared with each new one, at most.
    private static let maximumCompared = 20
    /// Before that, nothing is known about the viewer.
    private static let learned = 5

    /// - Parameter viewings: in any order.
    public static func result(_ viewings: [RecordedViewing]) -> Result {
        var responses: [String: AudienceResponse] = [:]
        var usual = Average(value: AudienceResponse.assumed, count: 20)
        var histories: [String: [Viewing]] = [:]
        var predictions: [String: [Prediction]] = [:]
        var right = Array(repeating: 0.0, count: 4)
        var pairs = 0
        for viewing in viewings.sorted(by: { ($0.time, $0.viewer, $0.video) < ($1.time, $1.viewer, $1.video) }) {
            let history = histories[viewing.viewer] ?? []
            let response = responses[viewing.video] ?? AudienceResponse()
            let expected = response.expected(usual: usual.value)
            if history.count >= learned {
                let prediction = Prediction(
                    time: viewing.time, engagement: viewing.engagement, scores: scores(of: viewing, response, history, usual.value))
                let earlier = (predictions[viewing.viewer] ?? []).filter { viewing.time - $0.time <= window }
                for other in earlier where abs(other.engagement - viewing.engagement) >= clearDifference {
                    pairs += 1
                    for index in right.indices {
                        let (one, two) = (prediction.scores[index], other.scores[index])
                        let isRight = one > two ? viewing.engagement > other.engagement : viewing.engagement < other.engagement
                        right[index] += one == two ? 0.5 : isRight ? 1 : 0
                    }
                }
                predictions[viewing.viewer] = [prediction] + earlier.prefix(maximumCompared - 1)
            }
            let learnt = Viewing(
                channel: viewing.channel, hashtags: viewing.hashtags, engagement: viewing.engagement, expected: expected)
            histories[viewing.viewer] = [learnt] + history.prefix(Taste.maximumViewings - 1)
            responses[viewing.video] = AudienceResponse(
                viewers: response.viewers + 1, engagement: response.engagement + viewing.engagement)
            usual.add(viewing.engagement)
        }
        guard pairs > 0 else { return Result() }
        let shares = right.map { $0 / Double(pairs) }
        var result = Result()
        result.pairs = pairs
        (result.recommender, result.tagOverlap, result.popularity, result.recency) = (shares[0], shares[1], shares[2], shares[3])
        return result
    }

    private static func scores(
        of viewing: RecordedViewing, _ response: AudienceResponse, _ history: [Viewing], _ usual: Double
    ) -> [Double] {
        let candidate = RecommendationCandidate(
            id: viewing.video, channel: viewing.channel, hashtags: viewing.hashtags, age: viewing.time - viewing.published,
            response: response)
        let recommendation = Recommender(explorationShare: 0, usualEngagement: usual)
            .order([candidate], for: Taste(history), seed: "", limit: 1).first
        let tags = history.prefix(50).reduce(into: Set<String>()) { $0.formUnion($1.hashtags) }
        return [
            recommendation?.score ?? 0, viewing.hashtags.jaccardIndex(with: tags), response.expected(usual: usual), viewing.published,
        ]
    }
}
