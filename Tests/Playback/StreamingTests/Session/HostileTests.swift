// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Hostile playlists")
struct HostileTests {
    private static func play(_ text: String, master: String? = nil, until end: Double = 100) -> ScriptedPlayer {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, _ in
            if load.address == "http://host/main.m3u8", let master { return .text(master) }
            return load.address.contains("m3u8") ? .text(text) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: end)
        return player
    }

    @Test(
        "An invalid playlist ends with an error that says where",
        arguments: ["", "<html>", "#EXTM3U", "#EXTM3U\n#EXT-X-ENDLIST\n", "\u{0}\u{1}"])
    func nonsense(text: String) {
        let player = Self.play(text)
        #expect(player.failure != nil)
        #expect(player.failure?.url == "http://host/main.m3u8")
        #expect(player.failure?.message.isEmpty == false)
        #expect(player.loads.count <= 8)
    }

    @Test("Something else than a playlist is called so, however many of its lines are odd", arguments: [1, 5000])
    func otherFile(lines: Int) {
        let player = Self.play(String(repeating: " x\n", count: lines))
        #expect(
            player.failure?.message.contains(
                "this is not a playlist: no line of the text is a playlist tag; give the URL of an M3U8 playlist") == true,
            "\(player.failure?.message ?? "")")
    }

    @Test("A list of channels ends with an error that says what it is, and loads none of them")
    func channels() {
        let player = Self.play("#EXTM3U\n#EXTINF:-1 tvg-id=\"1\",One\nhttp://tv/1/index.m3u8?key=1\n#EXTINF:-1,Two\nhttp://tv/2.ts\n")
        #expect(player.failure?.code == .playlist)
        #expect(
            player.failure?.message == "it is not a stream but a list of 2 addresses; open one of them, such as http://tv/1/index.m3u8")
        #expect(player.loads.count == 1)
        let one = Self.play("#EXTM3U\n#EXTINF:-1,One\nradio\n")
        #expect(one.failure?.message == "it is not a stream but names one, http://host/radio; open that address")
    }

    @Test("A multivariant playlist that lists itself as a variant ends")
    func cycle() {
        let player = Self.play(Sample.multivariant, master: Sample.multivariant)
        #expect(player.failure?.code == .playlist || player.failure?.code == .unavailable)
        #expect(player.loads.count < 20)
    }

    @Test("Zero durations do not cause endless loading")
    func zero() {
        let player = Self.play(
            "#EXTM3U\n#EXT-X-TARGETDURATION:0\n" + String(repeating: "#EXTINF:0,\ns.mp4\n", count: 50) + "#EXT-X-ENDLIST\n")
        #expect(player.segments.count <= 50)
        #expect(player.events.count < 5000)
    }

    @Test("A live playlist with a target duration of 0 is not hammered")
    func hammer() {
        let player = Self.play("#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXTINF:0.1,\ns.mp4\n", until: 20)
        #expect(player.loads.count < 60)
    }

    @Test("A live playlist without segments ends in bounded time")
    func empty() {
        let player = Self.play("#EXTM3U\n#EXT-X-TARGETDURATION:2\n", until: 200)
        #expect(player.failure != nil)
        #expect(player.loads.count < 60)
    }

    @Test("A server that claims to block but never has news is polled at a moderate pace")
    func lyingServer() {
        let player = Self.play(
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1\n#EXT-X-PART-INF:PART-TARGET=0.01\n"
                + "#EXTINF:4,\na.mp4\n#EXTINF:4,\nb.mp4\n#EXT-X-PART:DURATION=0.01,URI=\"c.mp4\"\n", until: 10)
        #expect(player.loads.count < 200)
    }

    @Test("50,000 segments start at once, and a thousand seeks request the segments at their targets")
    func many() {
        let text = Sample.onDemand("s", segments: 50_000, duration: 1)
        var session = StreamingSession(source: "http://host/m.m3u8")
        _ = session.handle(.start(.automatic), at: .zero)
        let actions = session.handle(.text(LoadID(1), bytes: Array(text.utf8)), at: .zero)
        #expect(actions.contains { if case .load = $0 { true } else { false } })
        var now = Instant(seconds: 1)
        for step in 0..<1000 {
            let target = step * 997 % 50_000
            let actions = session.handle(.seek(to: Double(target)), at: now)
            let asked = actions.contains {
                if case .load(let load) = $0, case .segment(let segment) = load.content {
                    segment.location.url.hasSuffix("/s\(target).mp4")
                } else {
                    false
                }
            }
            #expect(asked)
            now = now + 0.01
        }
    }

    @Test("2000 variants can be chosen from")
    func variants() {
        var master = "#EXTM3U\n"
        for index in 0..<2_000 { master += "#EXT-X-STREAM-INF:BANDWIDTH=\(1_000_000 + index),CODECS=\"avc1.64001f\"\nv\(index).m3u8\n" }
        let player = Self.play(Sample.onDemand("s", segments: 5), master: master, until: 10)
        #expect(player.failure == nil)
    }

    @Test("Out-of-range numbers are handled as far as possible")
    func numbers() {
        let player = Self.play(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n#EXTINF:4,\na.mp4\n#EXTINF:1e300,\nb.mp4\n#EXTINF:-4,\nc.mp4\n#EXT-X-ENDLIST\n"
        )
        #expect(player.events.count < 5000)
        var session = StreamingSession(source: "x")
        _ = session.handle(.start(.time(.nan)), at: .zero)
        _ = session.handle(.text(LoadID(1), bytes: Array(Sample.onDemand("s", segments: 3).utf8)), at: .zero)
        _ = session.handle(.seek(to: .infinity), at: .zero)
        _ = session.handle(.seek(to: .nan), at: .zero)
        _ = session.handle(.playback(PlaybackFacts(position: .nan, rate: .infinity, wantsToPlay: true, isStalled: true)), at: .zero)
        _ = session.handle(.segment(LoadID(99), SegmentFacts(bytes: -1, kinds: [], range: nil)), at: .zero)
        _ = session.handle(.select(.audio(-4)), at: .zero)
        _ = session.handle(.select(.subtitles(99)), at: .zero)
        _ = session.handle(.select(.variant(99)), at: .zero)
        _ = session.handle(.stop, at: .zero)
        #expect(session.handle(.seek(to: 1), at: .zero).isEmpty)
    }

    @Test("Truncated playlists do no harm")
    func truncated() {
        let whole = Array(Sample.withAudio.utf8)
        for length in 0..<whole.count {
            var session = StreamingSession(source: "http://host/m.m3u8")
            _ = session.handle(.start(.automatic), at: .zero)
            _ = session.handle(.text(LoadID(1), bytes: Array(whole[..<length])), at: .zero)
        }
        let media = Array(Sample.lowLatency("s", at: 10).utf8)
        for length in 0..<media.count {
            var session = StreamingSession(source: "http://host/m.m3u8")
            _ = session.handle(.start(.automatic), at: .zero)
            _ = session.handle(.text(LoadID(1), bytes: Array(media[..<length])), at: .zero)
            _ = session.handle(.woke, at: Instant(seconds: 5))
        }
    }
}
