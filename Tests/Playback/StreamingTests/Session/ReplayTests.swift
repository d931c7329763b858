// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Replaying a session")
struct ReplayTests {
    private static func faulty() -> ScriptedPlayer {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Sample.withAudio) }
            if load.id.number % 13 == 7 { return .failure(LoadFailure(.status(503), retryAfter: 0.5, message: "busy")) }
            if load.id.number % 17 == 9 { return .failure(LoadFailure(.truncated, message: "short")) }
            if load.address.hasSuffix(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
                return .text(Sample.onDemand(name, segments: 40, extra: [5: "#EXT-X-GAP", 11: "#EXT-X-DISCONTINUITY"]))
            }
            let rate = Int(time / 20) % 2 == 0 ? 12e6 : 1.5e6
            let bits = load.address.contains("high") ? 12e6 : 4e6
            return .media(bytes: Int(bits / 8), after: bits / rate)
        }
    }

    @Test("The same events at the same times give the same actions and journal, byte for byte")
    func replay() {
        var player = Self.faulty()
        player.send(.start(.automatic))
        player.run(until: 30)
        player.send(.seek(to: 90))
        player.run(until: 60)
        player.send(.select(.audio(1)))
        player.send(.limit(QualityLimits(bitrate: 2_000_000)))
        player.run(until: 200)
        #expect(player.journal.count > 20)

        var again = StreamingSession(source: "http://host/main.m3u8")
        var actions: [StreamingAction] = []
        var journal: [String] = []
        for (event, moment) in player.events {
            actions += again.handle(event, at: moment)
            journal += again.drainJournal().map(\.line)
        }
        #expect(actions == player.log.map(\.action))
        #expect(journal == player.journal)
    }

    @Test("A copy of a session is independent")
    func copies() {
        var session = StreamingSession(source: "http://host/main.m3u8")
        let first = session.handle(.start(.automatic), at: .zero)
        var copy = session
        let text = StreamingEvent.text(LoadID(1), bytes: Array(Sample.multivariant.utf8))
        let one = session.handle(text, at: Instant(seconds: 1))
        let other = copy.handle(text, at: Instant(seconds: 1))
        #expect(first.count == 1)
        #expect(one == other)
        #expect(copy.handle(.stop, at: Instant(seconds: 2)).contains(.cancel(LoadID(2))))
        #expect(session.presentation != nil)
    }

    @Test("Each journal line has a time, a kind and a text")
    func lines() {
        var player = Self.faulty()
        player.send(.start(.automatic))
        player.run(until: 20)
        #expect(player.journal.first?.hasPrefix("0.050 variant variant 0 640x360 1.0M first: ") == true)
        #expect(player.journal.allSatisfy { !$0.contains("\n") && $0.split(separator: " ").count >= 3 })
    }

    @Test("An undrained journal stays small")
    func bounded() {
        var configuration = StreamingConfiguration()
        configuration.journalCapacity = 10
        var session = StreamingSession(source: "http://host/main.m3u8", configuration: configuration)
        _ = session.handle(.start(.automatic), at: .zero)
        _ = session.handle(.text(LoadID(1), bytes: Array(Sample.onDemand("s", segments: 10).utf8)), at: .zero)
        for step in 0..<100 { _ = session.handle(.seek(to: Double(step % 3) * 9), at: Instant(seconds: Double(step))) }
        #expect(session.journal.entries.count <= 10)
        #expect(session.journal.dropped > 50)
    }
}
