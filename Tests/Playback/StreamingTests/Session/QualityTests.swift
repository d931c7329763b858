// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Variant switching")
struct VariantTests {
    @Test("A fast network switches to the better variant, without repeated or missing segments")
    func up() {
        var player = OnDemandTests.player(segments: 30, bitrate: { _ in 20e6 })
        player.send(.start(.automatic))
        player.run(until: 130)
        #expect(player.segments.map(\.sequence) == Array(0..<30))
        #expect(player.segments.first?.stream == 0)
        #expect(player.segments.last?.stream == 1)
        #expect(player.journal.contains { $0.contains(" variant 0→variant 1 1280x720 3.0M") })
    }

    @Test("When the network degrades, the lower variant returns before playback stalls")
    func down() {
        var player = OnDemandTests.player(segments: 60, bitrate: { $0 < 40 ? 20e6 : 1.6e6 })
        player.send(.start(.automatic))
        player.run(until: 300)
        #expect(player.segments.contains { $0.stream == 1 })
        #expect(player.segments.contains { $0.stream == 0 && $0.range.start > 60 })
        #expect(abs(player.position - 240) < 0.01)
        #expect(player.stalls <= 1)
    }

    @Test("A lock keeps one variant, and releasing it restores automatic selection")
    func lock() {
        var player = OnDemandTests.player(segments: 60, bitrate: { _ in 20e6 })
        player.send(.start(.automatic))
        player.send(.select(.variant(0)))
        player.run(until: 60)
        #expect(Set(player.segments.map(\.stream)) == [0])
        player.send(.select(.variant(nil)))
        player.run(until: 120)
        #expect(player.segments.last?.stream == 1)
    }

    @Test("Limits take effect at once")
    func limits() {
        var player = OnDemandTests.player(segments: 60, bitrate: { _ in 20e6 })
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.segments.last?.stream == 1)
        let count = player.segments.count
        player.send(.limit(QualityLimits(bitrate: 2_000_000)))
        player.run(until: 120)
        #expect(Set(player.segments[count...].map(\.stream)) == [0])
        player.send(.limit(QualityLimits(size: PixelSize(width: 1920, height: 1080))))
        player.run(until: 180)
        #expect(player.segments.last?.stream == 1)
    }

    @Test("When the network improves, queued segments are fetched again, each at most once")
    func replacement() {
        var player = OnDemandTests.player(segments: 40, replaces: true, bitrate: { $0 < 12 ? 1.8e6 : 40e6 })
        player.send(.start(.automatic))
        player.run(until: 200)
        let sequences = player.segments.map(\.sequence)
        #expect(Set(sequences) == Set(0..<40))
        #expect(sequences.count > 40)
        #expect(Dictionary(grouping: sequences, by: { $0 }).values.allSatisfy { $0.count <= 2 })
        #expect(player.stalls == 0)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("A better copy replaces its segment without cutting the queue")
    func inPlace() {
        var configuration = StreamingConfiguration()
        configuration.replacement = .inPlace
        var player = OnDemandTests.player(segments: 40, configuration: configuration, replaces: true, bitrate: { $0 < 12 ? 1.8e6 : 40e6 })
        player.send(.start(.automatic))
        player.run(until: 200)
        let copies = player.segments.filter(\.replaces)
        #expect(!copies.isEmpty)
        #expect(copies.allSatisfy { $0.stream == 1 })
        #expect(player.segments.filter { !$0.replaces }.map(\.sequence) == Array(0..<40))
        #expect(!player.log.contains { if case .discard = $0.action { true } else { false } })
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("A segment that arrives too slowly is abandoned for a lower one")
    func abandonment() {
        var player = OnDemandTests.player(segments: 40, bitrate: { $0 < 20 ? 12e6 : 0.4e6 })
        player.send(.start(.automatic))
        player.run(until: 90)
        let cancelled = player.log.compactMap { if case .cancel(let id) = $0.action { id } else { nil } }
        #expect(!cancelled.isEmpty)
        #expect(player.journal.contains { $0.contains("abandoned high") })
        for id in cancelled {
            let index = player.loads.firstIndex { $0.id == id }
            let left = index.flatMap { player.loads[$0].segment }
            let next = index.flatMap { player.loads[($0 + 1)...].first { $0.segment?.contentType == .main }?.segment }
            #expect(left?.range.start == next?.range.start)
            #expect((next?.stream ?? .max) != left?.stream)
        }
    }

    @Test("Each excluded variant has a reason")
    func excluded() {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="xyz9.1"
            odd.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f",HDCP-LEVEL=TYPE-1
            hdcp.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f",VIDEO-RANGE=XDR
            range.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f",ALLOWED-CPC="com.example.drm:HIGH"
            cpc.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="hvc1.2",REQ-VIDEO-LAYOUT="CH-STEREO"
            stereo.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="dvh1.05.06",SUPPLEMENTAL-CODECS="hvc1.2.4.L120/db1p"
            supplemental.m3u8

            """
        var configuration = StreamingConfiguration()
        configuration.capabilities.codecs = [.h264, .h265, .aac]
        configuration.limits.bitrate = 1_500_000
        var player = OnDemandTests.player(master, configuration: configuration)
        player.send(.start(.automatic))
        player.run(until: 5)
        let reasons = player.session.presentation?.variants.map(\.excluded)
        #expect(reasons?[0] == nil)
        #expect(reasons?[1] == "no decoder for xyz9.1")
        #expect(reasons?[2] == "the output has no HDCP TYPE-1")
        #expect(reasons?[3] == "no display for VIDEO-RANGE XDR")
        #expect(reasons?[4] == "ALLOWED-CPC names no protection of this player")
        #expect(reasons?[5] == "no display for REQ-VIDEO-LAYOUT CH-STEREO")
        #expect(reasons?[6] == .some(nil))
        let causes = player.session.presentation?.variants.map { $0.exclusion?.cause }
        #expect(causes == [nil, .codec, .protectionLevel, .videoRange, .contentProtection, .videoLayout, nil])
        #expect(Set(player.segments.map(\.stream)) == [0])
    }

    @Test("With no playable variant, the session ends and says so")
    func nothing() {
        var configuration = StreamingConfiguration()
        configuration.capabilities.codecs = [.av1]
        var player = OnDemandTests.player(configuration: configuration)
        player.send(.start(.automatic))
        player.run(until: 5)
        #expect(player.failure?.code == .noPlayableVariant)
        #expect(player.failure?.message.contains("no decoder for avc1.64001f") == true)
    }

    @Test("Variant switches keep the audio codec family")
    func family() {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2"
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,ec-3"
            surround.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2"
            high.m3u8

            """
        var player = OnDemandTests.player(master, segments: 40, bitrate: { _ in 30e6 })
        player.send(.start(.automatic))
        player.run(until: 100)
        #expect(Set(player.segments.map(\.stream)) == [0, 2])
    }

    @Test("A new audio rendition starts at the position and leaves the video alone")
    func audio() {
        var player = OnDemandTests.player(Sample.withAudio, segments: 40)
        player.send(.start(.automatic))
        player.run(until: 10)
        let pictures = player.segments(.main).count
        player.send(.select(.audio(1)))
        player.run(until: 10.3)
        let first = player.segments(.audio).last { $0.stream == 1 && $0.startsRun }
        #expect(first?.location.url == "http://host/de2.mp4")
        #expect(
            first?.notBefore
                == player.log.last { if case .discard(.audio, _) = $0.action { true } else { false } }.map {
                    if case .discard(_, let from) = $0.action { from } else { -1 }
                })
        #expect(player.segments(.main).count <= pictures + 1)
        player.run(until: 170)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("Audio and text selected before the first media playlist arrives are loaded from the first segment on")
    func early() {
        let master = Sample.withAudio.replacing(
            "#EXT-X-STREAM-INF:",
            with: "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",URI=\"sub.m3u8\"\n#EXT-X-STREAM-INF:",
            maxReplacements: 1
        ).replacing("#EXT-X-STREAM-INF:", with: "#EXT-X-STREAM-INF:SUBTITLES=\"s\",")
        var player = OnDemandTests.player(master, segments: 40)
        player.send(.start(.automatic))
        var time = 0.0
        while player.session.presentation == nil {
            time += 0.001
            player.run(until: time)
        }
        #expect(player.session.startPosition == nil, "no media playlist has arrived")
        player.send(.select(.audio(1)))
        player.send(.select(.subtitles(0)))
        player.run(until: 10)
        #expect(Set(player.segments(.audio).map(\.stream)) == [1])
        #expect(player.segments(.subtitles).first?.sequence == 0)
    }

    @Test("Preferred languages select the audio")
    func language() {
        var configuration = StreamingConfiguration()
        configuration.audioLanguages = ["de-CH", "en"]
        var player = OnDemandTests.player(Sample.withAudio, configuration: configuration)
        player.send(.start(.automatic))
        player.run(until: 3)
        #expect(Set(player.segments(.audio).map(\.stream)) == [1])
    }
}
