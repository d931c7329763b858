// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Gaps and discontinuities")
struct GapTests {
    static func player(_ gaps: [String: Set<Int>], master: String = Sample.multivariant, configuration: StreamingConfiguration = .init())
        -> ScriptedPlayer
    {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { load, _ in
            if load.address == "http://host/main.m3u8" { return .text(master) }
            guard load.address.hasSuffix(".m3u8") else { return .media(bytes: 200_000, after: 0.4) }
            let name = load.address.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
            var extra: [Int: String] = [:]
            for gap in gaps[name] ?? [] { extra[gap] = "#EXT-X-GAP" }
            return .text(Sample.onDemand(name, segments: 12, extra: extra))
        }
    }

    @Test("A gap in one variant is bridged by another")
    func bridged() {
        var player = Self.player(["low": [3, 4]])
        player.send(.start(.automatic))
        player.send(.limit(QualityLimits(bitrate: 1_500_000)))
        player.run(until: 60)
        #expect(player.gaps.isEmpty)
        #expect(player.segments.map(\.sequence) == Array(0..<12))
        #expect(player.segments.filter { $0.stream == 1 }.map(\.sequence) == [3, 4])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A segment available only in the higher variant is not abandoned for the lower one's gap, however slow it is")
    func keepsWhatOthersLack() {
        let gaps = Dictionary(uniqueKeysWithValues: (3..<40).map { ($0, "#EXT-X-GAP") })
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Sample.multivariant) }
            if load.address.hasSuffix("/low.m3u8") { return .text(Sample.onDemand("low", segments: 40, extra: gaps)) }
            if load.address.hasSuffix("/high.m3u8") { return .text(Sample.onDemand("high", segments: 40)) }
            let bits = load.address.contains("high") ? 12e6 : 4e6
            return .media(bytes: Int(bits / 8), after: bits / (time < 20 ? 12e6 : 0.9e6))
        }
        player.send(.start(.automatic))
        player.run(until: 120)
        let loads = player.segments(.main).map(\.sequence)
        #expect(Set(loads).count == loads.count, "\(loads)")
        #expect(!player.journal.contains { $0.contains("abandoned") })
    }

    /// "low" has a segment that "high" lacks, and it breaks off so late that everything before it has been played.
    private func breaking(times: Int, limit: Int?, lock: Int? = nil) -> (player: ScriptedPlayer, asked: Int) {
        var failures = 0
        var player = FaultTests.player { load, _ in
            if load.address.hasSuffix("/high.m3u8") { return .text(Sample.onDemand("high", segments: 12, extra: [3: "#EXT-X-GAP"])) }
            guard load.address.hasSuffix("/low3.mp4"), failures < times else { return nil }
            failures += 1
            return .failure(LoadFailure(.connection, message: "broke off"), after: failures > 2 ? 1 : 20)
        }
        if let lock { player.send(.select(.variant(lock))) }
        player.send(.start(.automatic))
        if let limit { player.send(.limit(QualityLimits(bitrate: limit))) }
        player.run(until: 150)
        return (player, failures)
    }

    @Test(
        "A segment available in only one variant is waited for when it breaks off twice with an empty queue",
        arguments: [nil, 1_500_000])
    func breaksOff(limit: Int?) {
        let (player, failures) = breaking(times: 2, limit: limit)
        #expect(failures == 2)
        #expect(player.gaps.isEmpty, "\(player.journal)")
        #expect(player.failure == nil, "\(player.journal)")
        #expect(player.segments.filter { $0.sequence == 3 }.map(\.stream) == [0, 0, 0])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A locked variant stays locked despite a gap in the other")
    func breaksOffLocked() {
        let (player, failures) = breaking(times: 2, limit: nil, lock: 0)
        #expect(failures == 2)
        #expect(player.gaps.isEmpty, "\(player.journal)")
        #expect(player.failure == nil, "\(player.journal)")
        #expect(Set(player.segments.map(\.stream)) == [0])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A gap in the locked variant is bridged, and the lock holds")
    func bridgedLocked() {
        var player = Self.player(["low": [3]])
        player.send(.select(.variant(0)))
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.gaps.isEmpty, "\(player.journal.prefix(60))")
        #expect(player.failure == nil, "\(player.journal.prefix(60))")
        #expect(player.segments.map(\.stream) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A segment available in only one variant is skipped after all attempts, and the other continues", arguments: [nil, 1_500_000])
    func neverComes(limit: Int?) {
        let (player, failures) = breaking(times: .max, limit: limit)
        #expect(failures == RecoveryPolicy().attempts)
        #expect(player.gaps == [TimeRange(start: 12, end: 16)], "\(player.journal)")
        #expect(player.failure == nil, "\(player.journal)")
        #expect(player.segments.first { $0.sequence == 4 }?.stream == 1)
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A gap in all variants is reported and skipped")
    func reported() {
        var player = Self.player(["low": [3], "high": [3]])
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.gaps == [TimeRange(start: 12, end: 16)])
        #expect(!player.segments.contains { $0.sequence == 3 })
        #expect(player.segments.first { $0.sequence == 4 }?.startsRun == true)
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A gap in an audio rendition is bridged by another in the same language")
    func audio() {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English (description)",LANGUAGE="en",CHARACTERISTICS="public.accessibility.describes-video",URI="ad.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
            low.m3u8

            """
        var player = Self.player(["en": [2]], master: master)
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.segments(.audio).map(\.sequence) == Array(0..<12))
        #expect(player.segments(.audio).filter { $0.stream == 1 }.map(\.sequence) == [2])
    }

    @Test("A stream of only gaps ends without a frame and does not hang")
    func nothing() {
        var player = Self.player(["low": Set(0..<12), "high": Set(0..<12)])
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.segments.isEmpty)
        #expect(player.ended == [.main])
    }

    @Test("A discontinuity increments the number that segments share")
    func discontinuity() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8")
                ? .text(Sample.onDemand("s", segments: 6, extra: [2: "#EXT-X-DISCONTINUITY", 4: "#EXT-X-DISCONTINUITY"])) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.segments.map(\.discontinuity) == [0, 0, 1, 1, 2, 2])
    }

    @Test("An unavailable key affects only its own segments")
    func key() {
        let text = Sample.onDemand(
            "s", segments: 8,
            extra: [
                0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k0\"", 3: "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\"",
                5: "#EXT-X-KEY:METHOD=AES-128,URI=\"k2\"",
            ])
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            if load.address.hasSuffix("m3u8") { return .text(text) }
            if load.segment?.encryption.first?.keyURL == "http://host/k1" { return .failure(LoadFailure(.key, message: "403 for the key")) }
            return .media()
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.gaps == [TimeRange(start: 12, end: 16), TimeRange(start: 16, end: 20)])
        #expect(player.ended == [.main])
    }

    @Test("An unavailable key is requested again after a while")
    func keyAgain() {
        let (first, other) = ("#EXT-X-KEY:METHOD=AES-128,URI=\"k0\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\"")
        let text = Sample.onDemand("s", segments: 60, extra: [0: first, 2: other, 4: first, 50: other])
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, time in
            if load.address.hasSuffix("m3u8") { return .text(text) }
            let isLocked = time < 60 && load.segment?.encryption.first?.keyURL == "http://host/k1"
            return isLocked ? .failure(LoadFailure(.key, message: "503 for the key")) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 300)
        #expect(player.failure == nil)
        #expect(player.gaps == [TimeRange(start: 8, end: 12), TimeRange(start: 12, end: 16)])
        #expect(player.segments.contains { $0.sequence == 50 })
        #expect(abs(player.position - 240) < 0.01)
    }

    @Test("When all keys are unavailable, the session ends and names the key")
    func allKeys() {
        let text = Sample.onDemand("s", segments: 8, extra: [0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k0\""])
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8") ? .text(text) : .failure(LoadFailure(.key, message: "403 for the key"))
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure?.code == .key)
        #expect(player.failure?.url == "http://host/k0")
    }
}
