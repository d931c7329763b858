// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

@testable import windowbox_desktop

@Suite("Leftover frames")
struct LeftoverFrameTests {
    private let first = ItemID(1)
    private let second = ItemID(2)
    private let format = PictureFormat(size: PixelSize(width: 16, height: 9))
    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test("An item that plays without a frame of its own lets the previous one's go, and no later frame")
    func noFrames() {
        var rule = LeftoverFrame()
        #expect(rule.handle(.picture(first, format), current: first, at: at(1)) == nil)
        #expect(rule.handle(.ready(first, position: 0), current: first, at: at(1)) == nil)
        #expect(rule.handle(.status(second, .loading), current: second, at: at(5)) == nil)
        #expect(rule.handle(.ready(second, position: 0), current: second, at: at(6)) == at(5))
        #expect(rule.handle(.status(second, .ended), current: second, at: at(7)) == at(5))
    }

    @Test("An item with frames keeps them, at its end and when it becomes the current one again")
    func frames() {
        var rule = LeftoverFrame()
        _ = rule.handle(.picture(first, format), current: first, at: at(1))
        #expect(rule.handle(.status(first, .ended), current: first, at: at(9)) == nil)
        _ = rule.handle(.status(second, .loading), current: second, at: at(10))
        #expect(rule.handle(.ready(first, position: 0), current: first, at: at(11)) == nil)
    }

    @Test("What is loaded ahead of its turn changes nothing on screen")
    func ahead() {
        var rule = LeftoverFrame()
        _ = rule.handle(.picture(first, format), current: first, at: at(1))
        #expect(rule.handle(.ready(second, position: 0), current: first, at: at(2)) == nil)
    }
}
