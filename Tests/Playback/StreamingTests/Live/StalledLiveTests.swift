// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Live playback after a stall")
struct StalledLiveTests {
    private static func player(_ configuration: StreamingConfiguration = .init()) -> ScriptedPlayer {
        var configuration = configuration
        configuration.replacement = .never
        return ScriptedPlayer(StreamingSession(source: "http://host/live.m3u8", configuration: configuration)) { load, time in
            if (20..<26).contains(time) { return .failure(LoadFailure(.connection, message: "the network is gone"), after: 26 - time) }
            guard load.address.contains(".m3u8") else { return .media() }
            return .text(Sample.live("s", at: time, duration: 2))
        }
    }

    @Test("Playback is back at its live distance 15 s after a stall")
    func back() {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 18)
        let before = player.time - player.position
        player.run(until: 30)
        #expect(player.stalls > 0)
        #expect(player.time - player.position > before + 1.5)
        player.run(until: 45)
        // Each stall adds half a second to the target latency.
        #expect(player.time - player.position < before + 1.2)
        player.run(until: 60)
        let rates = player.log.compactMap { if case .rate(let rate) = $0.action { rate } else { nil } }
        #expect(rates.count <= 4, "\(rates)")
        #expect(rates.contains { $0 > 1.05 })
        #expect(rates.allSatisfy { $0 >= 1 && $0 <= 1.25 })
        #expect(rates.last == 1)
    }

    @Test("Without catch-up, playback stays behind after a stall")
    func never() {
        var configuration = StreamingConfiguration()
        configuration.latency.catchUp = .lowLatencyOnly
        var player = Self.player(configuration)
        player.send(.start(.automatic))
        player.run(until: 45)
        #expect(player.stalls > 0)
        #expect(!player.log.contains { if case .rate = $0.action { true } else { false } })
    }

    @Test("A delay from pausing is not caught up")
    func paused() {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 8)
        player.wantsToPlay = false
        player.run(until: 10)
        player.wantsToPlay = true
        player.run(until: 19)
        #expect(!player.log.contains { if case .rate = $0.action { true } else { false } })
    }
}
