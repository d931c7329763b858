// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Trick play: fast, reverse and scrubbing")
struct TrickTests {
    static let master =
        Sample.multivariant + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,RESOLUTION=320x180,URI=\"pictures.m3u8\"\n"

    /// A frame a second for 200 s.
    static let pictures: String = {
        var text = "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:1\n#EXT-X-I-FRAMES-ONLY\n"
        for index in 0..<200 { text += "#EXTINF:1,\n#EXT-X-BYTERANGE:1000@\(index * 5000)\nall.ts\n" }
        return text + "#EXT-X-ENDLIST\n"
    }()

    private func player(hasIFrames: Bool = true, fault: @escaping (StreamLoad) -> ScriptedPlayer.Answer? = { _ in nil }) -> ScriptedPlayer {
        FaultTests.player(hasIFrames ? Self.master : Sample.multivariant, segments: 50) { load, _ in
            if let answer = fault(load) { return answer }
            if load.address.hasSuffix("/pictures.m3u8") { return .text(Self.pictures) }
            return load.address.hasSuffix("/all.ts") ? .media(bytes: 1000, after: 0.1) : nil
        }
    }

    @Test("Fast playback fetches a few I-frames a second ahead of the position, and no segments")
    func fast() {
        var player = player()
        player.send(.start(.automatic))
        player.run(until: 5)
        let segments = player.segments.count
        player.send(.trick(rate: 8))
        player.run(until: 15)
        #expect(player.segments.count == segments)
        let times = player.pictures.map(\.segment.range.start)
        #expect(times == times.sorted())
        #expect(Set(times).count == times.count)
        #expect(player.pictures.allSatisfy { !$0.isWholeSegment && $0.segment.location.span?.length == 1000 })
        // Six a second at most, for ten seconds, plus the frames requested ahead.
        #expect(times.count > 20)
        #expect(times.count <= 69)
        #expect(player.failure == nil)
        player.send(.trick(rate: nil))
        player.send(.seek(to: player.position))
        let position = player.position
        player.run(until: 25)
        #expect(player.segments.count > segments)
        #expect(player.position > position + 5)
    }

    @Test("Reverse playback without I-frames uses the lowest variant's keyframes, from last to first")
    func backwards() {
        var player = player(hasIFrames: false)
        player.send(.start(.time(100)))
        player.run(until: 5)
        let segments = player.segments.count
        player.send(.trick(rate: -10))
        player.run(until: 13)
        #expect(player.segments.count == segments)
        let times = player.pictures.map(\.segment.range.start)
        #expect(times == times.sorted(by: >))
        #expect(Set(times).count == times.count)
        #expect(player.pictures.allSatisfy { $0.isWholeSegment && $0.segment.location.url.contains("low") })
        #expect(times.last ?? 100 < 40)
        #expect(player.failure == nil)
    }

    @Test("Unavailable I-frames are replaced by keyframes of segments")
    func broken() {
        var player = player { load in
            load.address.hasSuffix("/all.ts") ? .failure(LoadFailure(.status(404), message: "not found")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 5)
        player.send(.trick(rate: 8))
        player.run(until: 12)
        #expect(player.pictures.contains { $0.isWholeSegment })
        #expect(player.failure == nil)
    }

    @Test("While the user scrubs, a frame is requested before the segments")
    func scrub() {
        var player = player()
        player.send(.start(.automatic))
        player.run(until: 5)
        // The I-frame playlist is not available for the first drag.
        player.send(.scrub(to: 60))
        player.run(until: 6)
        player.send(.scrub(to: 120.5))
        player.run(until: 8)
        let order = player.loads.compactMap { load -> String? in
            switch load.content {
            case .picture(let picture): "picture \(Int(picture.segment.range.start))"
            case .segment(let segment): segment.range.start >= 120 ? "segment \(Int(segment.range.start))" : nil
            default: nil
            }
        }
        #expect(order.prefix(2) == ["picture 120", "segment 120"])
        #expect(player.pictures.allSatisfy { $0.purpose == .scrub })
        let count = player.pictures.count
        player.send(.scrub(to: 122))
        #expect(player.pictures.count == count)
    }

    @Test("A lone I-frame playlist plays to its end")
    func lone() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/pictures.m3u8")) { _, _ in .text(Self.pictures) }
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.failure == nil)
        #expect(player.segments.allSatisfy { $0.isSingleFrame })
        #expect(!player.segments.isEmpty)
    }
}
