// SPDX-License-Identifier: Apache-2.0

/// Lets a ranking serve a ``SimulatedAudience``, and measures how much of the videos they watch.
public struct RankingTrial: Sendable {
    /// The rankings that can be compared.
    public enum Ranking: String, CaseIterable, Sendable {
        case recommender
        /// By the Jaccard index of a video's hashtags with those of the last 50 videos watched.
        case tagOverlap = "tag-overlap"
        /// By the engagement of all viewers.
        case popularity
        case recency
        case random
        /// By how much the viewer will watch, which only the simulation knows: the upper limit.
        case perfect
    }

    public struct Result: Hashable, Sendable {
        public var ranking: Ranking
        /// The average share of a video that was watched, 0...1.
        public var watched: Double
        /// The same in the last quarter of the visits, when most is known.
        public var watchedLate: Double
        /// The share of viewings left before a quarter of the video.
        public var skipped: Double
        /// The average number of channels in a visit.
        public var channelsPerVisit: Double
        /// The share of the videos that at least five viewers have seen.
        public var discovered: Double
    }

    public var audience: SimulatedAudience
    public var recommender: Recommender

    public init(_ audience: SimulatedAudience, recommender: Recommender = Recommender()) {
        (self.audience, self.recommender) = (audience, recommender)
    }

    public func result(of ranking: Ranking) -> Result {
        let size = audience.size
        var state = State(audience)
        var late = Average()
        var all = Average()
        var skipped = Average()
        var channels = Average()
        for visit in 0..<size.visits {
            for viewer in 0..<size.viewers {
                let chosen = choice(ranking, viewer: viewer, visit: visit, state)
                channels.add(Double(Set(chosen.map { audience.videos[$0].channel }).count))
                for video in chosen {
                    let ratio = audience.watchedRatio(of: video, by: viewer, visit: visit)
                    all.add(ratio)
                    if visit >= size.visits * 3 / 4 { late.add(ratio) }
                    skipped.add(ratio < 0.25 ? 1 : 0)
                    state.note(video, by: viewer, ratio: ratio)
                }
            }
        }
        let found = state.responses.count { $0.viewers >= 5 }
        return Result(
            ranking: ranking, watched: all.value, watchedLate: late.value, skipped: skipped.value, channelsPerVisit: channels.value,
            discovered: Double(found) / Double(max(1, size.videos)))
    }

    private func choice(_ ranking: Ranking, viewer: Int, visit: Int, _ state: State) -> [Int] {
        let count = audience.size.videosPerVisit
        // The visits of a day follow each other, so a video published in the morning is there for those who come later.
        let now = Double(visit) + Double(viewer) / Double(max(1, audience.size.viewers))
        let open = audience.videos.indices.filter { audience.videos[$0].published <= now && !state.seen[viewer].contains($0) }
        func best(_ score: (Int) -> Double) -> [Int] {
            let scored = open.map { (index: $0, score: score($0)) }
            return scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.prefix(count).map(\.index)
        }
        switch ranking {
        case .recommender:
            let candidates = open.map { index in
                let video = audience.videos[index]
                return RecommendationCandidate(
                    id: video.id, channel: video.channel, hashtags: video.hashtags, age: (now - video.published) * 86_400,
                    response: state.responses[index])
            }
            let recommender = Recommender(explorationShare: recommender.explorationShare, usualEngagement: state.usual.value)
            return recommender.order(candidates, for: Taste(state.viewings[viewer]), seed: "viewer\(viewer)", limit: count)
                .compactMap { Int($0.id.dropFirst()) }
        case .tagOverlap:
            let tags = state.viewings[viewer].prefix(50).reduce(into: Set<String>()) { $0.formUnion($1.hashtags) }
            return best { index in
                audience.videos[index].hashtags.jaccardIndex(with: tags) + audience.videos[index].published * 1e-6
            }
        case .popularity: return best { state.responses[$0].expected(usual: state.usual.value) }
        case .recency: return best { audience.videos[$0].published }
        case .random:
            var random = SplitMix(state: UInt64(viewer) << 20 | UInt64(visit))
            return Array(open.shuffled(using: &random).prefix(count))
        case .perfect: return best { audience.appeal(of: audience.videos[$0], to: viewer, visit: visit) }
        }
    }

    private struct State {
        let audience: SimulatedAudience
        var responses: [AudienceResponse]
        var usual = Average(value: AudienceResponse.assumed, count: 20)
        /// By viewer, the most recent first.
        var viewings: [[Viewing]]
        var seen: [Set<Int>]

        init(_ audience: SimulatedAudience) {
            self.audience = audience
            responses = Array(repeating: AudienceResponse(), count: audience.videos.count)
            viewings = Array(repeating: [], count: audience.viewers.count)
            seen = Array(repeating: [], count: audience.viewers.count)
        }

        mutating func note(_ index: Int, by viewer: Int, ratio: Double) {
            let video = audience.videos[index]
            let engagement = Engagement.value(watchedRatio: ratio, duration: nil)
            let expected = responses[index].expected(usual: usual.value)
            viewings[viewer].insert(
                Viewing(channel: video.channel, hashtags: video.hashtags, engagement: engagement, expected: expected), at: 0)
            responses[index].viewers += 1
            responses[index].engagement += engagement
            usual.add(engagement)
            seen[viewer].insert(index)
        }
    }
}

/// A running average.
struct Average: Hashable, Sendable {
    var value = 0.0
    var count = 0

    mutating func add(_ new: Double) {
        count += 1
        value += (new - value) / Double(count)
    }
}
