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

    @Test("A report that is heard late does not make the next a jump") func late() {
        // The second is handled 1.8 s after it was sent, the third immediately.
        #expect(play([(0, at: 10), (0.2, at: 12), (2.0, at: 12.01), (2.2, at: 12.2)]) == [true, true, true])
        // Several in a row are late.
        #expect(play([(0, at: 10), (0.2, at: 11), (0.4, at: 11.5), (0.6, at: 12), (2.2, at: 12.2)]) == [true, true, true, true])
    }

    @Test("What is further ahead than playing can be is a jump, and so is what lies behind") func jumps() {
        #expect(play([(0, at: 10), (0.2, at: 10.2), (1.2, at: 10.4), (1.4, at: 10.6)]) == [true, false, true])
        #expect(play([(5, at: 10), (5.2, at: 10.2), (4, at: 10.4), (4.2, at: 10.6)]) == [true, false, true])
        // Also after late reports.
        #expect(play([(0, at: 10), (0.2, at: 12), (5, at: 12.1)]) == [true, false])
    }

    @Test("A standstill hides a jump no longer than a few reports") func stall() {
        let stalled = [(0, at: 10.0), (0.2, at: 10.2), (0.4, at: 14.4), (0.6, at: 14.6), (0.8, at: 14.8), (1.0, at: 15.0), (1.2, at: 15.2)]
        #expect(play(stalled + [(4, at: 15.4)]).last == false)
    }

    @Test("In a pause nothing plays: who goes on elsewhere jumped") func pauses() {
        var play = ContinuousPlay()
        play.begin(at: 0, moment: 10)
        play.move(to: 1, at: 11)
        play.pause(at: 11)
        #expect(play.reaches(1.2, at: 30) && !play.reaches(3, at: 30))
        play.resume(at: 71)
        #expect(play.reaches(1.2, at: 71.2) && !play.reaches(9, at: 71.2))
    }

    @Test("At twice the speed twice as much is played") func fast() {
        #expect(play([(0, at: 10), (4, at: 12), (8, at: 14)], speed: 2) == [true, true])
        #expect(play([(0, at: 10), (4, at: 11)], speed: 2) == [false])
    }

    @Test("Before a first report, and after one breaks off, nothing is come to by playing") func nothing() {
        var play = ContinuousPlay()
        #expect(!play.reaches(0, at: 0))
        play.move(to: 0, at: 0)
        #expect(play.reaches(1, at: 1) && play.start == 0)
        play.breakOff()
        #expect(play.start == nil && !play.reaches(1.2, at: 1.2))
        play.move(to: 1.2, at: 1.2)
        #expect(play.start == 1.2)
    }
}
