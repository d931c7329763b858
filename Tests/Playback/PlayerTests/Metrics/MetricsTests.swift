// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxEngine
@testable import WindowboxPlayer

@MainActor @Suite("Metrics")
struct MetricsTests {
    private func counts(_ bytes: Int, dropped: Int = 0, from address: String? = nil) -> PlaybackMetrics {
        var metrics = PlaybackMetrics()
        (metrics.bytes, metrics.requests, metrics.picturesDropped, metrics.picturesPresented) = (bytes, bytes / 100, dropped, bytes / 10)
        (metrics.segmentBytes, metrics.transferDuration, metrics.downloadedDuration) = (bytes, 2, 8)
        (metrics.overdueDownloads, metrics.address) = (1, address)
        return metrics
    }

    @Test("1.17: There are no metrics before an item is loaded, after a failure or without an item")
    func none() {
        let stage = Stage("a")
        #expect(stage.player.metrics() == nil)
        stage.show(1)
        #expect(stage.player.metrics() != nil)
        stage.fail(1)
        #expect(stage.player.metrics() == nil)
        #expect(Stage().player.metrics() == nil)
    }

    @Test("1.17: A snapshot has the source, the startup data and the totals since the item was loaded")
    func snapshot() throws {
        let stage = Stage("a", "b")
        stage.clock.advance(by: 1.5)
        stage.show(1, at: 4)
        stage.player.play()
        stage.send(.playing, 1)
        stage.engine.set(metrics: counts(3000, dropped: 2, from: "https://cdn.example:8080/a/1.ts"))
        stage.play(for: 2)
        let metrics = try #require(stage.player.metrics())
        #expect(metrics.uri == "a")
        #expect(metrics.streamType == .onDemand)
        #expect(metrics.startOffset == 4)
        #expect(metrics.startupTime == 1.5)
        #expect(metrics.indicatedBitrate == 1)
        #expect(metrics.indicatedAverageBitrate == nil)
        #expect(metrics.playbackStartDate != nil)
        #expect(metrics.total.bytes == 3000)
        #expect(metrics.total.requests == 30)
        #expect(metrics.total.droppedFrames == 2)
        #expect(metrics.total.presentedFrames == 300)
        #expect(metrics.total.transferDuration == 2)
        #expect(metrics.total.downloadedDuration == 8)
        #expect(metrics.total.overdueDownloads == 1)
        #expect(metrics.observedBitrate == 12_000)
        #expect(metrics.observedBitrateDeviation != nil)
        #expect(metrics.serverAddress == "cdn.example:8080")
        #expect(metrics.increment == metrics.total)
        #expect(abs(metrics.total.playbackDuration - 2) < 0.01)
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        stage.send(.timeline(ItemID(2), .onDemand(10)))
        let next = try #require(stage.player.metrics())
        #expect(next.uri == "b")
        #expect(next.total.bytes == 0)
        #expect(next.startupTime == 0)
    }

    @Test("1.17: Bytes loaded on expensive networks are counted separately, as are the video and audio bitrates")
    func expensive() throws {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1)
        stage.engine.set(metrics: counts(1000))
        stage.play(for: 1)
        stage.player.networkConditions = NetworkConditions(isExpensive: true)
        var metrics = counts(4000)
        (metrics.averageVideoBitrate, metrics.averageAudioBitrate) = (800_000, 96_000)
        stage.engine.set(metrics: metrics)
        stage.play(for: 1)
        stage.player.networkConditions = NetworkConditions()
        metrics = counts(9000)
        stage.engine.set(metrics: metrics)
        let before = try #require(stage.player.metrics())
        #expect(before.averageVideoBitrate == 800_000)
        #expect(before.averageAudioBitrate == 96_000)
        stage.play(for: 1)
        let total = try #require(stage.player.metrics()).total
        #expect(total.bytes == 9000)
        #expect(total.expensiveBytes == 3000)
        #expect(total.expensiveRequests == 30)
        #expect(total.since(before.total).expensiveBytes == 0)
    }

    @Test("1.17: Metrics restart when playback moves to another engine and when it returns")
    func external() throws {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1, at: 10)
        stage.engine.set(metrics: counts(3000))
        stage.play(for: 2)
        #expect(stage.player.metrics()?.total.bytes == 3000)
        let elsewhere = FakeEngine()
        stage.player.playExternally(on: elsewhere)
        #expect(stage.player.metrics() == nil)
        #expect(stage.player.metricEvents.isEmpty)
        stage.show(2, at: 12)
        elsewhere.set(position: 12)
        stage.clock.advance(by: 3)
        let there = try #require(stage.player.metrics())
        #expect(there.total.bytes == 0)
        #expect(there.startOffset == 12)
        #expect(there.total.playbackDuration <= 3.01)
        stage.player.playHere()
        #expect(stage.player.metrics() == nil)
        stage.show(3, at: 15)
        #expect(try #require(stage.player.metrics()).total.playbackDuration < 0.01)
        #expect(stage.player.metrics()?.startOffset == 15)
    }

    @Test("1.17: Only time playing without a stall counts as played")
    func duration() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1)
        stage.play(for: 1)
        stage.send(.stalled, 1)
        stage.clock.advance(by: 5)
        stage.send(.playing, 1)
        stage.play(for: 1)
        stage.player.pause()
        stage.clock.advance(by: 7)
        #expect(stage.player.metrics().map { abs($0.total.playbackDuration - 2) < 0.01 } == true)
    }

    @Test("1.17: The first variant and a repeated one do not count as switches")
    func switches() {
        let stage = Stage("a")
        stage.show(1)
        for variant in [1, 1, 2, 1] {
            stage.send(.variant(ItemID(1), VariantSwitch(variant: variant, position: 0, reason: "")))
        }
        #expect(stage.player.metrics()?.total.bitrateSwitches == 2)
    }

    @Test("1.17: Segments from another host count as a server change; those from the same host or a file do not")
    func servers() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1)
        for address in ["https://a/1", "https://u@a/2?x=//b", "/file", "https://b/3", "https://a"] {
            stage.engine.set(metrics: counts(1, from: address))
            stage.play(for: 0.5)
        }
        #expect(stage.player.metrics()?.total.serverAddressChanges == 2)
        #expect(stage.player.metrics()?.serverAddress == "a")
        #expect(PlaybackMeter.host(of: "https:///x") == nil)
    }

    @Test("1.17: A listener's increment covers the time since its previous metrics")
    func increments() {
        func metrics(_ bytes: Int) -> Metrics {
            var metrics = Metrics(date: .init())
            metrics.total.bytes = bytes
            return metrics
        }
        var history = MetricsHistory(limit: 2)
        func note(_ next: Metrics?, _ stay: Int = 1) -> [Int]? {
            history.note(next, stay: stay) ? history.metrics.map(\.increment.bytes) : nil
        }
        #expect(note(metrics(10)) == [10])
        #expect(note(metrics(25)) == [10, 15])
        #expect(note(metrics(25)) == [15, 0])
        #expect(note(metrics(4))?.last == 4, "the counters restarted")
        #expect(note(nil) == nil)
        #expect(note(nil, 2) == [])
        #expect(note(nil, 2) == nil)
    }

    @Test("1.17: Metrics arrive during playback, the newest are kept, and they are cleared for another item", .timeLimit(.minutes(1)))
    func periodic() async {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.show(1)
        var lists = stage.player.periodicMetrics(every: .seconds(1), limit: 2).makeAsyncIterator()
        for second in 1...3 {
            stage.engine.set(metrics: counts(second * 100))
            stage.play(for: 1)
            let list = await lists.next()
            #expect(list?.count == min(second, 2))
            #expect(list?.last.map { abs(($0.time ?? 0) - Double(second)) < 0.1 } == true)
        }
        stage.player.advanceToNextItem()
        #expect(await lists.next()?.isEmpty == true)
    }

    @Test("1.17: Reading metrics takes constant time and memory, even after many events")
    func bounded() {
        let stage = Stage("a")
        stage.show(1)
        for _ in 0..<10_000 { stage.send(.variant(ItemID(1), VariantSwitch(variant: 0, position: 0, reason: ""))) }
        #expect(MemoryLayout<PlaybackMeter>.size < 600)
        #expect(stage.player.metrics()?.total.bitrateSwitches == 0)
    }
}
