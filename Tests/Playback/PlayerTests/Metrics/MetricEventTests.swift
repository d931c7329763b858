// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Metric events")
struct MetricEventTests {
    private func words(_ stage: Stage) -> [String] { stage.player.metricEvents.map(\.word) }

    @Test("PB-9, 1.17: the loader's time and the part that the user waited for are reported")
    func service() async {
        let loaders = [ManualLoader(), ManualLoader()]
        let stage = Stage(items: loaders.map { PlayerItem(loader: $0) })
        #expect(words(stage) == [])
        stage.clock.advance(by: 2)
        loaders[0].out.yield("a")
        for await events in stage.player.metricEventsUpdates where !events.isEmpty { break }
        stage.clock.advance(by: 1)
        stage.show(1, at: 5)
        #expect(words(stage) == ["metadata", "asset"])
        guard case .metadata(2, 2)? = stage.player.metricEvents.first?.kind, case .asset(1)? = stage.player.metricEvents.last?.kind
        else {
            Issue.record("unexpected times: \(stage.player.metricEvents)")
            return
        }
        stage.clock.advance(by: 3)
        loaders[1].out.yield("b")
        await stage.engine.logs { $0.contains("prepare b #2") }
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        guard case .metadata(0, 6)? = stage.player.metricEvents.first?.kind, case .asset(0)? = stage.player.metricEvents.last?.kind
        else {
            Issue.record("unexpected times: \(stage.player.metricEvents)")
            return
        }
    }

    @Test("1.17: A stream that fails has no asset event, and a replay starts new events")
    func failure() {
        let stage = Stage("a")
        stage.fail(1)
        #expect(words(stage) == ["metadata", "failure"])
        stage.player.replay()
        #expect(words(stage) == [])
        stage.show(2)
        #expect(words(stage) == ["asset"])
        stage.fail(2)
        #expect(words(stage) == ["asset", "failure"])
    }

    @Test("1.17: Stalls and their ends are reported in pairs, with the item's time")
    func stalls() {
        let stage = Stage("a")
        stage.player.play()
        stage.send(.stalled, 1)
        stage.show(1, at: 3)
        stage.send(.stalled, 1)
        stage.send(.stalled, 1)
        stage.send(.playing, 1)
        stage.send(.playing, 1)
        #expect(words(stage) == ["metadata", "asset", "stall", "resume"])
        #expect(stage.player.metricEvents[2].time == 3)
        #expect(stage.player.metrics()?.total.stalls == 1)
    }

    @Test("1.17: Waiting after a seek is not a stall")
    func seeking() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1)
        stage.player.seek(.at(50))
        stage.send(.stalled, 1)
        stage.engine.land()
        stage.send(.playing, 1)
        #expect(words(stage) == ["metadata", "asset"])
        #expect(stage.player.metrics()?.total.stalls == 0)
    }

    @Test("1.17: An item that comes round again in a repeating list gets new events")
    func comingBack() {
        let stage = Stage("a", "b")
        stage.player.repeatMode = .all
        stage.show(1)
        #expect(words(stage) == ["metadata", "asset"])
        let first = stage.player.metricEvents.map(\.id)
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        stage.send(.advanced(from: ItemID(2), to: ItemID(3)))
        #expect(stage.player.currentItem === stage.items[0])
        #expect(words(stage) == ["metadata", "asset"])
        #expect(Set(first).isDisjoint(with: stage.player.metricEvents.map(\.id)))
    }

    @Test("1.17: An item that repeats without a gap gets new events each time")
    func repeating() {
        let stage = Stage("a")
        stage.player.repeatMode = .one
        stage.player.play()
        stage.show(1)
        let first = stage.player.metricEvents.map(\.id)
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.currentItem === stage.items[0])
        #expect(words(stage) == ["asset"])
        #expect(Set(first).isDisjoint(with: stage.player.metricEvents.map(\.id)))
    }

    @Test("1.17: Missing media is reported as a warning, and playback continues")
    func warning() {
        let stage = Stage("a")
        stage.show(1)
        stage.send(.gap(ItemID(1), .main, TimeRange(start: 4, end: 8)))
        #expect(words(stage) == ["metadata", "asset", "warning"])
        let failure = StreamingError(
            .unavailable, message: "503", underlying: LoadFailure(.status(503), message: "503"), isTransient: true)
        stage.send(.warning(ItemID(1), failure))
        stage.send(.text(ItemID(1), .lost(rendition: 0, reason: "gone")))
        #expect(words(stage) == ["metadata", "asset", "warning", "warning", "warning"])
        #expect(stage.player.error == nil)
    }

    @Test("1.17: Events are delivered at once and after each new one, and are empty when the player is emptied")
    func updates() async {
        let stage = Stage("a")
        var updates = stage.player.metricEventsUpdates.makeAsyncIterator()
        #expect(await updates.next()?.map(\.word) == ["metadata"])
        stage.show(1)
        #expect(await updates.next()?.map(\.word) == ["metadata", "asset"])
        stage.player.removeAllItems()
        #expect(await updates.next()?.isEmpty == true)
        #expect(words(stage) == [])
    }

    @Test("The event log of a broadcast with constant warnings is bounded and keeps the first events")
    func bounded() {
        let stage = Stage("a")
        stage.show(1)
        for number in 0..<2000 {
            stage.send(.gap(ItemID(1), .main, TimeRange(start: Double(number), end: Double(number + 1))))
        }
        #expect(words(stage).count == MetricEventLog.capacity)
        #expect(words(stage).prefix(3) == ["metadata", "asset", "warning"])
        #expect(Set(stage.player.metricEvents.map(\.id)).count == MetricEventLog.capacity)
    }
}

private struct ManualLoader: AssetLoader {
    let stream: AsyncThrowingStream<String, any Error>
    let out: AsyncThrowingStream<String, any Error>.Continuation

    init() { (stream, out) = AsyncThrowingStream.makeStream() }

    func metadata() -> AsyncThrowingStream<String, any Error> { stream }
    func asset(for metadata: String) -> Asset { .simple(url: metadata) }
    func playerMetadata(for metadata: String?) -> PlayerMetadata { .empty }
}
