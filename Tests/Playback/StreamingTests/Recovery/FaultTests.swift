// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Faults during playback")
struct FaultTests {
    static func player(
        _ master: String = Sample.multivariant, segments: Int = 12, fault: @escaping (StreamLoad, Double) -> ScriptedPlayer.Answer?
    ) -> ScriptedPlayer {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if let answer = fault(load, time) { return answer }
            if load.address == "http://host/main.m3u8" { return .text(master) }
            if load.address.hasSuffix(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
                return .text(Sample.onDemand(name, segments: segments))
            }
            return .media(bytes: 200_000, after: 0.3)
        }
    }

    @Test(
        "A first playlist that never loads ends the session in bounded time",
        arguments: [
            LoadFailure.Cause.connection, .timeout, .status(404), .status(503), .malformed, .redirect, .tooLarge,
        ])
    func root(cause: LoadFailure.Cause) {
        var player = Self.player { load, _ in load.address.hasSuffix("main.m3u8") ? .failure(LoadFailure(cause, message: "no")) : nil }
        player.send(.start(.automatic))
        player.run(until: 120)
        #expect(player.failure != nil)
        #expect(player.time < 70)
        #expect(player.failure?.url == "http://host/main.m3u8")
    }

    @Test("A segment that fails in one variant is loaded from the other until the penalty is over")
    func variant() {
        var player = Self.player(segments: 60) { load, _ in
            load.address.hasSuffix("/low3.mp4") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.send(.limit(QualityLimits(bitrate: 1_500_000)))
        player.run(until: 250)
        #expect(player.segments.filter { $0.sequence == 3 }.map(\.stream) == [0, 1])
        #expect(player.segments.last?.stream == 0)
        #expect(abs(player.position - 240) < 0.01)
        #expect(player.stalls == 0)
    }

    @Test("A variant with an unknown encryption method is excluded; if all are, the error names the method")
    func unknownMethod() {
        func player(encrypted: Set<String>) -> ScriptedPlayer {
            var player = Self.player { load, _ in
                let name = load.address.split(separator: "/").last.map(String.init) ?? ""
                guard encrypted.contains(name) else { return nil }
                let key = "#EXT-X-KEY:METHOD=AES-512-XTS,URI=\"k\",IV=0x000102030405060708090A0B0C0D0E0F\n"
                return .text(Sample.onDemand("s", segments: 12, head: key))
            }
            player.send(.start(.automatic))
            player.run(until: 60)
            return player
        }
        let half = player(encrypted: ["low.m3u8"])
        #expect(half.failure == nil)
        #expect(abs(half.position - 48) < 0.01)
        #expect(half.segments.allSatisfy { $0.stream == 1 })
        #expect(half.session.presentation?.variants[0].excluded?.contains("AES-512-XTS") == true)
        let whole = player(encrypted: ["low.m3u8", "high.m3u8"])
        #expect(whole.failure?.code == .unsupported)
        #expect(whole.failure?.message.contains("AES-512-XTS") == true)
        #expect(whole.segments.isEmpty)
        #expect(whole.failure?.isTransient == false)
    }

    @Test("A segment missing in all variants leaves a gap")
    func nowhere() {
        var player = Self.player { load, _ in
            load.address.hasSuffix("3.mp4") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 120)
        #expect(player.failure == nil)
        #expect(player.gaps == [TimeRange(start: 12, end: 16)])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A network that dies ends the session with a transient error, in bounded time")
    func dead() {
        var player = Self.player { _, time in time > 5 ? .failure(LoadFailure(.connection, message: "refused")) : nil }
        player.send(.start(.automatic))
        player.run(until: 400)
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.isTransient == true)
        #expect(player.time < 200)
    }

    @Test("A short outage is survived without a gap")
    func outage() {
        var player = Self.player(segments: 30) { _, time in
            time > 5 && time < 12 ? .failure(LoadFailure(.connection, message: "refused")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 200)
        #expect(player.failure == nil)
        #expect(player.gaps.isEmpty)
        #expect(abs(player.position - 120) < 0.01)
    }

    @Test("A redundant stream takes over when its host is dead")
    func redundant() {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f"
            http://one/low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f"
            http://two/low.m3u8

            """
        var player = Self.player(master) { load, time in
            load.address.hasPrefix("http://one/") && time > 1 ? .failure(LoadFailure(.connection, message: "refused")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.session.presentation?.variants.count == 1)
        #expect(player.segments.last?.location.url == "http://two/low11.mp4")
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A hole in the samples is jumped")
    func hole() {
        var player = Self.player { _, _ in nil }
        player.send(.start(.automatic))
        player.loses = [TimeRange(start: 8, end: 8.3)]
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.jumps == [8.3])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("Playback that does not advance because segments are missing ends with the reason for that")
    func missing() {
        var player = Self.player { load, _ in
            guard load.segment.map({ $0.range.start > 5 }) == true else { return nil }
            return .failure(LoadFailure(.status(404), message: "not found (" + load.address + ")"))
        }
        player.send(.start(.automatic))
        player.run(until: 2)
        player.rate = 0
        player.run(until: 60)
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.underlying?.cause == .status(404))
        #expect(player.failure?.message.contains("not found (http") == true)
    }

    @Test("Playback that does not advance is nudged, then given up")
    func stuck() {
        var player = Self.player { _, _ in nil }
        player.send(.start(.automatic))
        player.run(until: 4)
        player.rate = 0
        player.run(until: 60)
        #expect(player.failure?.code == .stuck)
        #expect(player.jumps.count == 4)
    }
}
