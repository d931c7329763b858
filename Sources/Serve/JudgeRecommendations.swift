// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxRecommendation

/// Compares the recommendations of the discovery feed with other orders.
struct JudgeRecommendations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recommendations", abstract: "Compare recommendations with other orders, by what viewers watched.",
        discussion: """
            Replays the recorded viewings, and prints how often each order would have put the better of two videos first: of those that one \
            viewer watched within a day, and of which one held the viewer clearly longer. 50 % is chance. With --app, the app's viewers with \
            recommendations are also compared with those who get the newest videos (discover.control_percent of the app).

            --simulate needs no database: each order serves the same simulated viewers, whose tastes it does not know.
            """)

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "Only viewings in this app; also compares its two groups of viewers.") var app: String?
    @Option(help: "The number of days to look back.") var days = 28
    @Option(help: "The maximum number of viewings to replay, the newest ones.") var limit = 200_000
    @Flag(help: "Serve simulated viewers instead.") var simulate = false
    @Option(help: "The seed of the simulation.") var seed: UInt64 = 1
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...3650).contains(days) else { throw ValidationError("--days must be 1 to 3650") }
        guard (1...10_000_000).contains(limit) else { throw ValidationError("--limit must be 1 to 10000000") }
        guard !simulate || app == nil else { throw ValidationError("--simulate uses no app") }
    }

    func run() async throws {
        if simulate {
            let trial = RankingTrial(SimulatedAudience(seed: seed))
            return try write(RankingTrial.Ranking.allCases.map { TrialRow(trial.result(of: $0)) })
        }
        try await options.withCatalogue { catalogue in
            let since = Date(timeIntervalSinceNow: -86_400 * Double(days))
            let viewings = try await catalogue.recommendations.viewings(of: app, since: since, limit: limit)
            var groups: [TrialGroup: TrialFigures] = [:]
            if let app {
                do { groups = try await catalogue.recommendations.figures(of: app, since: since) } catch let error as APIError {
                    throw ProgramFault("--app: \(error.error.message)")
                }
            }
            try write(RecommendationReport(viewings: viewings.count, RankingReplay.result(viewings), groups))
        }
    }

    private func write(_ report: RecommendationReport) throws {
        print(json ? try ContractJSON.text(report) : report.text)
    }

    private func write(_ rows: [TrialRow]) throws {
        if json { return print(try ContractJSON.text(rows)) }
        print("order         watched  at the end  skipped  channels a visit  found by 5 viewers")
        for row in rows { print(row.text) }
    }
}

/// One order that served the simulated viewers.
private struct TrialRow: Encodable {
    var order: String
    var watched: Double
    var watchedAtEnd: Double
    var skipped: Double
    var channelsPerVisit: Double
    var discovered: Double

    init(_ result: RankingTrial.Result) {
        order = result.ranking.rawValue
        (watched, watchedAtEnd, skipped) = (result.watched, result.watchedLate, result.skipped)
        (channelsPerVisit, discovered) = (result.channelsPerVisit, result.discovered)
    }

    var text: String {
        let name = order.padding(toLength: 14, withPad: " ", startingAt: 0)
        return name
            + String(
                format: "%5.1f %%     %5.1f %%  %5.1f %%  %16.1f  %16.1f %%", watched * 100, watchedAtEnd * 100, skipped * 100,
                channelsPerVisit, discovered * 100)
    }

    enum CodingKeys: String, CodingKey {
        case order, watched, skipped, discovered, watchedAtEnd = "watched_at_end", channelsPerVisit = "channels_per_visit"
    }
}

private struct RecommendationReport: Encodable {
    struct Group: Encodable {
        var viewers: Int
        var viewingsPerViewer: Double
        var engagement: Double

        init(_ figures: TrialFigures) {
            (viewers, viewingsPerViewer, engagement) = (figures.viewers, figures.viewingsPerViewer, figures.engagement)
        }

        enum CodingKeys: String, CodingKey { case viewers, engagement, viewingsPerViewer = "viewings_per_viewer" }
    }

    var viewings: Int
    var pairs: Int
    /// By order: the share of pairs in the right order.
    var right: [String: Double]
    var groups: [String: Group]
    var gain: Double?
    var gainMargin: Double?

    init(viewings: Int, _ replay: RankingReplay.Result, _ figures: [TrialGroup: TrialFigures]) {
        self.viewings = viewings
        pairs = replay.pairs
        right = [
            "recommender": replay.recommender, "tag-overlap": replay.tagOverlap, "popularity": replay.popularity, "recency": replay.recency,
        ]
        groups = Dictionary(uniqueKeysWithValues: figures.map { ($0.key.rawValue, Group($0.value)) })
        guard let recommended = figures[.recommended], let control = figures[.control] else { return }
        let difference = recommended.difference(to: control)
        (gain, gainMargin) = (difference?.value, difference?.margin)
    }

    var text: String {
        var lines = ["\(viewings) viewings, \(pairs) pairs of videos"]
        if pairs == 0 {
            lines.append("Too few viewings to compare orders. A viewer counts from the sixth video on.")
        } else {
            for (order, share) in right.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                lines.append(order.padding(toLength: 14, withPad: " ", startingAt: 0) + String(format: "%5.1f %% right", share * 100))
            }
        }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            lines.append(
                name.padding(toLength: 14, withPad: " ", startingAt: 0)
                    + String(
                        format: "%d viewers, %.1f viewings each, engagement %.3f", group.viewers, group.viewingsPerViewer, group.engagement)
            )
        }
        if let gain, let gainMargin { lines.append(String(format: "gain          %+.3f ± %.3f (95 %%)", gain, gainMargin)) }
        return lines.joined(separator: "\n")
    }

    enum CodingKeys: String, CodingKey { case viewings, pairs, right, groups, gain, gainMargin = "gain_margin" }
}
