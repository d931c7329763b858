// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxFeed
import WindowboxGTK

@testable import WindowboxFeedViews

@Suite struct PageStartTests {
    @Test("The first items start where it was asked for, and reloaded ones at their first item, from its beginning, and playing")
    func reload() {
        var start = PageStart(at: 2, position: 7, isPlayed: false)
        #expect(start.begin(count: 0)?.index == nil)
        let first = start.begin(count: 5)
        #expect(first?.index == 2)
        #expect(first?.isPaused == true)
        #expect(start.pictureReady(1) == nil)
        #expect(start.pictureReady(2) == 7)
        #expect(start.pictureReady(2) == nil)
        let again = start.begin(count: 5)
        #expect(again?.index == 0)
        #expect(again?.isPaused == false)
        #expect(start.pictureReady(0) == nil)
        #expect(start.pictureReady(2) == nil)
    }

    @Test("A position that was awaited when the feed was reloaded is forgotten")
    func forgotten() {
        var start = PageStart(at: 0, position: 7, isPlayed: true)
        _ = start.begin(count: 5)
        _ = start.begin(count: 5)
        #expect(start.pictureReady(0) == nil)
        start.go(to: 3, of: 1)
        _ = start.begin(count: 5)
        #expect(start.pictureReady(1) == nil)
    }

    @Test("The index is kept within the items, and a later position replaces the awaited one")
    func bounds() {
        var start = PageStart(at: 9, position: nil, isPlayed: true)
        #expect(start.begin(count: 3)?.index == 2)
        start.go(to: 4, of: 1)
        start.go(to: 5, of: 2)
        #expect(start.pictureReady(1) == nil)
        #expect(start.pictureReady(2) == 5)
        var negative = PageStart(at: -1, position: 1, isPlayed: true)
        #expect(negative.begin(count: 3)?.index == 0)
        #expect(negative.pictureReady(0) == 1)
    }
}

@Suite struct PagePresenceTests {
    private func seen() -> PagePresence {
        var presence = PagePresence()
        #expect(presence.handle(.mapped(true), isPlaying: false, at: 0).isEmpty)
        return presence
    }

    @Test("A page that is no longer seen is paused, and resumed once nothing hides it any more")
    func hidden() {
        var presence = seen()
        #expect(presence.handle(.covered(true), isPlaying: true, at: 1) == [.pause])
        #expect(presence.handle(.mapped(false), isPlaying: false, at: 2).isEmpty)
        #expect(presence.handle(.covered(false), isPlaying: false, at: 3).isEmpty)
        #expect(presence.isPausedUnseen)
        #expect(!presence.isSeen)
        #expect(presence.handle(.mapped(true), isPlaying: false, at: 4) == [.resume])
        #expect(presence.handle(.mapped(true), isPlaying: true, at: 5).isEmpty)
    }

    @Test("What the user paused is not resumed")
    func paused() {
        var presence = seen()
        #expect(presence.handle(.covered(true), isPlaying: false, at: 1).isEmpty)
        #expect(presence.handle(.covered(false), isPlaying: false, at: 2).isEmpty)
        #expect(!presence.isPausedUnseen)
    }

    @Test("An item that begins on a covered page is paused, and the time at which it was shown is kept")
    func next() {
        var presence = seen()
        #expect(presence.handle(.shown, isPlaying: true, at: 3).isEmpty)
        _ = presence.handle(.covered(true), isPlaying: true, at: 4)
        #expect(presence.handle(.shown, isPlaying: true, at: 5) == [.pause])
        #expect(presence.lastShown == 5)
    }

    @Test("In the small window it plays on while hidden, and is paused when that closes and nobody has brought it back")
    func smallWindow() {
        var presence = seen()
        _ = presence.handle(.smallWindow(true), isPlaying: true, at: 1)
        #expect(presence.handle(.mapped(false), isPlaying: true, at: 2).isEmpty)
        #expect(presence.handle(.shown, isPlaying: true, at: 3).isEmpty)
        _ = presence.handle(.smallWindow(false), isPlaying: true, at: 4)
        var closed = presence
        #expect(presence.handle(.returned, isPlaying: true, at: 5) == [.pause])
        _ = closed.handle(.closed, isPlaying: true, at: 5)
        #expect(closed.handle(.returned, isPlaying: true, at: 6).isEmpty)
        var restored = seen()
        _ = restored.handle(.smallWindow(true), isPlaying: true, at: 1)
        _ = restored.handle(.smallWindow(false), isPlaying: true, at: 2)
        #expect(restored.handle(.returned, isPlaying: true, at: 3).isEmpty)
    }
}

@Suite struct SwipeInputTests {
    private let across = SwipeRule(direction: .horizontal, isRightToLeft: false)
    private let down = SwipeRule(direction: .vertical, isRightToLeft: false)

    @Test("A drag moves the item behind the distance of a click, and its speed when released decides with its length")
    func drag() {
        var input = SwipeInput(slack: 12)
        #expect(input.handle(.pulled(-8), down, at: 0) == [.pull(by: 0, side: 1)])
        #expect(input.handle(.pulled(-28), down, at: 0.05) == [.pull(by: -16, side: 1)])
        #expect(input.handle(.pulled(30), down, at: 0.1) == [.pull(by: 18, side: -1)])
        #expect(input.handle(.released(30), down, at: 1) == [.settle(step: 0, velocity: 0)])
        #expect(input.handle(.released(-80), down, at: 2) == [.settle(step: 1, velocity: 0)])
        #expect(input.handle(.released(nil), down, at: 3) == [.settle(step: 0, velocity: 0)])
    }

    @Test("The speed of one drag doesn't count for the next")
    func speed() {
        var input = SwipeInput(slack: 12)
        _ = input.handle(.pulled(0), across, at: 0)
        _ = input.handle(.pulled(-60), across, at: 0.0625)
        #expect(input.handle(.released(-60), across, at: 0.0625) == [.settle(step: 1, velocity: -960)])
        #expect(input.handle(.released(-10), across, at: 0.0625) == [.settle(step: 0, velocity: 0)])
    }

    @Test("The wheel goes along either axis, mirrored where the language is, and a touchpad drags along the items' axis only")
    func wheel() {
        var input = SwipeInput(slack: 12)
        #expect(input.handle(.wheel(0, 1), across, at: 0) == [.step(1)])
        #expect(input.handle(.wheel(1, 0), SwipeRule(direction: .horizontal, isRightToLeft: true), at: 1) == [.step(-1)])
        #expect(input.handle(.wheel(0, 0.25), across, at: 2).isEmpty)
        #expect(input.handle(.pad(.began), down, at: 3).isEmpty)
        #expect(input.handle(.pad(.moved(x: 0, y: 30)), down, at: 3) == [.pull(by: -18, side: 1)])
        #expect(input.handle(.pad(.ended), down, at: 4) == [.settle(step: 0, velocity: 0)])
        #expect(input.handle(.pad(.moved(x: 40, y: 0)), down, at: 5) == [.step(1)])
    }
}

@Suite struct VideoCoverTests {
    private let narrow = PageSize(width: 360, height: 640)
    private let wide = PageSize(width: 1280, height: 720)

    @Test("Captions stay above what is at the bottom, and out of a drawer below or beside the video, whichever takes more")
    func captions() {
        var cover = VideoCover()
        cover.bottom = 100
        #expect(cover.insets(in: narrow, isRightToLeft: false) == CaptionSpace(bottom: 100))
        cover.cover("cart", true)
        cover.cover("products", true)
        cover.cover("products", false)
        #expect(cover.insets(in: narrow, isRightToLeft: false) == CaptionSpace(bottom: 512))
        #expect(cover.insets(in: wide, isRightToLeft: false) == CaptionSpace(bottom: 100, sides: .init(right: 380)))
        #expect(cover.insets(in: wide, isRightToLeft: true) == CaptionSpace(bottom: 100, sides: .init(left: 380)))
        cover.cover("cart", false)
        #expect(cover.insets(in: wide, isRightToLeft: true) == CaptionSpace(bottom: 100))
    }

    @Test("The controls in the middle move up only if the widgets at the bottom take more than a third of the page")
    func lift() {
        var cover = VideoCover()
        cover.bottom = 200
        #expect(cover.lift(in: narrow) == 0)
        cover.bottom = 300
        #expect(cover.lift(in: narrow) == 300)
    }
}
