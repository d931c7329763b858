// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxGTK

@Suite("Seek bar marks")
struct SeekMarkTests {
    @Test("1.20: The chapter under the pointer is named")
    func titles() {
        let marks = [
            SeekMark(.openingCredits, TimeRange(start: 0, end: 5)), SeekMark(.chapter("One"), TimeRange(start: 0, end: 10)),
            SeekMark(.chapter(""), TimeRange(start: 10, end: 20)),
        ]
        #expect(SeekMark.title(at: 3, in: marks) == "One")
        #expect(SeekMark.title(at: 10, in: marks) == nil)
        #expect(SeekMark.title(at: 30, in: marks) == nil)
        #expect(SeekMark.chapters(marks).map(\.title) == ["One"])
    }

    @Test("A break shows its remaining and skip time, and a primary-like one nothing")
    func breaks() {
        var event = ScheduledInterstitial(id: "ad", place: .time(10), asset: .playlist("http://ads/ad.m3u8"))
        #expect(PlayingBreak(nil) == nil)
        #expect(PlayingBreak(PlayingInterstitial(event: event, elapsed: 3)) == PlayingBreak())
        event.duration = 30
        event.playoutLimit = 20
        let skip = ScheduledInterstitial.SkipControl(offset: 5, duration: 4)
        func shown(_ elapsed: Double) -> PlayingBreak? {
            PlayingBreak(PlayingInterstitial(event: event, elapsed: elapsed, skipControl: skip))
        }
        #expect(shown(2.2) == PlayingBreak(remaining: 18, skippableIn: 3))
        #expect(shown(5) == PlayingBreak(remaining: 15, skippableIn: 0))
        #expect(shown(9.5) == PlayingBreak(remaining: 11, skippableIn: nil))
        #expect(shown(99)?.remaining == 0)
        event.looksPrimary = true
        #expect(shown(2) == nil)
    }

    @Test("A near start has a countdown, a distant or past one none")
    func countdown() {
        #expect(StartCountdown.text(0) == nil)
        #expect(StartCountdown.text(-5) == nil)
        #expect(StartCountdown.text(59.2) == "Starts in 1:00")
        #expect(StartCountdown.text(86_400 + 3_661) == "Starts in 1 day 1:01:01")
        #expect(StartCountdown.text(3 * 86_400) == "Starts in 3 days 0:00")
        #expect(StartCountdown.text(101 * 86_400) == nil)
    }
}
