// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Stall watch")
struct StallWatchTests {
    private let start = Instant.zero

    @Test("A stall and its end are reported once")
    func once() {
        var watch = StallWatch()
        #expect(watch.handle(.ended, at: start) == nil, "there was no stall")
        #expect(watch.handle(.lacksData, at: start) == .stalled)
        #expect(watch.handle(.lacksData, at: start + 1) == nil)
        #expect(watch.handle(.ended, at: start + 2) == .resumed)
        #expect(watch.handle(.ended, at: start + 3) == nil)
        #expect(watch.handle(.lacksData, at: start + 4) == .stalled)
    }

    @Test("The engine is asked to play again every five seconds while playback is wanted and the stall lasts")
    func patience() {
        var watch = StallWatch()
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 100) == nil, "nothing is stalled")
        _ = watch.handle(.lacksData, at: start)
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 4.9) == nil)
        #expect(watch.handle(.woke(shouldPlay: false), at: start + 6) == nil)
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 6) == .tryAgain)
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 10.9) == nil)
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 11) == .tryAgain)
        _ = watch.handle(.ended, at: start + 12)
        #expect(watch.handle(.woke(shouldPlay: true), at: start + 60) == nil)
    }
}
