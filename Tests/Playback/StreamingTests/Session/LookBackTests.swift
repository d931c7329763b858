// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Earlier segments for their subtitles")
struct LookBackTests {
    private func player(
        at time: Double = 120, fault: @escaping (StreamLoad, Double) -> ScriptedPlayer.Answer? = { _, _ in nil }
    ) -> ScriptedPlayer {
        var player = FaultTests.player(segments: 50, fault: fault)
        player.send(.start(.time(time)))
        return player
    }

    private func earlier(_ player: ScriptedPlayer) -> [SegmentLoad] {
        player.loads.compactMap { if case .subtitles(let segment) = $0.content { segment } else { nil } }
    }

    @Test("The segment before a time is loaded, without affecting playback")
    func before() {
        var player = player()
        player.run(until: 5)
        var without = player
        for time in [120.0, 116, 118] {
            player.send(.lookBack(before: time))
            player.run(until: player.time + 1)
        }
        #expect(earlier(player).map(\.range.start) == [116, 112, 116])
        #expect(earlier(player).allSatisfy { $0.contentType == .main && $0.startsRun })
        player.run(until: 40)
        without.run(until: 40)
        #expect(player.segments == without.segments)
        #expect(player.position == without.position)
    }

    @Test("Nothing is loaded before the beginning, in a gap, across a discontinuity, or for an invalid time")
    func unavailable() {
        var player = player(at: 0) { load, _ in
            guard load.address.hasSuffix(".m3u8"), !load.address.hasSuffix("main.m3u8") else { return nil }
            return .text(Sample.onDemand("s", segments: 50, extra: [3: "#EXT-X-GAP", 10: "#EXT-X-DISCONTINUITY"]))
        }
        player.run(until: 5)
        for time in [0.0, 16, 40, .nan, .infinity] {
            player.send(.lookBack(before: time))
            player.run(until: player.time + 1)
        }
        #expect(earlier(player).isEmpty)
        #expect(player.failure == nil)
        player.send(.lookBack(before: 44))
        #expect(earlier(player).map(\.range.start) == [40])
    }

    @Test("Playback's own segments come first, and a seek elsewhere cancels the load")
    func order() {
        var player = player { load, _ in if case .subtitles = load.content { .silence } else { nil } }
        player.run(until: 0.3)
        player.send(.lookBack(before: 120))
        #expect(earlier(player).isEmpty)
        player.run(until: 5)
        #expect(earlier(player).count == 1)
        let first = player.loads.firstIndex { if case .subtitles = $0.content { true } else { false } }
        #expect(player.loads.prefix(first ?? 0).count { $0.segment != nil } >= 2)
        let id = first.map { player.loads[$0].id }
        player.send(.seek(to: 20))
        #expect(player.log.contains { if case .cancel(let cancelled) = $0.action { cancelled == id } else { false } })
    }

    @Test("A failure has no consequences, and the next request is served")
    func failure() {
        var player = player { load, _ in
            guard case .subtitles = load.content else { return nil }
            return .failure(LoadFailure(.status(404), message: "not found"))
        }
        player.run(until: 5)
        player.send(.lookBack(before: 120))
        player.run(until: 6)
        player.send(.lookBack(before: 120))
        player.run(until: 30)
        #expect(earlier(player).count == 2)
        #expect(player.failure == nil)
        #expect(player.stalls == 0)
    }
}
