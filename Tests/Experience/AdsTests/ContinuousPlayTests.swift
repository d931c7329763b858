// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds

@Suite struct ContinuousPlayTests {
    /// - Parameter reports: Positions, and when they were received.
    private func play(_ reports: [(Double, at: Double)], speed: Double = 1) -> [Bool] {
        var play = ContinuousPlay()
        play.begin(at: reports[0].0, moment: reports[0].at)
        return reports.dropFirst().map { play.move(to: $0.0, at: $0.at, speed: speed) }
    }

    @Test("A delayed report does not make the next one a jump") func late() {
        // The second is handled 1.8 s after it was sent, the third immediately.
        #expect(play([(0, at: 10), (0.2, at: 12), (2.0, at: 12.01), (2.2, at: 12.2)]) == [true, true, true])
        // Several in a row are late.
        #expect(play([(0, at: 10), (0.2, at: 11), (0.4, at: 11.5), (0.6, at: 12), (2.2, at: 12.2)]) == [true, true, true, true])
    }

    @Test("A position further ahead than playback can reach is a jump, and so is one behind") func jumps() {
        #expect(play([(0, at: 10), (0.2, at: 10.2), (1.2, at: 10.4), (1.4, at: 10.6)]) == [true, false, true])
        #expect(play([(5, at: 10), (5.2, at: 10.2), (4, at: 10.4), (4.2, at: 10.6)]) == [true, false, true])
        // Also after late reports.
        #expect(play([(0, at: 10), (0.2, at: 12), (5, at: 12.1)]) == [true, false])
    }

    @Test("A stall hides a jump only for a few reports") func stall() {
        let stalled = [(0, at: 10.0), (0.2, at: 10.2), (0.4, at: 14.4), (0.6, at: 14.6), (0.8, at: 14.8), (1.0, at: 15.0), (1.2, at: 15.2)]
        #expect(play(stalled + [(4, at: 15.4)]).last == false)
    }

    @Test("Nothing plays during a pause, so continuing elsewhere is a jump") func pauses() {
        var play = ContinuousPlay()
        play.begin(at: 0, moment: 10)
        play.move(to: 1, at: 11)
        play.pause(at: 11)
        #expect(play.reaches(1.2, at: 30))
        #expect(!play.reaches(3, at: 30))
        play.resume(at: 71)
        #expect(play.reaches(1.2, at: 71.2))
        #expect(!play.reaches(9, at: 71.2))
    }

    @Test("At double speed twice as much is played") func fast() {
        #expect(play([(0, at: 10), (4, at: 12), (8, at: 14)], speed: 2) == [true, true])
        #expect(play([(0, at: 10), (4, at: 11)], speed: 2) == [false])
    }

    @Test("Before the first report and after an interruption no position is reached by playing") func nothing() {
        var play = ContinuousPlay()
        #expect(!play.reaches(0, at: 0))
        play.move(to: 0, at: 0)
        #expect(play.reaches(1, at: 1))
        #expect(play.start == 0)
        play.breakOff()
        #expect(play.start == nil)
        #expect(!play.reaches(1.2, at: 1.2))
        play.move(to: 1.2, at: 1.2)
        #expect(play.start == 1.2)
    }
}
