// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Item trackers", .timeLimit(.minutes(1)))
struct TrackingTests {
    private let record = RecordingTracker.Record()

    private func item(_ name: String, _ behavior: TrackerBehavior = .optional) -> PlayerItem {
        .simple(
            url: name, metadata: PlayerMetadata(title: name),
            trackers: [RecordingTracker.attached(record, name: name, behavior: behavior)])
    }

    /// Waits until the current item's trackers have received everything.
    private func steps(_ stage: Stage) async -> [String] {
        _ = await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self)
        return record.takeSteps()
    }

    @Test("PB-36: a tracker is created with its item, gets metadata first, and is enabled while the item is current")
    func lifeCycle() async {
        let tracked = item("a")
        await untilLines(2)
        #expect(record.takeLines() == ["new", "metadata a"])
        let stage = Stage(items: [tracked, .simple(url: "b")])
        #expect(await steps(stage) == ["enable", "events metadata"])
        stage.show(1, at: 7)
        stage.player.play()
        #expect(await steps(stage) == ["events metadata,asset"])
        stage.player.advanceToNextItem()
        await untilLines(1)
        #expect(record.takeSteps() == ["disable playing at 7.0"])
    }

    @Test("PB-36: trackers get properties when they change, with their values at that moment")
    func properties() async {
        let stage = Stage(items: [item("a")])
        stage.show(1)
        stage.player.play()
        _ = await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self)
        let lines = record.takeLines().filter { $0.hasPrefix("properties") }
        #expect(lines.first == "properties idle")
        #expect(lines.last == "properties playing")
        stage.send(.playing, 1)
        _ = await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self)
        _ = record.takeLines()
        stage.send(.playing, 1)
        #expect(await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self) == ["a"])
        #expect(record.takeLines() == [])
    }

    @Test("PB-36: the end of the list disables the tracker, and a replay enables the same one again")
    func replay() async {
        let stage = Stage(items: [item("a")])
        stage.player.play()
        stage.show(1, duration: 10)
        stage.play(for: 2)
        stage.send(.ended, 1)
        await record.reaches { $0.contains { $0.hasPrefix("disable") } }
        let end = record.takeSteps().last?.split(separator: " ")
        #expect(end?.dropLast() == ["disable", "playing", "at"])
        #expect(end?.last.flatMap { Double($0) }.map { abs($0 - 2) < 0.01 } == true)
        stage.player.replay()
        #expect(await steps(stage) == ["enable", "events metadata"])
    }

    @Test("PB-36: when a single-item list repeats, the tracker stays enabled and its events start over")
    func repeating() async {
        let stage = Stage(items: [item("a")])
        stage.player.repeatMode = .one
        stage.show(1)
        stage.player.play()
        _ = await steps(stage)
        stage.send(.ended, 1)
        stage.show(2)
        #expect(await steps(stage) == ["events ", "events asset"])
    }

    @Test("PB-36: releasing the player disables the tracker, which lives as long as its item")
    func death() async {
        var tracked: PlayerItem? = item("a")
        var player: Player? = Player(
            items: [tracked!], configuration: Stage.usual, engine: FakeEngine(), clock: ManualPlayerClock())
        _ = await player?.currentSessionIdentifiers(trackedBy: RecordingTracker.self)
        _ = record.takeLines()
        player = nil
        await untilLines(1)
        #expect(record.takeLines() == ["disable idle at -"])
        #expect(tracked?.metadata.title == "a")
        tracked = nil
        await record.reaches { $0 == ["gone"] }
    }

    @Test("PB-36: moving the item and editing the list elsewhere send a tracker nothing")
    func editing() async {
        let stage = Stage(items: [item("a"), .simple(url: "b"), .simple(url: "c")])
        stage.show(1)
        _ = await steps(stage)
        stage.player.move(stage.items[0], after: stage.items[1])
        stage.player.remove(stage.items[1])
        stage.player.prepend(.simple(url: "d"))
        stage.player.currentItem = stage.items[0]
        #expect(await steps(stage) == [])
    }

    @Test("PB-36: metadata from the loader reaches the tracker, even of the next item")
    func loader() async {
        let (first, second) = (StreamLoader(), StreamLoader())
        let items = [first, second].map { loader in
            PlayerItem(
                loader: loader,
                trackers: [RecordingTracker.adapter(configuration: RecordingTracker.Configuration(record: record)) { $0 }])
        }
        let stage = Stage(items: items)
        #expect(await steps(stage) == ["new", "new"])
        first.out.yield("one")
        await record.reaches { $0.contains("enable") }
        #expect(record.takeSteps().prefix(2) == ["metadata one", "enable"])
        stage.show(1)
        second.out.yield("two")
        await record.reaches { $0.contains("metadata two") }
        #expect(!record.takeSteps().contains("enable"))
        first.out.yield("three")
        await record.reaches { $0.contains("metadata three") }
        #expect(stage.player.currentItem === items[0])
    }

    @Test("PB-36: an item with unavailable media is tracked, and its failure is reported")
    func failing() async {
        let stage = Stage(items: [
            PlayerItem(asset: .unavailable(CancellationError()), trackers: [RecordingTracker.attached(record)])
        ])
        let steps = await steps(stage)
        #expect(steps == ["new", "metadata -", "enable", "events failure"])
    }

    @Test("PB-37: disabling tracking disables optional trackers at once and does not affect mandatory ones")
    func switching() async {
        let other = RecordingTracker.Record()
        let tracked = PlayerItem.simple(
            url: "a",
            trackers: [RecordingTracker.attached(record), RecordingTracker.attached(other, name: "m", behavior: .mandatory)])
        let stage = Stage(items: [tracked])
        stage.show(1)
        _ = await steps(stage)
        _ = other.takeLines()
        stage.player.isTrackingEnabled = true
        #expect(await steps(stage) == [])
        stage.player.isTrackingEnabled = false
        #expect(await steps(stage) == ["disable paused at 0.0"])
        #expect(await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self) == ["m"])
        stage.player.isTrackingEnabled = false
        stage.player.isTrackingEnabled = true
        _ = await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self)
        #expect(record.takeLines() == ["enable", "properties paused", "events metadata,asset"])
        #expect(other.takeLines() == [])
    }

    @Test("PB-37: with tracking disabled, optional trackers are not enabled for any item")
    func disabled() async {
        let stage = Stage(items: [.simple(url: "x"), item("a"), item("b", .mandatory)])
        // Both trackers have been created and have their metadata.
        await untilLines(4)
        stage.player.isTrackingEnabled = false
        stage.player.advanceToNextItem()
        #expect(await steps(stage).contains("enable") == false)
        stage.player.advanceToNextItem()
        #expect(await steps(stage) == ["enable", "events metadata"])
    }

    @Test("PB-38: properties have the time and metrics of their moment, and can be refreshed until the item is left")
    func fresh() async throws {
        let stage = Stage(items: [item("a"), .simple(url: "b")])
        stage.show(1, .window(0, 60, dateOfZero: 1000), at: 20)
        let then = stage.player.core.playback.trackerProperties()
        #expect(then.time == 20)
        #expect(then.date?.timeIntervalSince1970 == 1020)
        #expect(then.metrics?.uri == "a")
        #expect(then.streamType == .dvr)
        stage.player.play()
        stage.send(.playing, 1)
        stage.play(for: 1)
        let now = try #require(await then.current())
        #expect(abs((now.time ?? 0) - 21) < 0.01)
        #expect(now.playbackState == .playing)
        #expect(then.playbackState == .paused)
        stage.player.advanceToNextItem()
        #expect(await then.current()?.time == nil)
    }

    @Test("1.1: Session identifiers are those of one tracker type on the current item, sorted")
    func identifiers() async {
        let trackers = ["b", "a"].map { RecordingTracker.attached(record, name: $0) }
        let stage = Stage(items: [.simple(url: "a", trackers: trackers), .simple(url: "b")])
        #expect(await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self) == ["a", "b"])
        #expect(await stage.player.currentSessionIdentifiers(trackedBy: SilentTracker.self) == [])
        stage.player.advanceToNextItem()
        #expect(await stage.player.currentSessionIdentifiers(trackedBy: RecordingTracker.self) == [])
    }

    // MARK: Waiting

    private func untilLines(_ count: Int) async { await record.reaches { $0.count >= count } }
}

private actor SilentTracker: PlayerItemTracker {
    init(configuration: Void) {}
}

private struct StreamLoader: AssetLoader {
    let stream: AsyncThrowingStream<String, any Error>
    let out: AsyncThrowingStream<String, any Error>.Continuation

    init() { (stream, out) = AsyncThrowingStream.makeStream() }

    func metadata() -> AsyncThrowingStream<String, any Error> { stream }
    func asset(for metadata: String) -> Asset { .simple(url: "x") }
    func playerMetadata(for metadata: String?) -> PlayerMetadata { PlayerMetadata(title: metadata) }
}
