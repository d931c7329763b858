// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Visibility of controls", .timeLimit(.minutes(1)))
struct VisibilityTrackerTests {
    private let clock = ManualPlayerClock()
    private let stage = Stage("a")

    private func tracker(hidden: Bool = false, playing: Bool = true) -> VisibilityTracker {
        let tracker = VisibilityTracker(delay: 3, isUserInterfaceHidden: hidden, clock: clock)
        if playing { stage.player.play() }
        stage.show(1)
        tracker.player = stage.player
        return tracker
    }

    @Test("1.14: Without a player, controls neither show nor hide")
    func empty() {
        let tracker = VisibilityTracker(delay: 3, isUserInterfaceHidden: false, clock: clock)
        tracker.toggle()
        tracker.hide()
        clock.advance(by: 10)
        #expect(!tracker.isUserInterfaceHidden)
        let hidden = VisibilityTracker(delay: 3, isUserInterfaceHidden: true, clock: clock)
        hidden.toggle()
        hidden.show()
        #expect(hidden.isUserInterfaceHidden)
    }

    @Test("1.14: During playback, controls hide after the delay, and showing them restarts it")
    func playing() {
        let tracker = tracker()
        clock.advance(by: 2.9)
        #expect(!tracker.isUserInterfaceHidden)
        tracker.show()
        clock.advance(by: 2.9)
        #expect(!tracker.isUserInterfaceHidden)
        clock.advance(by: 0.2)
        #expect(tracker.isUserInterfaceHidden)
        #expect(clock.nextWake == nil)
        tracker.toggle()
        #expect(!tracker.isUserInterfaceHidden)
        tracker.toggle()
        #expect(tracker.isUserInterfaceHidden)
        tracker.toggle()
        clock.advance(by: 3.1)
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Pausing shows the controls at once and keeps them visible")
    func paused() async {
        let tracker = tracker(hidden: true)
        #expect(tracker.isUserInterfaceHidden)
        stage.player.pause()
        await observed { !tracker.isUserInterfaceHidden }
        clock.advance(by: 60)
        #expect(!tracker.isUserInterfaceHidden)
        tracker.hide()
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: After a failure controls neither hide nor show automatically", arguments: [true, false])
    func inactive(hidden: Bool) async {
        let tracker = tracker(hidden: hidden)
        stage.fail(1)
        await stage.settles { $0.playbackState == .idle }
        tracker.reset()
        clock.advance(by: 0.1)
        #expect(tracker.isUserInterfaceHidden == hidden)
    }

    @Test("1.14: With a screen reader, controls show and stay visible")
    func screenReader() {
        let tracker = tracker(hidden: true)
        tracker.hold(.screenReader)
        #expect(!tracker.isUserInterfaceHidden)
        clock.advance(by: 60)
        tracker.toggle()
        tracker.hide()
        tracker.pointerLeft()
        #expect(!tracker.isUserInterfaceHidden)
        tracker.release(.screenReader)
        clock.advance(by: 2.9)
        #expect(!tracker.isUserInterfaceHidden)
        clock.advance(by: 0.2)
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Controls stay visible until the last hold is released")
    func holds() {
        let tracker = tracker()
        tracker.hold(.menu)
        tracker.hold(.seeking)
        tracker.release(.menu)
        clock.advance(by: 60)
        #expect(!tracker.isUserInterfaceHidden)
        tracker.release(.seeking)
        tracker.release(.pointer)
        clock.advance(by: 3.1)
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Controls hide when the pointer leaves during playback, but not while paused")
    func pointer() async {
        let tracker = tracker()
        tracker.pointerLeft()
        #expect(tracker.isUserInterfaceHidden)
        stage.player.pause()
        await observed { !tracker.isUserInterfaceHidden }
        tracker.pointerLeft()
        #expect(!tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Returning to the foreground shows the controls unless playing", arguments: [true, false])
    func foreground(playing: Bool) {
        let tracker = tracker(playing: playing)
        tracker.hide()
        tracker.becameForeground()
        #expect(tracker.isUserInterfaceHidden == playing)
    }

    @Test("1.14: Activity restarts the delay of visible controls but does not show hidden ones")
    func reset() {
        let tracker = tracker()
        for _ in 0..<5 {
            clock.advance(by: 2)
            tracker.reset()
        }
        #expect(!tracker.isUserInterfaceHidden)
        clock.advance(by: 3.1)
        #expect(tracker.isUserInterfaceHidden)
        tracker.reset()
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Changing the player keeps the visibility and restarts the delay")
    func change() {
        let tracker = tracker()
        clock.advance(by: 2)
        let other = Stage("b")
        other.player.play()
        other.show(1)
        tracker.player = other.player
        clock.advance(by: 2)
        #expect(!tracker.isUserInterfaceHidden)
        clock.advance(by: 1.1)
        #expect(tracker.isUserInterfaceHidden)
        tracker.player = stage.player
        #expect(tracker.isUserInterfaceHidden)
    }

    @Test("1.14: Another kind of player can report its playback state, but an assigned player takes precedence")
    func otherPlayer() {
        let tracker = VisibilityTracker(delay: 3, isUserInterfaceHidden: false, clock: clock)
        tracker.follow(.playing)
        clock.advance(by: 4)
        #expect(tracker.isUserInterfaceHidden)
        tracker.follow(.paused)
        #expect(!tracker.isUserInterfaceHidden)
        tracker.player = stage.player
        tracker.follow(.playing)
        clock.advance(by: 4)
        #expect(!tracker.isUserInterfaceHidden)
    }
}
