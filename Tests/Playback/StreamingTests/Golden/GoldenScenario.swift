// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// One session from start to end, with random user actions.
struct GoldenScenario: CustomStringConvertible {
    var name: String
    var origin: GoldenOrigin
    var configuration: StreamingConfiguration
    /// Whether the full text is kept in addition to the digest.
    var isWhole = false
    /// Whether it runs with the other tests, as the first few of similar scenarios do: all of them take minutes.
    var isQuick = false
    /// Virtual seconds.
    var duration = 110.0

    var description: String { name }

    /// The session's actions with their times, then its journal.
    func lines() -> [String] {
        var dice = SeededChance(UInt64(origin.seed) &* 7919)
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { [origin] in
            origin.answer($0, $1)
        }
        player.startThreshold = 0.3
        switch dice.below(6) {
        case 0: player.send(.select(.audio(1)))
        case 1: player.send(.select(.subtitles(0)))
        case 2: player.send(.limit(QualityLimits(bitrate: 3_500_000)))
        default: break
        }
        switch dice.below(8) {
        case 0: player.send(.start(.time(Double(dice.below(80)))))
        case 1: player.send(.start(.date(1_577_836_830)))
        case 2: player.send(.start(.behindLive(Double(dice.below(20)))))
        default: player.send(.start(.automatic))
        }
        player.run(until: 4)
        while player.time < duration * 0.75, player.failure == nil {
            step(&player, &dice)
            player.run(until: player.time + 0.5 + Double(dice.below(70)) / 10)
        }
        player.wantsToPlay = true
        player.send(.trick(rate: nil))
        player.send(.seek(to: player.position))
        player.run(until: duration)
        player.send(.stop)
        player.send(.preview(at: 3))
        let session = player.session
        return player.log.map { "\($0.at) \(GoldenText.line($0.action))" } + player.journal + [
            "\(session.variant ?? -1) \(session.startPosition ?? -1) \(session.hasIFrames) \(session.journal.dropped) \(player.position)"
        ]
    }

    private func step(_ player: inout ScriptedPlayer, _ dice: inout SeededChance) {
        let position = player.position
        switch dice.below(26) {
        case 0, 1: player.send(.seek(to: Double(dice.below(1300)) / 10))
        case 2: player.send(.seek(to: position + 1.5))
        case 3: player.send(.seek(to: max(0, position - 3)))
        case 4: player.send(.scrub(to: Double(dice.below(120))))
        case 5: player.send(.trick(rate: [8, -4, 16][dice.below(3)]))
        case 6:
            player.send(.trick(rate: nil))
            player.send(.seek(to: player.position))
        case 7, 8: player.send(.preview(at: dice.below(5) == 0 ? nil : Double(dice.below(1200)) / 10))
        case 9: player.send(.select(.audio(dice.below(4) - 1 < 0 ? nil : dice.below(3))))
        case 10, 11: player.send(.select(.subtitles(dice.below(3) == 0 ? nil : dice.below(2))))
        case 12: player.send(.select(.variant(dice.below(4))))
        case 13: player.send(.select(.variant(nil)))
        case 14: player.send(.limit(QualityLimits(bitrate: [nil, 1_500_000, 4_000_000][dice.below(3)])))
        case 15:
            // The player seeks to the end of a blocked span that it reaches, so the presentation must continue after it.
            let start = origin.kind == .onDemand ? min(position + 6, 90) : position - 30
            player.send(.block([TimeRange(start: start, end: start + (origin.kind == .onDemand ? 17 : 10))]))
        case 16: player.send(.block([]))
        case 17: player.wantsToPlay.toggle()
        case 18: player.send(.beginEarlier(than: position))
        case 19:
            player.forget()
            player.send(.seek(to: position))
        case 20: player.loses = [TimeRange(start: position + 8, end: position + 8.3 + Double(dice.below(2)) * 3)]
        case 21: player.rate = [1, 1.5, 0.75][dice.below(3)]
        case 22: player.send(.limit(QualityLimits(size: PixelSize(width: 1280, height: 720))))
        case 23: player.send(.preview(at: .nan))
        case 24: player.send(.scrub(to: position + 20))
        default: player.wantsToPlay = true
        }
    }

    // MARK: Scenarios

    static let all: [GoldenScenario] = {
        typealias Features = GoldenOrigin.Features
        let everything: Features = [.audio, .subtitles, .iFrames]
        let onDemand: [(String, Features, Int)] = [
            ("plain", [], 0), ("lone", [.loneMedia, .dates], 4), ("audio", [.audio], 0), ("all", everything, 0),
            ("gaps", everything.union([.gaps, .discontinuities, .dates]), 0), ("ads", everything.union([.interstitials, .dates]), 0),
            ("keys", everything.union([.keys]), 14), ("missing", everything.union([.missingSegments, .gaps]), 0),
            ("steered", everything.union([.pathways, .steering]), 5), ("paths", everything.union([.pathways, .gaps]), 18),
            ("served", everything.union([.serverData, .start]), 0), ("storm", everything.union([.discontinuities]), 22),
        ]
        let live: [(String, Features, Int)] = [
            ("plain", [], 0), ("all", everything.union([.dates, .discontinuities]), 0), ("gaps", everything.union([.gaps]), 4),
            ("deltas", everything.union([.deltas, .dates]), 0), ("restart", everything.union([.restarts]), 0),
            ("dated", everything.union([.restarts, .dates]), 4), ("frozen", everything.union([.freezes]), 0),
            ("ends", everything.union([.ends, .interstitials, .dates]), 4), ("storm", everything, 14),
            ("steered", everything.union([.pathways, .steering, .dates]), 8), ("lone", [.loneMedia, .freezes, .dates], 0),
        ]
        let lowLatency: [(String, Features, Int)] = [
            ("plain", [], 0), ("audio", [.audio, .subtitles], 0), ("hints", [.audio, .movedHints], 3), ("storm", [.audio, .subtitles], 10),
        ]
        var list: [GoldenScenario] = []
        for (kind, features) in [(GoldenOrigin.Kind.onDemand, onDemand), (.live, live), (.lowLatency, lowLatency)] {
            for (place, (name, switches, faults)) in features.enumerated() {
                for round in 0..<6 {
                    let seed = list.count + 1
                    var scenario = GoldenScenario(
                        name: "\(kind.rawValue)-\(name)-\(round)",
                        origin: GoldenOrigin(kind: kind, features: switches, seed: seed, faults: faults),
                        configuration: configuration(place + round))
                    scenario.isQuick = round < 2
                    scenario.isWhole = round == 0 && ["gaps", "steered", "hints"].contains(name)
                    if scenario.isWhole { scenario.duration = 40 }
                    list.append(scenario)
                }
            }
        }
        return list
    }()

    private static func configuration(_ number: Int) -> StreamingConfiguration {
        var configuration = StreamingConfiguration()
        configuration.journalCapacity = 64
        switch number % 3 {
        case 0: configuration.replacement = .inPlace
        case 1: configuration.replacement = .fromThereOn
        default: configuration.replacement = .never
        }
        switch number % 4 {
        case 0: configuration.commonMediaClientData = CommonMediaClientData(contentID: "film", sessionID: "s-1")
        case 1:
            var data = CommonMediaClientData(contentID: "film", sessionID: "s-2", version: 2)
            var collector = ClientCollector(url: "http://collector/")
            collector.reportsResponses = true
            collector.interval = 10
            collector.format = number % 8 == 1 ? .json : .lines
            data.collector = collector
            data.epoch = 1_600_000_000
            configuration.commonMediaClientData = data
        default: break
        }
        configuration.latency.catchUp = .lowLatencyOnly
        switch number % 5 {
        case 0: configuration.subtitleLanguages = ["it"]
        case 1: configuration.audioLanguages = ["de"]
        case 2: configuration.bufferGoal = 14
        case 3:
            configuration.latency.catchUp = .always
            configuration.latency.behindWindow = .liveEdge
        default: configuration.usesLowLatency = number % 2 == 0
        }
        if number % 7 == 3 { configuration.quality.initialThroughput = 4e6 }
        return configuration
    }
}
