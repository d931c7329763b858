// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTesting

/// Uses only public interfaces, like the tests of an application.
@MainActor @Suite("Players on a fake engine")
struct FakeEngineTests {
    @Test("The engine records the player's commands in order")
    func commands() {
        let stage = PlayerStage("a.m3u8", "b.m3u8")
        stage.player.play()
        #expect(stage.engine.takeCommands() == [.load(address: "a.m3u8", ItemID(1), at: .automatic), .play])
        stage.show(duration: 90)
        #expect(stage.engine.takeCommands() == [.prepare(address: "b.m3u8", ItemID(2))])
        #expect(stage.player.duration == 90)
        stage.player.desiredSpeed = 2
        stage.player.isMuted = true
        #expect(stage.engine.commands.map(\.description) == ["rate 2.0", "mute"])
    }

    @Test("Playback advances as far as the test advances time")
    func time() {
        let stage = PlayerStage.playing("a.m3u8")
        #expect(stage.player.playbackState == .playing)
        stage.play(for: 30)
        #expect(stage.player.time == 30)
        stage.report(.stalled)
        #expect(stage.player.isBuffering)
        stage.report(.playing)
        stage.report(.ended)
        #expect(stage.player.currentItem == nil)
        #expect(stage.player.canReplay)
    }

    @Test("Seeks land when the test says so, or never")
    func seeks() async {
        let stage = PlayerStage.playing("a.m3u8")
        let seek = stage.player.seek(to: 60)
        #expect(stage.engine.commands.contains(.seek(60)))
        #expect(stage.engine.seeksUnderWay == 1)
        #expect(stage.player.isSeeking)
        #expect(stage.player.time == 60)
        stage.engine.land(at: 59.5)
        #expect(await seek.result == .finished)
        #expect(stage.player.time == 59.5)
        #expect(!stage.player.isSeeking)
        let other = stage.player.seek(to: 80)
        // The player makes three attempts at a position that can't be shown.
        while stage.engine.seeksUnderWay > 0 { stage.engine.land(finished: false) }
        #expect(await other.result == .refused)
    }

    @Test("The engine can fail and can be live")
    func failing() {
        let stage = PlayerStage("a.m3u8")
        stage.show(nil, .live(100))
        #expect(stage.player.streamType == .live)
        stage.fail()
        #expect(stage.player.error != nil)
        #expect(stage.player.canReplay)
        stage.player.replay()
        stage.show(nil, .window(0, 100), at: 80)
        #expect(stage.player.streamType == .dvr)
        #expect(stage.player.time == 80)
    }

    @Test("An item has the tracks and qualities that a test reports, as the guide does")
    func tracks() {
        let stage = PlayerStage.playing("film.m3u8")
        stage.report(
            .presentation(
                ItemID(1),
                Presentation(
                    variants: [
                        Presentation.Variant(bandwidth: 3_000_000, size: PixelSize(width: 1280, height: 720)),
                        Presentation.Variant(bandwidth: 800_000, size: PixelSize(width: 640, height: 360)),
                    ],
                    audio: [
                        Presentation.Rendition(name: "English", language: "en"),
                        Presentation.Rendition(name: "Deutsch", language: "de"),
                    ],
                    contentTypes: [.main])))
        #expect(stage.player.qualityOptions.map(\.description) == ["720p", "360p"])
        for option in stage.player.mediaSelectionOptions(for: .audible) {
            if case .on(let track) = option, track.language == "de" { stage.player.select(option, for: .audible) }
        }
        #expect(stage.engine.commands.contains(.select(.audio(1), ItemID(1))))
    }

    @Test("The end and a failure arrive as events, in this order, as the guide says")
    func events() async {
        let stage = PlayerStage.playing("a.m3u8", "b.m3u8")
        var events = stage.player.events.makeAsyncIterator()
        stage.report(.ended)
        #expect(await events.next() == .didEnd(stage.items[0]))
        stage.fail()
        #expect(await events.next() == .didFail(stage.items[1]))
    }

    @Test("A test can wait for a later command")
    func waiting() async {
        let stage = PlayerStage("a.m3u8")
        let engine = stage.engine
        _ = engine.takeCommands()
        let waiting = Task { await engine.hears { $0.contains(.volume(0.5)) } }
        stage.player.volume = 0.5
        await waiting.value
    }
}

@MainActor @Suite("Tracker values created by a test")
struct TrackerValuesTests {
    private actor Diary: PlayerItemTracker {
        private(set) var lines: [String] = []
        init(configuration: Void) {}
        func enable(for player: TrackedPlayer) { lines.append("enable") }
        func updateProperties(_ properties: TrackerProperties) {
            lines.append("\(properties.playbackState) at \(properties.time ?? -1), \(properties.streamType)")
        }
        func updateMetricEvents(_ events: [MetricEvent]) { lines.append("\(events.map(\.id))") }
        func disable(with properties: TrackerProperties) { lines.append("left at \(properties.time ?? -1)") }
    }

    @Test("A tracker is tested by calling it")
    func tracker() async {
        let diary = Diary(configuration: ())
        await diary.enable(for: TrackedPlayer(nil))
        await diary.updateProperties(TrackerProperties(time: 5))
        await diary.updateProperties(TrackerProperties(PlayerProperties(playbackState: .paused, rate: 0, streamType: .dvr), time: 6))
        await diary.updateMetricEvents([MetricEvent(.stall), MetricEvent(.resumeAfterStall, id: 2)])
        await diary.disable(with: TrackerProperties(time: 7))
        #expect(await diary.lines == ["enable", "playing at 5.0, onDemand", "paused at 6.0, dvr", "[1, 2]", "left at 7.0"])
    }

    @Test("Properties query the player they were created for, and return nothing without one")
    func current() async {
        let stage = PlayerStage.playing("a.m3u8")
        stage.play(for: 10)
        let properties = TrackerProperties(time: 3, player: stage.player)
        #expect(await properties.current()?.time == 10)
        #expect(await TrackerProperties(time: 3).current() == nil)
        #expect(TrackedPlayer(stage.player).player === stage.player)
        #expect(properties.seekableTimeRange == TimeRange(start: 0, end: 120))
    }
}
