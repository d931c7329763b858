// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxFeed
import WindowboxGTK

@testable import WindowboxFeedViews

@Suite("Moving between items")
struct MovingTests {
    @Test("A swipe moves along the feed, and is mirrored from right to left")
    func swipes() {
        let across = SwipeRule(direction: .horizontal, isRightToLeft: false)
        #expect([across.step(x: -80, y: 10), across.step(x: 80, y: 10), across.step(x: 10, y: -300)] == [1, -1, 0])
        #expect(across.step(x: -39, y: 0) == 0)
        let mirrored = SwipeRule(direction: .horizontal, isRightToLeft: true)
        #expect([mirrored.step(x: -80, y: 0), mirrored.step(x: 80, y: 0)] == [-1, 1])
        let down = SwipeRule(direction: .vertical, isRightToLeft: true)
        #expect([down.step(x: 0, y: -80), down.step(x: 0, y: 80), down.step(x: 90, y: 80)] == [1, -1, 0])
    }

    @Test("A released drag advances if long or fast enough, and does nothing if reversed")
    func pulls() {
        let down = SwipeRule(direction: .vertical, isRightToLeft: false)
        #expect([down.side(of: -1), down.side(of: 1), down.side(of: 0)] == [1, -1, 0])
        #expect(SwipeRule(direction: .horizontal, isRightToLeft: true).side(of: -1) == -1)
        #expect(down.step(distance: -40, velocity: 0) == 1)
        #expect(down.step(distance: 300, velocity: 900) == -1)
        #expect(down.step(distance: -20, velocity: -100) == 0)
        #expect(down.step(distance: -20, velocity: -600) == 1)
        #expect(down.step(distance: -300, velocity: 400) == 0)
    }

    @Test("A drag's velocity is measured over its last moments")
    func speed() {
        var speed = SwipeSpeed()
        #expect(speed.velocity(at: 1) == 0)
        speed.moved(to: 100, at: 1)
        #expect(speed.velocity(at: 1) == 0)
        speed.moved(to: 110, at: 2)
        speed.moved(to: 90, at: 2.05)
        #expect(abs(speed.velocity(at: 2.05) + 400) < 1e-6)
        // Held still before the release.
        #expect(speed.velocity(at: 3) == 0)
    }

    @Test("A wheel turn moves one item, however many steps a touchpad sends")
    func wheel() {
        var rule = WheelRule()
        #expect(rule.step(1, at: 10) == 1)
        // The same turn continues.
        #expect((1...20).map { rule.step(1, at: 10 + Double($0) * 0.01) }.allSatisfy { $0 == 0 })
        #expect(rule.step(-1, at: 11) == -1)
        // Small steps add up if they follow each other in the same direction.
        var gentle = WheelRule()
        #expect((0..<4).map { gentle.step(0.25, at: Double($0) * 0.05) } == [0, 0, 0, 1])
        #expect(gentle.step(0.9, at: 5) == 0)
        #expect(gentle.step(0.9, at: 6) == 0)
        #expect(gentle.step(-0.9, at: 6.1) == 0)
    }

    @Test("Touchpad fingers drag along the feed and scroll across it, as they began")
    func pad() {
        var pad = PadRule()
        #expect(pad.moved(x: 0, y: 2, along: .vertical) == nil)
        #expect(pad.moved(x: 1, y: 3, along: .vertical) == .pull(-5))
        // The decision holds until the fingers are lifted.
        #expect(pad.moved(x: 90, y: 1, along: .vertical) == .pull(-6))
        #expect(pad.ended(along: .vertical) == -6)
        #expect(pad.ended(along: .vertical) == nil)
        #expect(pad.moved(x: 0, y: 20, along: .horizontal) == .steps(x: 0, y: 0.5))
        #expect(pad.ended(along: .horizontal) == nil)
        #expect(pad.moved(x: -8, y: 3, along: .horizontal) == .pull(8))
    }

    @Test("Arrow keys follow the feed, page keys always work, and combinations with Ctrl or Alt are ignored, except Alt and the arrow back")
    func keys() {
        func meaning(_ key: KeyboardKey, _ direction: PlayerViewConfiguration.ScrollDirection = .horizontal, rtl: Bool = false)
            -> PageCommand?
        {
            PageCommand.of(key, [], direction: direction, isRightToLeft: rtl)
        }
        #expect(meaning(.right) == .next)
        #expect(meaning(.right, rtl: true) == .previous)
        #expect(meaning(.left, .vertical) == .skip(-5))
        #expect(meaning(.left, .vertical, rtl: true) == .skip(5))
        #expect(meaning(.pageDown) == .next)
        #expect(meaning(.up, .vertical) == .previous)
        #expect(meaning(.space) == .togglePlayPause)
        #expect(meaning(.escape) == .close)
        #expect(meaning(KeyboardKey("m")) == .toggleSound)
        #expect(meaning(KeyboardKey("x")) == nil)
        #expect(PageCommand.of(.right, .alt, direction: .horizontal, isRightToLeft: false) == nil)
        #expect(PageCommand.of(.left, .alt, direction: .horizontal, isRightToLeft: false) == .close)
        #expect(PageCommand.of(.right, .alt, direction: .vertical, isRightToLeft: true) == .close)
    }

    @Test("A poster stays until the item is ready and has a frame")
    func poster() {
        var rule = PosterRule()
        #expect(rule.isPosterShown)
        rule.ready()
        #expect(rule.isPosterShown)
        rule.picture(true)
        #expect(!rule.isPosterShown)
        rule.begin()
        rule.picture(true)
        #expect(rule.isPosterShown)
    }

    @Test("A video fills its page unless too much would be cropped")
    func fill() {
        #expect(PageFill.gravity(.fullBleed, aspect: 9.0 / 16, page: 0.5) == .fill)
        #expect(PageFill.gravity(.fullBleed, aspect: 9.0 / 16, page: 16.0 / 9) == .fit)
        #expect(PageFill.gravity(.fit, aspect: 9.0 / 16, page: 0.5) == .fit)
        #expect(PageFill.gravity(.fullBleed, aspect: 0, page: 1) == .fill)
    }
}
