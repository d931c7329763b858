// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Player and engine")
struct PlayingTests {
    @Test("1.1: A new player is paused and loads its first item at once")
    func new() {
        let stage = Stage("a", "b")
        #expect(stage.engine.takeLog() == ["load a #1"])
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.playbackState == .idle)
        #expect(stage.player.isBuffering)
        #expect(stage.player.currentItem === stage.items[0])
        stage.show(1)
        #expect(stage.player.playbackState == .paused)
        #expect(!stage.player.isBuffering)
    }

    @Test("1.1: A play request is remembered while an item loads")
    func intention() {
        let stage = Stage("a")
        stage.player.play()
        #expect(stage.player.playbackState == .idle)
        stage.show(1)
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.rate == 1)
        stage.send(.stalled, 1)
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.isBuffering)
        #expect(stage.player.rate == 0)
        stage.player.togglePlayPause()
        #expect(stage.player.playbackState == .paused)
        #expect(stage.engine.takeLog().filter { $0 == "play" || $0 == "pause" } == ["play", "pause"])
    }

    @Test("PB-19: at most two items are loaded, the second once the first shows something", arguments: [3, 1000])
    func preload(count: Int) {
        let stage = Stage(items: (0..<count).map { .simple(url: "\($0)") })
        #expect(stage.engine.takeLog() == ["load 0 #1"])
        stage.show(1)
        #expect(stage.engine.takeLog() == ["prepare 1 #2"])
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.engine.takeLog() == ["advanced #2", "prepare 2 #3"])
    }

    @Test("PB-19: the player does not pause between two gapless items")
    func gapless() {
        let stage = Stage.playing("a", "b")
        let id = ItemID(2)
        stage.send(.presentation(id, Presentation(variants: [.init(bandwidth: 1)], contentTypes: [.main])))
        stage.send(.timeline(id, .onDemand(60)))
        stage.send(.kinds(id, [.video, .audio]))
        #expect(stage.player.rate == 1)
        stage.send(.advanced(from: ItemID(1), to: id))
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.rate == 1)
        #expect(!stage.player.isBuffering)
    }

    @Test("The buffer ahead is reported in seconds")
    func bufferedAhead() {
        let stage = Stage("a")
        #expect(stage.player.bufferedAhead == nil)
        stage.show(1, at: 10)
        #expect(stage.player.bufferedAhead == 0)
        stage.engine.set(position: 10, loaded: TimeRange(start: 4, end: 31))
        stage.clock.advance(by: 2)
        #expect(stage.player.bufferedAhead == 21)
    }

    @Test("1.11: Nothing about time is known before the item is")
    func unknown() {
        let stage = Stage("a")
        #expect(stage.player.time == nil)
        #expect(stage.player.duration == nil)
        #expect(stage.player.seekableTimeRange == nil)
        #expect(stage.player.streamType == .unknown)
        #expect(stage.player.mediaType == .unknown)
        #expect(stage.player.presentationSize == nil)
        stage.show(1)
        #expect(stage.player.time == 0)
        #expect(stage.player.duration == 120)
        #expect(stage.player.streamType == .onDemand)
        #expect(stage.player.mediaType == .video)
        #expect(stage.player.presentationSize == PixelSize(width: 640, height: 360))
        #expect(stage.player.chunkDuration == 4)
    }

    @Test("The size of a file, which states none, is that of its frames, upright and in square pixels")
    func sizeOfFile() {
        let stage = Stage("a")
        stage.show(1)
        stage.report(.presentation(ItemID(1), Presentation(variants: [], contentTypes: [.main])))
        #expect(stage.player.presentationSize == nil)
        stage.report(.picture(ItemID(1), PictureFormat(size: PixelSize(width: 720, height: 576), pixelAspectRatio: 16 / 15)))
        #expect(stage.player.presentationSize == PixelSize(width: 768, height: 576))
    }

    @Test("1.11: An audio-only item has a size of zero")
    func audio() {
        let stage = Stage("a")
        stage.show(1, .onDemand(10), kinds: [.audio])
        #expect(stage.player.mediaType == .audio)
        #expect(stage.player.presentationSize == PixelSize(width: 0, height: 0))
    }

    @Test("Facts about removed items change nothing")
    func stale() {
        let stage = Stage("a", "b")
        stage.show(1)
        stage.player.advanceToNextItem()
        stage.fail(1)
        stage.send(.ended, 1)
        #expect(stage.player.error == nil)
        #expect(stage.player.currentItem === stage.items[1])
    }

    @Test("Volume, mute and limits reach the engine once each")
    func outputs() {
        let stage = Stage("a")
        _ = stage.engine.takeLog()
        stage.player.volume = 3
        #expect(stage.player.volume == 2)
        stage.player.volume = 1.5
        stage.player.volume = .nan
        stage.player.volume = 0.5
        stage.player.isMuted = true
        stage.player.isMuted = true
        stage.player.processing.isNightMode = true
        stage.player.processing.isNightMode = true
        stage.player.limits = PlayerLimits(peakBitrate: 500)
        #expect(stage.engine.takeLog() == ["volume 2.0", "volume 1.5", "volume 0.5", "mute", "night mode", "limit 500"])
        stage.show(1)
        #expect(!stage.engine.takeLog().contains("limit 500"), "the engine keeps limits for later items")
    }

    @Test("PB-2: a released player shuts down its engine and resolves its seeks")
    func end() async {
        let engine = FakeEngine()
        var player: Player? = Player(
            items: [.simple(url: "a")], configuration: PlayerConfiguration(), engine: engine, clock: ManualPlayerClock())
        player?.core.receive(.timeline(ItemID(1), .onDemand(10)))
        player?.core.receive(.ready(ItemID(1), position: 0))
        let seek = player?.seek(.at(5))
        weak let gone = player
        player = nil
        #expect(await seek?.result == .superseded)
        #expect(gone == nil)
        #expect(engine.takeLog().last == "shut down")
    }

    @Test("Single frames are stepped only while paused")
    func steps() async {
        let stage = Stage("a")
        stage.show(1)
        #expect(await stage.player.step(by: 1))
        stage.player.play()
        #expect(await !stage.player.step(by: 1))
    }
}
