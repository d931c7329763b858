// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxRecommendation

@Suite("Recommendations") struct RecommenderTests {
    private func candidate(
        _ id: String, _ hashtags: Set<String> = [], channel: String = "c", age: Double = 1e7, viewers: Int = 100, engagement: Double = 0.5
    ) -> RecommendationCandidate {
        RecommendationCandidate(
            id: id, channel: channel, hashtags: hashtags, age: age,
            response: AudienceResponse(viewers: viewers, engagement: engagement * Double(viewers)))
    }

    private func order(
        _ candidates: [RecommendationCandidate], _ viewings: [Viewing] = [], exploration: Double = 0, seed: String = "s", limit: Int = 100
    ) -> [Recommendation] {
        Recommender(explorationShare: exploration).order(candidates, for: Taste(viewings), seed: seed, limit: limit)
    }

    private func viewing(_ hashtags: Set<String>, _ engagement: Double, expected: Double = 0.5, channel: String = "x") -> Viewing {
        Viewing(channel: channel, hashtags: hashtags, engagement: engagement, expected: expected)
    }

    @Test(
        "Engagement is the share watched, and more time counts up to half a minute",
        arguments: [
            (0, 10, 0), (1, 10, 0.8), (1, 30, 1), (1, 3600, 1), (0.5, 600, 0.65), (0.5, nil, 0.5), (-3, 10, 0), (7, 60, 1),
            (Double.nan, 10, 0), (0.5, 0, 0.5), (0.5, -1, 0.5), (0.5, Double.infinity, 0.5),
        ] as [(Double, Double?, Double)])
    func engagement(ratio: Double, duration: Double?, expected: Double) {
        #expect(abs(Engagement.value(watchedRatio: ratio, duration: duration) - expected) < 1e-9)
    }

    @Test("One enthusiastic viewer does not put a video before one that many like")
    func fewViewers() {
        let few = AudienceResponse(viewers: 1, engagement: 1)
        let many = AudienceResponse(viewers: 200, engagement: 160)
        #expect(few.expected(usual: 0.5) < many.expected(usual: 0.5))
        #expect(AudienceResponse().expected(usual: 0.4) == 0.4)
    }

    @Test("Without any taste, what others watched longest comes first, then the newest")
    func audience() {
        let found = order([
            candidate("poor", channel: "1", engagement: 0.3), candidate("good", channel: "2", engagement: 0.8),
            candidate("older", channel: "3", age: 3e7), candidate("newer", channel: "4", age: 2e7),
        ])
        #expect(found.map(\.id) == ["good", "newer", "older", "poor"])
    }

    @Test("Hashtags and channels that the viewer watched longer than others come first, disliked ones last")
    func taste() {
        let viewings = [
            viewing(["tea"], 1), viewing(["tea"], 0.9), viewing(["cars"], 0.05), viewing(["cars"], 0.1), viewing([], 1, channel: "mine"),
            viewing([], 0.95, channel: "mine"),
        ]
        let found = order(
            [
                candidate("cars", ["cars"], channel: "1"), candidate("plain", ["other"], channel: "2"),
                candidate("tea", ["tea"], channel: "3"), candidate("mine", channel: "mine"),
            ], viewings)
        #expect(found.map(\.id) == ["tea", "mine", "plain", "cars"])
        #expect(found.map(\.likedHashtags) == [["tea"], [], [], []])
        #expect(found.map(\.isOfLikedChannel) == [false, true, false, false])
    }

    @Test("A video that everybody watches to its end says little about the viewer's taste")
    func expectedEngagement() {
        let candidates = [candidate("hit", ["hit"], channel: "1"), candidate("own", ["own"], channel: "2")]
        let viewings = [viewing(["hit"], 0.95, expected: 0.93), viewing(["own"], 0.7, expected: 0.4)]
        #expect(order(candidates, viewings).map(\.id) == ["own", "hit"])
    }

    @Test("Recent viewings count more than old ones")
    func recency() {
        let new = (0..<20).map { _ in viewing(["new"], 0.8) }
        let old = (0..<20).map { _ in viewing(["old"], 0.8) }
        let taste = Taste(new + old + Array(repeating: viewing(["forgotten"], 1), count: 200))
        #expect(taste.liked(among: ["old", "new", "unknown"]) == ["new", "old"])
        let long = Taste(Array(repeating: viewing(["first"], 0.5), count: Taste.maximumViewings) + [viewing(["beyond"], 1)])
        #expect(long.liked(among: ["beyond"]).isEmpty)
    }

    @Test("Videos of one channel do not follow each other if others are nearly as good")
    func variety() {
        let same = (0..<4).map { candidate("a\($0)", ["t"], channel: "a", engagement: 0.62 - Double($0) / 1000) }
        let others = (0..<4).map { candidate("b\($0)", ["u\($0)"], channel: "b\($0)", engagement: 0.6 - Double($0) / 1000) }
        let found = order(same + others)
        #expect(found.prefix(3).map(\.id) == ["a0", "b0", "b1"])
        #expect(Set(found.map(\.id)).count == 8)
        #expect(found.allSatisfy { $0.repetition <= 0 })
    }

    @Test("The share of places for unknown videos is never exceeded", arguments: [0, 0.05, 0.1, 0.25, 0.5, 3])
    func exploration(share: Double) {
        let known = (0..<200).map { candidate("k\($0)", channel: "k\($0)", engagement: 0.9) }
        let unknown = (0..<200).map { candidate("u\($0)", channel: "u\($0)", viewers: 0) }
        let found = order(known + unknown, exploration: share, limit: 100)
        let explored = found.count(where: \.isExploration)
        #expect(explored == Int((min(0.5, share) * 100).rounded()))
        #expect(found.filter(\.isExploration).allSatisfy { $0.id.hasPrefix("u") })
        #expect(found.count == 100)
        #expect(Set(found.map(\.id)).count == 100)
    }

    @Test("Different viewers explore different unknown videos, and the same viewer the same ones")
    func seeds() {
        let unknown = (0..<100).map { candidate("u\($0)", channel: "u\($0)", viewers: 0) }
        func explored(_ seed: String) -> [String] {
            order(unknown, exploration: 0.5, seed: seed, limit: 20).filter(\.isExploration).map(\.id)
        }
        #expect(explored("one") == explored("one"))
        #expect(explored("one") != explored("two"))
    }

    @Test("The order does not depend on that of the candidates, and is complete")
    func determinism() {
        let candidates = (0..<60).map {
            candidate("v\($0)", ["t\($0 % 5)", "x\($0 % 3)"], channel: "c\($0 % 7)", age: Double($0 * 1000), viewers: $0 % 40)
        }
        let viewings = (0..<30).map { viewing(["t\($0 % 5)", "x\($0 % 2)"], Double($0 % 10) / 10, channel: "c\($0 % 7)") }
        let found = order(candidates, viewings, exploration: 0.1)
        #expect(found == order(candidates.reversed(), viewings, exploration: 0.1))
        #expect(Set(found.map(\.id)) == Set(candidates.map(\.id)))
        #expect(order([], viewings).isEmpty)
        #expect(order(candidates, viewings, limit: 0).isEmpty)
    }

    @Test(
        "A simulated audience watches more than with other rankings, and finds more videos than by popularity",
        arguments: [11, 12] as [UInt64])
    func trial(seed: UInt64) {
        var size = SimulatedAudience.Size()
        (size.viewers, size.videos, size.visits) = (60, 500, 5)
        let trial = RankingTrial(SimulatedAudience(seed: seed, size: size))
        let results = RankingTrial.Ranking.allCases.map(trial.result)
        func result(_ ranking: RankingTrial.Ranking) -> RankingTrial.Result { results.first { $0.ranking == ranking } ?? results[0] }
        let own = result(.recommender)
        for ranking in [RankingTrial.Ranking.tagOverlap, .popularity, .recency, .random] {
            #expect(own.watched > result(ranking).watched, "\(ranking)")
            if ranking != .popularity { #expect(own.skipped < result(ranking).skipped, "\(ranking)") }
        }
        #expect(own.watched < result(.perfect).watched)
        #expect(own.discovered > result(.popularity).discovered)
        #expect(trial.result(of: .recommender) == own)
    }

    @Test("A replay of recorded viewings finds which order puts the better video first")
    func replay() {
        // Each viewer watches one topic to the end and leaves the other, and both are equally popular.
        var viewings: [RecordedViewing] = []
        for viewer in 0..<40 {
            for number in 0..<20 {
                let topic = number % 2
                let isLiked = topic == viewer % 2
                viewings.append(
                    RecordedViewing(
                        viewer: "viewer\(viewer)", video: "v\(topic)-\((number / 2 + viewer / 2 * 3) % 15)", channel: "c",
                        hashtags: ["topic\(topic)"], published: Double((number * 13 + viewer * 5) % 17),
                        time: Double(viewer + number * 100), engagement: isLiked ? 0.9 : 0.1))
            }
        }
        let result = RankingReplay.result(viewings)
        #expect(result.pairs > 1000)
        #expect(result.recommender > 0.95)
        #expect(result.popularity < 0.75)
        #expect(result.recommender > result.tagOverlap)
        #expect(result == RankingReplay.result(viewings.reversed()))
        #expect(RankingReplay.result([]).pairs == 0)
        #expect(RankingReplay.result(Array(viewings.prefix(1))) == RankingReplay.Result())
    }

    @Test("About the requested share of viewers is in the control group, and always the same ones", arguments: [0, 10, 50, 80, -5])
    func controlGroup(percent: Int) {
        let groups = (0..<5000).map { TrialGroup(viewer: "viewer\($0)", controlPercent: percent) }
        let share = Double(groups.count { $0 == .control }) / 50
        #expect(abs(share - Double(min(50, max(0, percent)))) < 2.5)
        #expect(groups == (0..<5000).map { TrialGroup(viewer: "viewer\($0)", controlPercent: percent) })
    }

    @Test("The margin of a comparison shrinks with the number of viewers, and one viewer is no comparison")
    func margins() {
        func group(_ count: Int, _ mean: Double) -> TrialFigures {
            (0..<count).reduce(into: TrialFigures()) { figures, number in
                figures.addViewer(viewings: 2, engagement: 2 * (mean + (number % 2 == 0 ? 0.1 : -0.1)))
            }
        }
        #expect(group(1, 0.5).difference(to: group(100, 0.4)) == nil)
        let few = group(20, 0.5).difference(to: group(20, 0.4))
        let many = group(2000, 0.5).difference(to: group(2000, 0.4))
        #expect(abs((few?.value ?? 0) - 0.1) < 1e-9)
        #expect((many?.margin ?? 1) < (few?.margin ?? 0) / 9)
        #expect(abs((many?.margin ?? 0) - 1.96 * (2 * 0.01 / 2000).squareRoot()) < 1e-4)
        var figures = TrialFigures()
        figures.addViewer(viewings: 0, engagement: 0)
        #expect(figures.viewers == 0)
    }
}
