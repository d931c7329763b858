// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Progress tracker", .timeLimit(.minutes(1)))
struct ProgressTrackerTests {
    private func seeks(_ stage: Stage) -> [String] {
        stage.engine.takeLog().filter { $0.hasPrefix("seek") || $0.hasPrefix("release") || ["pause", "play", "hold"].contains($0) }
    }

    /// A player that plays video at a quarter of two minutes.
    private func video(_ behavior: SeekBehavior = .optimal, playing: Bool = true, kinds: Set<TrackKind> = [.video, .audio])
        -> (ProgressTracker, Stage)
    {
        let stage = Stage("a")
        if playing { stage.player.play() }
        stage.show(1, .onDemand(120), kinds: kinds, at: 30)
        let tracker = ProgressTracker(interval: .seconds(1), seekBehavior: behavior)
        tracker.player = stage.player
        _ = stage.engine.takeLog()
        return (tracker, stage)
    }

    @Test("1.13: Without a player, before the item is known and for plain live there is no progress, and setting it is ignored")
    func unavailable() {
        let tracker = ProgressTracker(interval: .seconds(1))
        func check() {
            tracker.progress = 0.5
            #expect(tracker.progress == 0)
            #expect(!tracker.isProgressAvailable)
            #expect(tracker.range == 0...0)
            #expect(tracker.time == nil)
            #expect(tracker.timeRange == nil)
            #expect(tracker.date() == nil)
        }
        check()
        let stage = Stage("a")
        tracker.player = stage.player
        check()
        stage.show(1, .live(50), at: 50)
        check()
        #expect(seeks(stage) == [])
    }

    @Test("1.13: Progress follows the time within the range")
    func follows() async {
        let (tracker, stage) = video()
        #expect(tracker.progress == 0.25)
        #expect(tracker.range == 0...1)
        #expect(tracker.time == 30)
        #expect(tracker.timeRange == TimeRange(start: 0, end: 120))
        stage.send(.playing, 1)
        stage.play(for: 6)
        await observed { tracker.progress > 0.29 }
        #expect(tracker.progress < 0.31)
        stage.player.seek(.at(60))
        await observed { tracker.progress == 0.5 }
    }

    @Test("1.13: Progress appears once the item's timeline is known and disappears when the item is removed")
    func later() async {
        let stage = Stage("a")
        let tracker = ProgressTracker(interval: .seconds(1))
        tracker.player = stage.player
        stage.show(1, duration: 100, at: 50)
        await observed { tracker.progress == 0.5 }
        stage.player.removeAllItems()
        await observed { !tracker.isProgressAvailable }
    }

    @Test("1.13: Scrubbing a video holds playback and seeks with each move; on release it lands at the final position and resumes")
    func optimalVideo() {
        let (tracker, stage) = video()
        #expect(stage.player.playbackState == .playing)
        tracker.isInteracting = true
        #expect(stage.player.playbackState == .paused)
        #expect(stage.player.shouldPlay)
        tracker.progress = 0.5
        #expect(stage.player.time == 60)
        tracker.progress = 7
        #expect(tracker.progress == 1)
        #expect(tracker.time == 120)
        tracker.isInteracting = false
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.time == 119.9)
        // The last move was waiting for the first seek's frame; the end of the interaction does not wait.
        #expect(seeks(stage) == ["hold", "seek 60.0", "release 119.9"])
    }

    @Test("1.13: A paused video stays paused after an interaction, and play or pause during one takes effect at its end")
    func intention() {
        for (isPlaying, isToPlay) in [(false, false), (false, true), (true, false)] {
            let (tracker, stage) = video(playing: isPlaying)
            tracker.isInteracting = true
            tracker.progress = 0.5
            if isToPlay != isPlaying { stage.player.shouldPlay = isToPlay }
            #expect(stage.player.playbackState == .paused)
            tracker.isInteracting = false
            #expect(stage.player.playbackState == (isToPlay ? .playing : .paused))
            #expect(seeks(stage).last == "release 60.0")
        }
    }

    @Test("1.13: An interaction outlives the item that it began with, and the next item is not held")
    func nextItem() async {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.show(1, .onDemand(120), at: 30)
        let tracker = ProgressTracker(interval: .seconds(1))
        tracker.player = stage.player
        tracker.isInteracting = true
        stage.player.advanceToNextItem()
        stage.show(2, .onDemand(60), at: 0)
        #expect(stage.player.playbackState == .playing)
        tracker.isInteracting = false
        #expect(stage.player.playbackState == .playing)
    }

    @Test("1.13: Ending an interaction resumes playback even if seeking is no longer possible")
    func nowhere() async {
        let (tracker, stage) = video()
        tracker.isInteracting = true
        stage.send(.timeline(ItemID(1), .live(50)))
        await observed { !tracker.isProgressAvailable }
        tracker.isInteracting = false
        #expect(seeks(stage) == ["hold", "release"])
        #expect(stage.player.playbackState == .playing)
    }

    @Test("1.13: Audio and deferred mode keep playing during an interaction and seek only at its end", arguments: [true, false])
    func deferred(isAudio: Bool) {
        let (tracker, stage) = video(isAudio ? .optimal : .deferred, kinds: isAudio ? [.audio] : [.video])
        tracker.isInteracting = true
        tracker.progress = 0.5
        tracker.progress = 0.75
        #expect(seeks(stage) == [])
        #expect(stage.player.shouldPlay)
        #expect(tracker.time == 90)
        tracker.isInteracting = false
        #expect(seeks(stage) == ["seek 90.0"])
    }

    @Test("1.13: An interaction without a move still seeks at its end")
    func noMove() {
        let (tracker, stage) = video(.deferred)
        tracker.isInteracting = true
        tracker.isInteracting = false
        #expect(seeks(stage) == ["seek 30.0"])
    }

    @Test("1.13: The displayed time does not advance while the user moves the slider")
    func interaction() async {
        let (tracker, stage) = video(.deferred)
        tracker.isInteracting = true
        tracker.progress = 0.5
        stage.send(.playing, 1)
        // Later listeners are notified later of the same time.
        let times = stage.player.periodicTimes(every: .seconds(1))
        stage.play(for: 10)
        await Task { for await time in times where time > 38 { return } }.value
        #expect(tracker.progress == 0.5)
        #expect(tracker.time == 60)
    }

    @Test("1.13: Setting progress outside an interaction, as keys and assistive technology do, seeks at once")
    func keys() {
        let (tracker, stage) = video(.deferred)
        tracker.progress = 0.5
        #expect(seeks(stage) == ["seek 60.0"])
        #expect(stage.player.shouldPlay)
        tracker.progress = .nan
        #expect(tracker.progress == 0.5)
    }

    @Test("1.13: Changing the player during an interaction resumes the old player, and holds and seeks the new one")
    func change() {
        let (tracker, old) = video()
        let (_, new) = video()
        tracker.isInteracting = true
        #expect(old.player.playbackState == .paused)
        tracker.player = new.player
        #expect(old.player.playbackState == .playing)
        #expect(new.player.playbackState == .paused)
        #expect(tracker.isInteracting)
        #expect(tracker.progress == 0.25)
        tracker.progress = 0.5
        #expect(new.player.time == 60)
        #expect(old.player.time == 30)
        tracker.isInteracting = false
        #expect(new.player.playbackState == .playing)
    }

    @Test("1.13: An interaction that began before the video was known holds it once it is")
    func early() async {
        let stage = Stage("a")
        stage.player.play()
        let tracker = ProgressTracker(interval: .seconds(1))
        tracker.player = stage.player
        tracker.isInteracting = true
        stage.show(1)
        await stage.engine.logs { $0.contains("hold") }
        #expect(stage.player.playbackState == .paused)
        tracker.isInteracting = false
        #expect(stage.player.playbackState == .playing)
    }

    @Test("1.13: In a sliding window the time stays fixed, and dates follow the slider")
    func window() async {
        let stage = Stage("a")
        stage.show(1, .window(100, 200, dateOfZero: 1000), at: 150)
        let tracker = ProgressTracker(interval: .seconds(1), seekBehavior: .deferred)
        tracker.player = stage.player
        #expect(tracker.progress == 0.5)
        stage.send(.timeline(ItemID(1), .window(110, 210, dateOfZero: 1000)))
        await observed { abs(tracker.progress - 0.4) < 1e-9 }
        #expect(tracker.time.map { abs($0 - 150) < 1e-9 } == true)
        tracker.isInteracting = true
        tracker.progress = 0.9
        #expect(tracker.date().map { abs($0.timeIntervalSince1970 - 1200) < 1e-6 } == true)
    }

    @Test("A progress tracker is deallocated with its last reference")
    func lifetime() async {
        let stage = Stage("a")
        stage.show(1)
        var tracker: ProgressTracker? = ProgressTracker(interval: .seconds(1))
        tracker?.player = stage.player
        await observed { tracker?.isProgressAvailable == true }
        weak let gone = tracker
        tracker = nil
        #expect(gone == nil)
    }
}
