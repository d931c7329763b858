// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Preview images during playback")
struct PreviewTests {
    private func player(
        _ master: String = TrickTests.master, fault: @escaping (StreamLoad, Double) -> ScriptedPlayer.Answer? = { _, _ in nil }
    ) -> ScriptedPlayer {
        var player = FaultTests.player(master, segments: 50) { load, time in
            if let answer = fault(load, time) { return answer }
            if load.address.hasSuffix("/pictures.m3u8") { return .text(TrickTests.pictures) }
            return load.address.hasSuffix("/all.ts") ? .media(bytes: 1000, after: 0.1) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 5)
        return player
    }

    private func refusals(_ player: ScriptedPlayer) -> Int { player.log.count { $0.action == .noPreview } }

    @Test("The I-frame nearest to the time is fetched, without affecting playback")
    func nearest() {
        var player = player()
        var without = player
        for time in [120.4, 120.6, 0, 199.9] {
            player.send(.preview(at: time))
            player.run(until: player.time + 1)
        }
        #expect(player.pictures.map(\.segment.range.start) == [120, 121, 0, 199])
        #expect(player.pictures[0].span == TimeRange(start: 119.5, end: 120.5))
        #expect(player.pictures.allSatisfy { $0.purpose == .preview && !$0.isWholeSegment && $0.segment.location.span?.length == 1000 })
        player.run(until: 60)
        without.run(until: 60)
        #expect(player.segments == without.segments)
        #expect(player.position == without.position)
        #expect(refusals(player) == 0)
    }

    @Test("A preview request is replaced by a later one and cancelled by nil, but not by trick play or scrubbing")
    func superseded() {
        var player = player { load, _ in load.address.hasSuffix("/all.ts") ? .silence : nil }
        player.send(.preview(at: 50))
        player.run(until: 6)
        player.send(.preview(at: 60))
        player.send(.scrub(to: 100))
        player.send(.trick(rate: 8))
        player.send(.trick(rate: nil))
        let previews = player.loads.filter { if case .picture(let picture) = $0.content { picture.purpose == .preview } else { false } }
        let cancelled = { player.log.compactMap { if case .cancel(let id) = $0.action { id } else { nil } } }
        #expect(previews.count == 2)
        #expect(cancelled().contains(previews[0].id))
        #expect(!cancelled().contains(previews[1].id))
        player.send(.preview(at: nil))
        #expect(cancelled().contains(previews[1].id))
        #expect(refusals(player) == 0)
    }

    @Test("Without usable I-frames, previews come from the lowest variant's segments")
    func segments() {
        var plain = player(Sample.multivariant)
        plain.send(.preview(at: 101))
        plain.run(until: 7)
        #expect(plain.pictures.map(\.segment.range.start) == [100])
        #expect(plain.pictures.allSatisfy { $0.isWholeSegment && $0.segment.location.url.contains("low") })

        var missing = player { load, _ in
            load.address.hasSuffix("/pictures.m3u8") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        missing.send(.preview(at: 101))
        missing.run(until: 7)
        #expect(missing.pictures.map(\.isWholeSegment) == [true])
        #expect(refusals(missing) == 0)

        var broken = player { load, _ in
            load.address.hasSuffix("/all.ts") ? .failure(LoadFailure(.malformed, message: "no picture")) : nil
        }
        for _ in 0..<4 {
            broken.send(.preview(at: 101))
            broken.run(until: broken.time + 1)
        }
        #expect(broken.pictures.map(\.isWholeSegment) == [false, false, false, true])
        #expect(refusals(broken) == 3)
        #expect(broken.failure == nil)
    }

    @Test("A preview is refused for an invalid time, a failed stream or missing frames")
    func refused() {
        var player = player()
        player.send(.preview(at: .nan))
        #expect(refusals(player) == 1)
        var gaps = self.player { load, _ in
            guard load.address.hasSuffix("/pictures.m3u8") else { return nil }
            return .text(TrickTests.pictures.replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF"))
        }
        gaps.send(.preview(at: 50))
        gaps.run(until: 7)
        #expect(refusals(gaps) == 1)
        #expect(gaps.pictures.isEmpty)
        var early = FaultTests.player { _, _ in .failure(LoadFailure(.status(404), message: "not found")) }
        early.send(.start(.automatic))
        early.send(.preview(at: 50))
        early.run(until: 100)
        #expect(early.failure != nil)
        #expect(refusals(early) == 1)
        early.send(.preview(at: 50))
        #expect(refusals(early) == 2)
    }

    @Test("Live previews come from the window, and their playlist is reloaded at most once per request")
    func live() {
        let pictures = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI=\"pictures.m3u8\"\n"
        var player = FaultTests.player(Sample.multivariant + pictures) { load, time in
            guard load.address.hasSuffix(".m3u8"), !load.address.hasSuffix("main.m3u8") else { return nil }
            let isPictures = load.address.hasSuffix("/pictures.m3u8")
            return .text(Sample.live(isPictures ? "p" : "s", at: time, head: isPictures ? "#EXT-X-I-FRAMES-ONLY\n" : ""))
        }
        player.send(.start(.automatic))
        player.run(until: 10)
        for (count, time) in [10.0, 30, 30.1].enumerated() {
            player.run(until: time)
            player.send(.preview(at: player.position - 4))
            player.run(until: time + 0.5)
            #expect(player.pictures.count == count + 1)
            #expect(player.pictures.last.map { abs($0.segment.range.start - (player.position - 4)) <= 3 } == true)
        }
        #expect(player.times("http://host/pictures.m3u8").count == 2)
        #expect(player.failure == nil)
    }
}
