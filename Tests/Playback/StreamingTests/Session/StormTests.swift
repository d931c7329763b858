// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Random storms of events and faults")
struct StormTests {
    private static let causes: [LoadFailure.Cause] = [
        .status(404), .status(500), .status(503), .connection, .timeout, .truncated, .malformed, .status(403), .key,
    ]

    private static func network(_ seed: Int, live: Bool, faults: Int) -> (StreamLoad, Double) -> ScriptedPlayer.Answer {
        { load, time in
            var dice = SeededChance(UInt64(seed) << 32 + UInt64(load.id.number))
            if load.address == "http://host/main.m3u8" { return .text(Sample.withAudio) }
            if dice.below(100) < faults {
                return .failure(
                    LoadFailure(causes[dice.below(causes.count)], retryAfter: dice.below(4) == 0 ? 1 : nil, message: "storm"),
                    after: Double(dice.below(100)) / 50)
            }
            let after = 0.02 + Double(dice.below(100)) / 100
            if load.address.contains(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.split(separator: ".")[0]) } ?? ""
                return live
                    ? .text(Sample.live(name, at: time, window: 8), after: after)
                    : .text(Sample.onDemand(name, segments: 40, extra: [7: "#EXT-X-GAP", 9: "#EXT-X-DISCONTINUITY"]), after: after)
            }
            return .media(bytes: 100_000 + dice.below(1_000_000), after: 0.05 + Double(dice.below(300)) / 100)
        }
    }

    @Test("Whatever happens, playback continues to the end or ends with an error", arguments: 0..<8)
    func onDemand(seed: Int) {
        let player = Self.run(seed)
        let isOver = player.ended.isSuperset(of: [.main]) && player.position > 159.9
        #expect(isOver || player.failure != nil, "stuck at \(player.position) s: \(player.journal.suffix(5))")
        #expect(player.events.count < 20_000)
        checkRuns(player)
    }

    static func run(_ seed: Int) -> ScriptedPlayer {
        var dice = SeededChance(UInt64(seed))
        var player = ScriptedPlayer(
            StreamingSession(source: "http://host/main.m3u8"), network: Self.network(seed, live: false, faults: dice.below(25)))
        player.send(.start(dice.below(3) == 0 ? .time(Double(dice.below(150))) : .automatic))
        for _ in 0..<10 {
            player.run(until: player.time + Double(dice.below(80)) / 10)
            switch dice.below(7) {
            case 0: player.send(.seek(to: Double(dice.below(170))))
            case 1: player.send(.select(.audio(dice.below(2))))
            case 2: player.send(.select(.variant(dice.below(2) == 0 ? nil : dice.below(2))))
            case 3: player.send(.limit(QualityLimits(bitrate: dice.below(2) == 0 ? nil : 2_000_000)))
            case 4: player.wantsToPlay.toggle()
            default: break
            }
        }
        player.wantsToPlay = true
        player.run(until: 450)
        return player
    }

    @Test("Live storms end with an error or keep up", arguments: 0..<8)
    func live(seed: Int) {
        var dice = SeededChance(UInt64(seed) + 1000)
        var player = ScriptedPlayer(
            StreamingSession(source: "http://host/main.m3u8"), network: Self.network(seed + 1000, live: true, faults: dice.below(15)))
        player.send(.start(.automatic))
        for _ in 0..<6 {
            player.run(until: player.time + Double(dice.below(200)) / 10)
            switch dice.below(4) {
            case 0: player.send(.seek(to: player.position - Double(dice.below(10))))
            case 1: player.wantsToPlay.toggle()
            case 2: player.send(.select(.audio(dice.below(2))))
            default: break
            }
        }
        player.wantsToPlay = true
        player.run(until: 200)
        #expect(player.failure != nil || player.position > 200 - 60, "stuck at \(player.position) s: \(player.journal.suffix(5))")
        checkRuns(player)
    }

    /// Checks that within a run, each load of a content type follows the previous one, or replaces it after a failure.
    private func checkRuns(_ player: ScriptedPlayer) {
        var ends: [ContentType: Double] = [:]
        for segment in player.segments {
            if let end = ends[segment.contentType], !segment.startsRun {
                #expect(segment.range.start <= end + 0.6, "a hole before \(segment.range.start) on \(segment.contentType.name)")
            }
            ends[segment.contentType] = segment.range.end
        }
    }
}
