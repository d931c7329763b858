// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxMonitoring

@Suite("Audience measurement sessions")
struct AnalyticsSessionTests {
    private struct Run {
        var session = AnalyticsSession()
        var now = Instant.zero
        var state = AnalyticsState()
        private(set) var events: [AnalyticsEvent] = []
        private(set) var due: Instant?

        init(isLive: Bool = false) {
            state.isLive = isLive
            handle(.enabled)
        }

        mutating func handle(_ event: AnalyticsSession.Event) {
            for action in session.handle(event, at: now) {
                switch action {
                case .send(let event): events.append(event)
                case .wake(let moment): due = moment
                case .rest: due = nil
                }
            }
        }

        mutating func go(_ activity: AnalyticsState.Activity) {
            (state.activity, state.flows) = (activity, activity == .playing)
            handle(.state(state))
        }

        mutating func pass(_ seconds: Double) {
            let end = now + seconds
            while let moment = due, moment <= end {
                now = moment
                due = nil
                handle(.woke(state))
            }
            now = end
        }

        mutating func takeNames() -> [AnalyticsEvent.Name] {
            defer { events = [] }
            return events.map(\.name)
        }
    }

    @Test("1.33: Nothing is reported before the first play")
    func first() {
        var run = Run()
        for activity in [AnalyticsState.Activity.idle, .paused, .seeking, .ended] { run.go(activity) }
        run.handle(.disabled(run.state))
        #expect(run.takeNames() == [])
    }

    @Test("1.33: Play, pause, seek and end are reported once each")
    func states() {
        var run = Run()
        for activity in [AnalyticsState.Activity.playing, .playing, .paused, .paused, .playing, .seeking, .playing, .ended, .ended] {
            run.go(activity)
        }
        run.go(.playing)
        #expect(run.takeNames() == [.play, .pause, .play, .seek, .play, .eof, .play])
        run.handle(.disabled(run.state))
        #expect(run.takeNames() == [.stop])
    }

    @Test(
        "1.33: Events that would confuse a service are not reported",
        arguments: [
            (AnalyticsEvent.Name.pause, AnalyticsEvent.Name.seek), (.pause, .eof), (.seek, .pause), (.seek, .eof), (.eof, .pause),
            (.eof, .seek), (.eof, .stop), (.stop, .play), (.stop, .stop), (.play, .play),
        ])
    func ignored(last: AnalyticsEvent.Name, next: AnalyticsEvent.Name) {
        #expect(!AnalyticsSession.mayFollow(next, last))
    }

    @Test("1.33: A seek while paused is not reported, but the next play is")
    func pausedSeek() {
        var run = Run()
        for activity in [AnalyticsState.Activity.playing, .paused, .seeking, .paused, .playing] { run.go(activity) }
        #expect(run.takeNames() == [.play, .pause, .play])
    }

    @Test("1.33: The position is reported every 30 seconds during playback only")
    func positions() {
        var run = Run()
        run.go(.playing)
        run.pass(29.9)
        #expect(run.takeNames() == [.play])
        run.pass(60.2)
        #expect(run.takeNames() == [.position, .position, .position])
        run.go(.paused)
        run.pass(100)
        #expect(run.takeNames() == [.pause])
        run.go(.playing)
        run.pass(31)
        #expect(run.takeNames() == [.play, .position])
    }

    @Test("1.33: A live stream also reports an uptime event every minute")
    func uptime() {
        var run = Run(isLive: true)
        run.go(.playing)
        run.pass(120.5)
        #expect(run.takeNames() == [.play, .position, .position, .uptime, .position, .position, .uptime])
    }

    @Test("1.33: Positions are media time on demand, and for live streams the time played, with the distance to the live edge")
    func mediaPosition() {
        var run = Run()
        run.state.time = 4000
        run.go(.playing)
        #expect(run.events.last?.mediaPosition == 4000)
        #expect(run.events.last?.timeshift == nil)
        var live = Run(isLive: true)
        live.state.timeshift = 12_000
        live.go(.playing)
        live.pass(10)
        live.go(.paused)
        live.pass(10)
        live.go(.playing)
        live.pass(5)
        live.handle(.disabled(live.state))
        #expect(live.events.map(\.mediaPosition) == [0, 10_000, 10_000, 15_000])
        #expect(live.events.last?.timeshift == 12_000)
    }

    @Test("1.33: The application's labels are sent with each event, also after the item returns")
    func labels() {
        var run = Run()
        run.session.labels = ["title": "A"]
        run.go(.playing)
        run.handle(.disabled(run.state))
        run.handle(.enabled)
        run.go(.playing)
        #expect(run.events.map(\.labels) == Array(repeating: ["title": "A"], count: 3))
        #expect(run.takeNames() == [.play, .stop, .play])
    }
}
