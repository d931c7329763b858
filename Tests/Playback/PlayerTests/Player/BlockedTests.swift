// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxEngine
@testable import WindowboxPlayer

@MainActor @Suite("Blocked ranges in a player", .timeLimit(.minutes(2)))
struct BlockedTests {
    private func item(_ url: String, _ blocked: (Double, Double)..., start: Double? = nil) -> PlayerItem {
        let marks = blocked.map { MarkedRange(.blocked, TimeRange(start: $0.0, end: $0.1)) }
        return .simple(
            url: url, metadata: PlayerMetadata(markedRanges: marks), configuration: PlaybackConfiguration(start: start))
    }

    private func stage(_ items: PlayerItem..., playing: Bool = true) -> Stage {
        let stage = Stage(items: items)
        stage.player.shouldPlay = playing
        return stage
    }

    private let block = TimeRange(start: 10, end: 20)

    @Test("1.20: Playback reaching a blocked range reports where it skips to and when it arrives")
    func passing() async {
        let stage = stage(item("a", (10, 15), (12, 20)))
        #expect(stage.engine.takeLog().contains("block 10.0-20.0 #1"))
        let events = stage.player.events
        stage.show(1, at: 9.5)
        stage.play(for: 0.7)
        #expect(stage.player.time == 10, "time is never inside a blocked range")
        stage.send(.reachedBlocked(ItemID(1), block))
        #expect(stage.player.time == 20)
        #expect(stage.player.isSeeking)
        stage.engine.set(position: 20)
        stage.send(.passedBlocked(ItemID(1), block))
        stage.send(.seeked(ItemID(1), SeekReport(target: 20, landed: 20, latency: 0)))
        #expect(!stage.player.isSeeking)
        var happened: [PlayerEvent] = []
        for await event in events {
            happened.append(event)
            if case .didPassBlockedRange = event { break }
        }
        #expect(happened == [.willPassBlockedRange(block), .willSeek(to: 20), .didSeek(to: 20), .didPassBlockedRange(block)])
        stage.play(for: 1)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("seek") })
    }

    @Test("MP-8: A seek replaces the skip over a blocked range")
    func seekMeanwhile() {
        let stage = stage(item("a", (10, 20)))
        stage.show(1, at: 9.5)
        stage.send(.reachedBlocked(ItemID(1), block))
        stage.player.seek(.at(4), .immediate)
        #expect(stage.player.time == 4)
        stage.send(.passedBlocked(ItemID(1), block))
        #expect(stage.player.time == 4)
        stage.engine.land()
        #expect(stage.player.time == 4)
        #expect(!stage.player.isSeeking)
    }

    @Test("1.20: The engine knows the next item's blocked ranges before it plays")
    func next() {
        let stage = stage(item("a"), item("b", (0, 5)))
        stage.show(1)
        #expect(stage.engine.takeLog().suffix(2) == ["prepare b #2", "block 0.0-5.0 #2"])
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("block") })
        #expect(stage.player.currentItem === stage.items[1])
    }

    @Test("PB-29: A seek into a blocked range goes exactly to its end and replaces the pending seek")
    func seeking() {
        let stage = stage(item("a", (10, 20), (15, 30)), playing: false)
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.seek(.near(5))
        stage.player.seek(.near(12))
        #expect(stage.engine.takeLog() == ["seek 5.0", "seek 30.0"])
        #expect(stage.player.time == 30)
    }

    @Test("PB-3: A start or resume position within a blocked range is moved to its end")
    func starting() {
        let stage = stage(item("a", (10, 20), start: 12), item("b", (40, 50)))
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load a #1 at time(20.0)") })
        stage.player.resume(at: 45, in: stage.items[1])
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load b #2 at time(50.0)") })
    }

    @Test("MP-8: With pause as the end action, an item whose rest is blocked stays there, ended")
    func pausingAtTheEnd() {
        let stage = stage(item("a", (100, 500)), item("b"))
        stage.player.actionAtItemEnd = .pause
        stage.show(1, at: 99.9)
        stage.send(.ended, 1)
        stage.send(.paused, 1)
        #expect(stage.player.playbackState == .ended)
        _ = stage.engine.takeLog()
        stage.player.seek(.at(110))
        #expect(stage.engine.takeLog() == ["seek 99.9"])
    }

    @Test("PB-7: Blocked ranges that a loader brings later take effect")
    func later() async {
        let (metadata, feed) = AsyncThrowingStream.makeStream(of: PlayerMetadata.self)
        let stage = stage(PlayerItem(loader: MetadataLoader(stream: metadata)))
        feed.yield(.empty)
        await stage.engine.logs { $0.contains { $0.hasPrefix("load") } }
        stage.show(1, at: 12)
        _ = stage.engine.takeLog()
        feed.yield(PlayerMetadata(markedRanges: [MarkedRange(.blocked, TimeRange(start: 10, end: 20))]))
        await stage.engine.logs { !$0.isEmpty }
        #expect(stage.engine.takeLog() == ["block 10.0-20.0 #1"])
    }
}

private struct MetadataLoader: AssetLoader {
    let stream: AsyncThrowingStream<PlayerMetadata, any Error>
    func metadata() -> AsyncThrowingStream<PlayerMetadata, any Error> { stream }
    func asset(for metadata: PlayerMetadata) -> Asset { .simple(url: "a") }
    func playerMetadata(for metadata: PlayerMetadata?) -> PlayerMetadata { metadata ?? .empty }
}
