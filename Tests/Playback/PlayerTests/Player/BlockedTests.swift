// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

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

    @Test("1.20: Playing that comes to a blocked range goes on at its very end")
    func passing() async {
        let stage = stage(item("a", (10, 20)))
        let events = stage.player.events.filter { event in
            switch event {
            case .willPassBlockedRange, .didPassBlockedRange: true
            default: false
            }
        }
        var passing = events.makeAsyncIterator()
        stage.show(1, at: 9.5)
        _ = stage.engine.takeLog()
        stage.play(for: 0.499)
        #expect(stage.engine.takeLog() == [])
        stage.play(for: 0.01)
        #expect(stage.engine.takeLog() == ["seek 20.0"])
        #expect(stage.player.time == 20)
        stage.engine.land()
        #expect(await passing.next() == .willPassBlockedRange(TimeRange(start: 10, end: 20)))
        #expect(await passing.next() == .didPassBlockedRange(TimeRange(start: 10, end: 20)))
        stage.play(for: 1)
        #expect(stage.engine.takeLog() == [])
    }

    @Test("1.20: The picture behind a range may begin within it without being passed over again")
    func pictureAcrossTheEnd() {
        let stage = stage(item("a", (10, 20.02)))
        stage.show(1, at: 9.99)
        _ = stage.engine.takeLog()
        stage.play(for: 0.05)
        #expect(stage.engine.takeLog() == ["seek 20.02"])
        stage.engine.land(at: 20)
        stage.play(for: 0.01)
        #expect(stage.engine.takeLog() == [])
        stage.player.seek(.at(9))
        stage.engine.land()
        stage.play(for: 1.01)
        #expect(stage.engine.takeLog() == ["seek 9.0", "seek 20.02"])
    }

    @Test("PB-29: A seek into a blocked range leads to its end, exactly, and takes the place of one under way")
    func seeking() {
        let stage = stage(item("a", (10, 20), (15, 30)), playing: false)
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.seek(.near(5))
        stage.player.seek(.near(12))
        #expect(stage.engine.takeLog() == ["seek 5.0", "seek 30.0"])
        #expect(stage.player.time == 30)
    }

    @Test("PB-3: A start, or a position to resume at, within a blocked range is moved to its end")
    func starting() {
        let stage = stage(item("a", (10, 20), start: 12), item("b", (40, 50)))
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load a #1 at time(20.0)") })
        stage.player.resume(at: 45, in: stage.items[1])
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load b #2 at time(50.0)") })
    }

    @Test("MP-8: An item whose rest is blocked ends where the block begins, and the next one plays")
    func atTheEnd() {
        let stage = stage(item("a", (100, 500)), item("b"))
        stage.show(1, at: 99.9)
        stage.play(for: 0.2)
        #expect(stage.player.currentItem === stage.items[1])
    }

    @Test("MP-8: With the action at its end to pause, it stays there in the state ended")
    func pausingAtTheEnd() {
        let stage = stage(item("a", (100, 500)), item("b"))
        stage.player.actionAtItemEnd = .pause
        stage.show(1, at: 99.9)
        stage.play(for: 0.2)
        stage.tell(.paused, 1)
        #expect(stage.player.playbackState == .ended)
        _ = stage.engine.takeLog()
        stage.player.seek(.at(110))
        #expect(stage.engine.takeLog() == ["seek 99.9"])
    }

    @Test("PB-7: Ranges that a loader brings later hold from then on")
    func later() async {
        let (metadata, feed) = AsyncThrowingStream.makeStream(of: PlayerMetadata.self)
        let stage = stage(PlayerItem(loader: MetadataLoader(stream: metadata)))
        feed.yield(.empty)
        await stage.until { stage.engine.log.contains { $0.hasPrefix("load") } }
        stage.show(1, at: 12)
        _ = stage.engine.takeLog()
        feed.yield(PlayerMetadata(markedRanges: [MarkedRange(.blocked, TimeRange(start: 10, end: 20))]))
        await stage.until { !stage.engine.log.isEmpty }
        #expect(stage.engine.takeLog() == ["seek 20.0"])
    }
}

private struct MetadataLoader: AssetLoader {
    let stream: AsyncThrowingStream<PlayerMetadata, any Error>
    func metadata() -> AsyncThrowingStream<PlayerMetadata, any Error> { stream }
    func asset(for metadata: PlayerMetadata) -> Asset { .simple(url: "a") }
    func playerMetadata(for metadata: PlayerMetadata?) -> PlayerMetadata { metadata ?? .empty }
}
