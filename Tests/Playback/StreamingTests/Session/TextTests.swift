// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Text alongside media")
struct TextTests {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="sub.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f",SUBTITLES="s"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.64001f"
        tiny.m3u8

        """

    private func discards(_ player: ScriptedPlayer) -> [Double] {
        player.log.compactMap { if case .discard(.subtitles, let from) = $0.action { from } else { nil } }
    }

    @Test("Changing the language discards all text of the previous one")
    func language() {
        var player = FaultTests.player(Self.master, segments: 30) { _, _ in nil }
        player.send(.select(.variant(0)))
        player.send(.start(.automatic))
        player.send(.select(.subtitles(0)))
        player.run(until: 10)
        player.send(.select(.subtitles(1)))
        #expect(discards(player).last == -.infinity)
        player.run(until: 12)
        #expect(player.segments(.subtitles).last?.stream == 1)
        let count = player.segments(.subtitles).count
        player.send(.select(.subtitles(1)))
        #expect(player.segments(.subtitles).count == count)
    }

    @Test("A seek within the buffer reloads text only where it is missing")
    func seek() {
        var player = FaultTests.player(Self.master, segments: 30) { _, _ in nil }
        player.send(.select(.variant(0)))
        player.send(.start(.automatic))
        player.run(until: 12)
        player.send(.select(.subtitles(0)))
        player.run(until: 16)
        let main = player.segments(.main).count
        player.send(.seek(to: 18))
        player.run(until: 16.2)
        #expect(!player.segments(.subtitles).map(\.sequence).dropFirst().contains(player.segments(.subtitles)[0].sequence))
        player.send(.seek(to: 3))
        player.run(until: 17)
        #expect(player.segments(.subtitles).contains { $0.sequence == 0 })
        #expect(player.segments(.main)[..<main].filter { $0.sequence == 0 }.count == 1)
        #expect(player.segments(.main).filter { $0.sequence == 0 }.count == 1)
    }

    @Test("A lost rendition is reported with its reason, and playback continues")
    func lost() {
        var player = FaultTests.player(Self.master, segments: 12) { load, _ in
            load.address.contains("/sub") && load.segment != nil ? .failure(LoadFailure(.status(500), message: "broken")) : nil
        }
        player.send(.select(.variant(0)))
        player.send(.select(.subtitles(0)))
        player.send(.start(.automatic))
        player.run(until: 120)
        let lost = player.log.compactMap { happening -> String? in
            if case .lost(.subtitles, 0, let reason) = happening.action { reason } else { nil }
        }
        #expect(lost == ["broken"])
        #expect(player.failure == nil)
        #expect(player.stalls == 0)
        #expect(player.journal.contains { $0.contains("subtitles are given up") })
        #expect(abs(player.position - 48) < 0.01)
    }
}
