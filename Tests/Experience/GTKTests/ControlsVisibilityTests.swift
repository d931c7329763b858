// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

/// Events as `time event` lines, against what was answered.
@Suite("Controls' visibility")
struct ControlsVisibilityTests {
    typealias Event = ControlsVisibility.Event

    /// Plays events, and the wakes that were asked for, in the order of time.
    /// - Returns: when controls were shown and hidden.
    private func play(_ events: [(Double, Event)], until end: Double) -> [String] {
        var visibility = ControlsVisibility(delay: 3)
        var events = events
        var timeline: [String] = []
        var wake: Double?
        while true {
            let next = events.first?.0 ?? .infinity
            let time = min(next, wake ?? .infinity)
            guard time <= end else { return timeline }
            let event: Event
            if let due = wake, due <= next {
                wake = nil
                event = .wake
            } else {
                event = events.removeFirst().1
            }
            for action in visibility.handle(event, at: Instant(seconds: time)) {
                switch action {
                case .show: timeline.append("\(time) show")
                case .hide: timeline.append("\(time) hide")
                case .wake(let moment):
                    #expect(wake == nil, "one wake at a time")
                    wake = moment.seconds
                }
            }
        }
    }

    @Test("While playing, they hide after the delay")
    func hides() {
        #expect(play([(0, .playback(.playing))], until: 60) == ["3.0 hide"])
    }

    @Test("Activity shows them and starts the delay anew")
    func activity() {
        let events: [(Double, Event)] = [(0, .playback(.playing)), (2, .activity), (4, .activity), (10, .activity)]
        #expect(play(events, until: 60) == ["7.0 hide", "10.0 show", "13.0 hide"])
    }

    @Test("Paused, they show at once and stay")
    func paused() {
        let events: [(Double, Event)] = [(0, .playback(.playing)), (5, .playback(.paused)), (6, .pointerLeft)]
        #expect(play(events, until: 60) == ["3.0 hide", "5.0 show"])
    }

    @Test("Ended, failed or empty, they stay as they are", arguments: [1.0, 5.0])
    func inactive(_ end: Double) {
        let timeline = play([(0, .playback(.playing)), (end, .playback(.inactive))], until: 60)
        #expect(timeline == (end < 3 ? [] : ["3.0 hide"]))
    }

    @Test("The pointer that leaves takes them along, but only while playing")
    func pointerLeaves() {
        #expect(play([(0, .playback(.playing)), (1, .pointerLeft)], until: 60) == ["1.0 hide"])
        #expect(play([(0, .playback(.paused)), (1, .pointerLeft)], until: 60) == [])
    }

    @Test(
        "Whatever holds them shows them and keeps them; the delay starts when it lets go",
        arguments: [ControlsVisibility.Hold.pointer, .seeking, .menu, .screenReader])
    func holds(_ hold: ControlsVisibility.Hold) {
        let events: [(Double, Event)] = [(0, .playback(.playing)), (5, .hold(hold, true)), (20, .pointerLeft), (30, .hold(hold, false))]
        #expect(play(events, until: 60) == ["3.0 hide", "5.0 show", "33.0 hide"])
    }

    @Test("Two holds need two releases")
    func twoHolds() {
        let events: [(Double, Event)] = [
            (0, .hold(.menu, true)), (0, .hold(.seeking, true)), (0, .playback(.playing)), (5, .hold(.menu, false)),
            (20, .hold(.seeking, false)),
        ]
        #expect(play(events, until: 60) == ["23.0 hide"])
    }

    @Test("Releasing what was not held is no activity")
    func emptyRelease() {
        #expect(play([(0, .playback(.playing)), (2, .hold(.menu, false))], until: 60) == ["3.0 hide"])
    }

    @Test("A tap hides what is visible and shows what is not")
    func toggle() {
        let events: [(Double, Event)] = [(0, .playback(.playing)), (1, .toggle), (2, .toggle)]
        #expect(play(events, until: 60) == ["1.0 hide", "2.0 show", "5.0 hide"])
        #expect(
            play([(0, .playback(.paused)), (1, .toggle), (2, .playback(.playing)), (3, .playback(.paused))], until: 60) == [
                "1.0 hide", "3.0 show",
            ])
        #expect(play([(0, .hold(.menu, true)), (1, .toggle)], until: 60) == [])
    }

    @Test("The same playback again changes nothing")
    func samePlayback() {
        #expect(play([(0, .playback(.playing)), (2, .playback(.playing))], until: 60) == ["3.0 hide"])
    }
}
