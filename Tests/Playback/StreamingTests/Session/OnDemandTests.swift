// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("On-demand playback")
struct OnDemandTests {
    static func player(
        _ master: String = Sample.multivariant, segments: Int = 10, configuration: StreamingConfiguration = .init(),
        replaces: Bool = false, bitrate: @escaping (Double) -> Double = { _ in 10e6 }
    ) -> ScriptedPlayer {
        var configuration = configuration
        if !replaces { configuration.replacement = .never }
        return ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { load, time in
            switch load.address {
            case "http://host/main.m3u8": return .text(master)
            case let url where url.hasSuffix(".m3u8"): return .text(Sample.onDemand(String(url.dropLast(5)), segments: segments))
            default:
                let rate = load.segment?.contentType == .audio ? 128e3 : load.address.contains("high") ? 3e6 : 1e6
                let bits = rate * (load.segment?.range.duration ?? 4)
                return .media(bytes: Int(bits / 8), after: max(0.02, bits / bitrate(time)))
            }
        }
    }

    @Test("The first segment is requested as soon as the media playlist is read")
    func firstSegment() throws {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 0.2)
        #expect(
            player.loads.prefix(3).map(\.address).map { $0.split(separator: "/").last.map(String.init) } == [
                "main.m3u8", "low.m3u8", "low0.mp4",
            ])
        #expect(player.times("http://host/low0.mp4") == [0.1])
        #expect(player.segments.first?.startsRun == true)
    }

    @Test("A presentation plays to its end, loading every segment once")
    func plays() throws {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.segments(.main).map(\.sequence) == Array(0..<10))
        #expect(player.ended == [.main])
        #expect(abs(player.position - 40) < 0.01)
        #expect(player.session.timeline?.duration == 40)
        #expect(player.stalls == 0)
    }

    @Test("A lone media playlist is one variant")
    func lone() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/low.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8") ? .text(Sample.onDemand("s", segments: 3)) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 20)
        #expect(player.segments.map(\.location.url) == ["http://host/s0.mp4", "http://host/s1.mp4", "http://host/s2.mp4"])
        #expect(player.session.presentation?.variants.count == 1)
        #expect(abs(player.position - 12) < 0.01)
    }

    @Test("Audio in its own playlist loads alongside the video and in sync with it")
    func sound() {
        var player = Self.player(Sample.withAudio)
        player.send(.start(.automatic))
        player.run(until: 0.11)
        #expect(player.loads.map(\.address).contains("http://host/en.m3u8"))
        #expect(player.segments.map(\.contentType) == [.main, .audio])
        player.run(until: 60)
        #expect(player.segments(.audio).map(\.sequence) == Array(0..<10))
        #expect(player.session.presentation?.contentTypes == [.main, .audio])
        var ends: [ContentType: Double] = [:]
        for segment in player.segments {
            ends[segment.contentType] = segment.range.end
            #expect(abs((ends[.main] ?? 0) - (ends[.audio] ?? 0)) <= 8)
        }
        #expect(abs(player.position - 40) < 0.01)
    }

    @Test("A seek outside the buffer cancels pending loads and loads the target's segment")
    func seek() {
        var player = Self.player(segments: 100, bitrate: { _ in 4e6 })
        player.send(.start(.automatic))
        player.run(until: 2)
        player.send(.seek(to: 201))
        let first = player.segments.last
        #expect(first?.sequence == 50)
        #expect(first?.startsRun == true)
        #expect(first?.notBefore == 201)
        player.run(until: 10)
        #expect(player.position > 206)
        player.send(.seek(to: 10_000))
        #expect(player.segments.last?.sequence == 99)
    }

    @Test("A seek into the buffer loads nothing again")
    func seekInside() {
        var player = Self.player(segments: 100)
        player.send(.start(.automatic))
        player.run(until: 5)
        let count = player.segments.count
        player.send(.seek(to: 12))
        player.run(until: 5.05)
        #expect(player.segments.count <= count + 1)
        #expect(Set(player.segments.map(\.sequence)).count == player.segments.count)
    }

    @Test("The buffer goal limits how much is loaded ahead")
    func goal() {
        var player = Self.player(segments: 100)
        player.send(.start(.automatic))
        player.wantsToPlay = false
        player.run(until: 30)
        let end = player.segments.map(\.range.end).max() ?? 0
        #expect(end >= 28)
        #expect(end <= 36)
    }

    @Test("Maps, keys, byte ranges and discontinuities are resolved")
    func details() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
            #EXT-X-KEY:METHOD=AES-128,URI="key.bin"
            #EXT-X-BYTERANGE:500@100
            #EXTINF:4,
            all.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-BYTERANGE:600
            #EXTINF:4,
            all.mp4
            #EXT-X-ENDLIST
            """
        var player = ScriptedPlayer(StreamingSession(source: "http://host/a/m.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8") ? .text(text) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 3)
        let segments = player.segments
        try #require(segments.count == 2)
        #expect(segments[0].location == ResourceLocation(url: "http://host/a/all.mp4", span: ByteSpan(offset: 100, length: 500)))
        #expect(
            segments[0].initialization?.location == ResourceLocation(url: "http://host/a/init.mp4", span: ByteSpan(offset: 0, length: 100)))
        #expect(segments[0].encryption.first?.keyURL == "http://host/a/key.bin")
        #expect(segments[0].encryption.first?.initializationVector == [UInt8](repeating: 0, count: 15) + [7])
        #expect(segments[1].encryption.isEmpty)
        #expect(segments[1].location.span == ByteSpan(offset: 600, length: 600))
        #expect(segments[1].discontinuity == segments[0].discontinuity + 1)
    }
}
