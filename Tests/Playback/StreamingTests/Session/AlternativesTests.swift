// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Fallback sources")
struct AlternativesTests {
    @Test("At the start, a variant with a missing playlist is replaced by the other")
    func missingPlaylist() {
        var player = FaultTests.player { load, _ in
            load.address.hasSuffix("/low.m3u8") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(Set(player.segments.map(\.stream)) == [1])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("A missing audio playlist is replaced by another rendition")
    func missingSound() {
        var player = FaultTests.player(Sample.withAudio) { load, _ in
            load.address.hasSuffix("/en.m3u8") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(Set(player.segments(.audio).map(\.stream)) == [1])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("Audio that breaks off twice with an empty queue stays in its language", arguments: [0, 3])
    func soundBreaksOff(sequence: Int) {
        var failures = 0
        var player = FaultTests.player(Sample.withAudio) { load, _ in
            guard load.address.hasSuffix("/en\(sequence).mp4"), failures < 2 else { return nil }
            failures += 1
            // So late that everything before it has been played.
            return .failure(LoadFailure(.connection, message: "broke off"), after: sequence == 0 ? 0.1 : 20)
        }
        player.send(.start(.automatic))
        player.run(until: 110)
        #expect(failures == 2)
        #expect(player.failure == nil)
        #expect(Set(player.segments(.audio).map(\.stream)) == [0])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("Audio taken from another language returns to its own when the penalty is over")
    func soundReturns() {
        var player = FaultTests.player(Sample.withAudio, segments: 60) { load, _ in
            load.address.hasSuffix("/en3.mp4") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 250)
        let streams = player.segments(.audio).filter { $0.location.url != "http://host/en3.mp4" }.map(\.stream)
        #expect(streams.first == 0)
        #expect(streams.last == 0)
        #expect(streams.contains(1))
        #expect(zip(streams, streams.dropFirst()).count { $0 != $1 } == 2)
        #expect(player.gaps.isEmpty)
        #expect(player.failure == nil)
        #expect(abs(player.position - 240) < 0.01)
    }

    @Test("With no playlist left, the session ends and keeps the cause")
    func nothingLeft() {
        var player = FaultTests.player { load, _ in
            load.address.hasSuffix("/low.m3u8") || load.address.hasSuffix("/high.m3u8")
                ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.underlying?.cause == .status(404))
        #expect(player.failure?.isTransient == false)
    }

    @Test("A variant that cannot be decoded is excluded and never used again")
    func undecodable() {
        var player = FaultTests.player(segments: 40) { load, _ in
            load.address.contains("/low") && load.segment != nil
                ? .failure(LoadFailure(.unsupported, message: "no decoder for this profile")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 200)
        #expect(player.failure == nil)
        #expect(player.segments.filter { $0.stream == 0 }.count == 1)
        #expect(player.session.presentation?.variants[0].excluded == "no decoder for this profile")
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("Subtitles load alongside the video and don't delay it when they fail")
    func subtitles() {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="sub.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="bad.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f",SUBTITLES="s"
            low.m3u8

            """
        var player = FaultTests.player(master, segments: 30) { load, _ in
            load.address.contains("bad") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 5)
        #expect(player.session.presentation?.contentTypes == [.main])
        player.send(.select(.subtitles(0)))
        player.run(until: 10)
        #expect(player.session.presentation?.contentTypes == [.main, .subtitles])
        #expect(player.segments(.subtitles).first?.location.url == "http://host/sub1.mp4")
        player.send(.select(.subtitles(1)))
        player.run(until: 20)
        #expect(player.session.presentation?.contentTypes == [.main])
        #expect(player.failure == nil)
        player.send(.select(.subtitles(0)))
        player.run(until: 130)
        #expect(player.segments(.subtitles).last?.sequence == 29)
        #expect(abs(player.position - 120) < 0.01)
    }

    @Test("A rendition report lets the new variant's playlist request bypass caches")
    func report() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Sample.multivariant) }
            guard load.address.contains(".m3u8") else { return .media(bytes: 200_000, after: 0.1) }
            let text = Sample.lowLatency("s", at: time + 0.02)
            let next = Int(time + 60.02)
            return .text(
                text + "#EXT-X-RENDITION-REPORT:URI=\"high.m3u8\",LAST-MSN=\(next / 4),LAST-PART=\(max(0, next % 4 - 1))\n", after: 0.02)
        }
        player.send(.start(.automatic))
        player.run(until: 20)
        let first = player.loads.first { $0.address.contains("high.m3u8") }
        #expect(first?.address.contains("_HLS_msn=") == true)
        #expect(first?.address.contains("_HLS_part=") == true)
    }

    @Test("The buffer is bounded in bytes, whatever its duration")
    func bytes() {
        var configuration = StreamingConfiguration()
        configuration.bufferBytes = 5_000_000
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8", configuration: configuration)) { load, _ in
            load.address.contains(".m3u8") ? .text(Sample.onDemand("s", segments: 40)) : .media(bytes: 2_000_000, after: 0.2)
        }
        player.wantsToPlay = false
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.segments.count == 3)
        player.wantsToPlay = true
        player.run(until: 200)
        #expect(abs(player.position - 160) < 0.01)
        #expect(player.stalls == 0)
    }

    @Test("A seek into a buffer that was lost loads again")
    func lostBuffer() {
        var player = OnDemandTests.player(segments: 40)
        player.send(.start(.automatic))
        player.run(until: 10)
        player.forget()
        player.send(.seek(to: 12))
        player.send(.playback(player.facts))
        #expect(player.segments.last?.sequence == 3)
        player.run(until: 30)
        #expect(player.position > 28)
    }
}
