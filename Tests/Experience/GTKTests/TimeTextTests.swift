// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Time formatting")
struct TimeTextTests {
    @Test(
        "Clock times",
        arguments: [
            (0, "0:00"), (59.99, "0:59"), (65, "1:05"), (3665, "1:01:05"), (36000, "10:00:00"), (-30, "−0:30"), (-0.4, "0:00"),
            (.infinity, "–"), (.nan, "–"), (1e300, "–"),
        ])
    func clock(_ seconds: Double, _ text: String) {
        #expect(TimeText.clock(seconds) == text)
    }

    @Test(
        "Spoken times",
        arguments: [
            (0, "0 seconds"), (1, "1 second"), (62, "1 minute 2 seconds"), (7200, "2 hours"), (-61, "minus 1 minute 1 second"),
            (.nan, "unknown"),
        ])
    func spoken(_ seconds: Double, _ text: String) {
        #expect(TimeText.spoken(seconds) == text)
    }

    @Test("Speeds", arguments: [(1, "1×"), (0.5, "0.5×"), (1.25, "1.25×"), (2, "2×"), (1.05, "1.05×"), (0.999, "1×")])
    func speed(_ rate: Double, _ text: String) {
        #expect(TimeText.speed(rate) == text)
    }

    @Test("The time line counts from the start, and in a live stream from the live edge")
    @MainActor func timeLine() {
        let player = ClockPlayer()
        player.position = 65
        #expect(TimeLine.text(of: player) == "1:05 / 3:20")
        player.isLive = true
        #expect(TimeLine.text(of: player) == "−2:15")
        player.position = 195
        #expect(TimeLine.text(of: player) == "")
        player.seekable = nil
        #expect(TimeLine.text(of: player) == "")
        player.isLive = false
        #expect(TimeLine.text(of: player) == "3:15")
        player.seekable = TimeRange(start: 100, end: 200)
        #expect(TimeLine.text(of: player) == "1:35 / 1:40")
    }
}
