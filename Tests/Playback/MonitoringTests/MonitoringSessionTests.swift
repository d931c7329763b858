// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxMonitoring
@testable import WindowboxPlayer

@Suite("Monitoring sessions")
struct MonitoringSessionTests {
    /// A session, its clock, and its actions.
    private struct Run {
        var session = MonitoringSession(media: "urn:1", interval: 30, environment: Sample.environment)
        var now = 0.0
        private var sessions = 0
        private(set) var reports: [MonitoringReport] = []
        private(set) var due: Double?

        mutating func handle(_ event: MonitoringSession.Event) {
            sessions += 1
            let moment = MonitoringSession.EventTime(
                now: Instant.zero + now, timestamp: Int(now * 1000), identifier: "session-\(sessions)")
            for action in session.handle(event, at: moment) {
                switch action {
                case .post(let report): reports.append(report)
                case .wake(let moment): due = moment - Instant.zero
                case .rest: due = nil
                }
            }
        }

        mutating func events(_ events: MetricEvent...) { handle(.metricEvents(events, isUsingVPN: true)) }

        mutating func takeNames() -> [String] {
            defer { reports = [] }
            return reports.map(\.name)
        }

        var status: StatusData? {
            switch reports.last?.content {
            case .heartbeat(let data), .stop(let data): data
            default: nil
            }
        }
    }

    private let metadata = Sample.event(1, .metadata(experience: 0.2, service: 0.25))
    private let asset = Sample.event(2, .asset(experience: 0.3))

    private func started() -> Run {
        var run = Run()
        run.handle(.enabled)
        run.handle(.metadata(MonitoringMetadata(metadataURL: "m", assetURL: "a")))
        run.handle(.state(Sample.state))
        run.events(metadata)
        run.events(metadata, asset)
        return run
    }

    @Test("1.18: A session starts when the media are loaded, with a heartbeat at once")
    func start() {
        var run = started()
        #expect(run.reports.map(\.name) == ["START", "HEARTBEAT"])
        guard case .start(let data)? = run.reports.first?.content else { return }
        #expect(data.media == .init(assetUrl: "a", id: "urn:1", metadataUrl: "m"))
        #expect(data.qoeTimings == .init(metadata: 200, asset: 300, total: 500))
        #expect(data.qosTimings == .init(metadata: 250))
        #expect(run.due == 30)
        #expect(run.session.identifier != nil)
        run.events(metadata, asset)
        #expect(run.takeNames() == ["START", "HEARTBEAT"], "repeated events send nothing")
    }

    @Test("1.18: A heartbeat is sent each interval with the current playback state")
    func heartbeats() {
        var run = started()
        _ = run.takeNames()
        run.now = 30
        run.handle(.heartbeat(Sample.state))
        #expect(run.status?.playbackDuration == 30_000)
        #expect(run.status?.position == 4200)
        #expect(run.status?.bitrate == 2_000_000)
        #expect(run.takeNames() == ["HEARTBEAT"])
        #expect(run.due == 60)
    }

    @Test("1.18: Only time in which playback advances counts as played")
    func duration() {
        var run = started()
        var still = Sample.state
        still.isPlaying = false
        run.now = 10
        run.handle(.state(still))
        run.now = 20
        run.handle(.state(Sample.state))
        run.now = 25
        run.handle(.heartbeat(Sample.state))
        #expect(run.status?.playbackDuration == 15_000)
    }

    @Test("1.18: Leaving an item stops its session and forgets the session ID")
    func stop() {
        var run = started()
        let identifier = run.session.identifier
        _ = run.takeNames()
        run.now = 5
        run.handle(.disabled(Sample.state))
        #expect(run.reports.map(\.sessionID) == [identifier])
        #expect(run.status?.playbackDuration == 5000)
        #expect(run.takeNames() == ["STOP"])
        #expect(run.session.identifier == nil)
        #expect(run.due == nil)
        run.handle(.heartbeat(Sample.state))
        run.handle(.disabled(Sample.state))
        #expect(run.takeNames() == [])
    }

    @Test("1.18: There is no STOP without a START")
    func neverStarted() {
        var run = Run()
        run.handle(.enabled)
        run.events(metadata)
        run.handle(.disabled(Sample.state))
        #expect(run.takeNames() == [])
    }

    @Test("1.18: A failure before the start sends START before ERROR")
    func failureAtStart() {
        var run = Run()
        run.handle(.enabled)
        run.events(metadata, Sample.event(2, .failure(Sample.failure)))
        #expect(run.reports.map(\.name) == ["START", "ERROR"])
        #expect(Set(run.reports.map(\.sessionID)).count == 1)
        guard case .error(let data)? = run.reports.last?.content else { return }
        #expect(data.name == "PlayerError(notFound)")
        #expect(data.message == "There is nothing at the address.")
        #expect(data.vpn == true)
        #expect(run.due == nil)
    }

    @Test("1.18: A failure ends the session, and its ID can be quoted until the next START")
    func failure() {
        var run = started()
        let identifier = run.session.identifier
        _ = run.takeNames()
        run.events(metadata, asset, Sample.event(3, .failure(Sample.failure)))
        #expect(run.reports.map(\.sessionID) == [identifier])
        #expect(run.takeNames() == ["ERROR"])
        run.handle(.heartbeat(Sample.state))
        run.handle(.disabled(Sample.state))
        #expect(run.takeNames() == [])
        #expect(run.session.identifier == identifier)
        run.handle(.enabled)
        run.events(Sample.event(4, .asset(experience: 1)))
        #expect(run.session.identifier != identifier)
    }

    @Test("1.18: An item that repeats stops one session and starts the next")
    func repeating() {
        var run = started()
        let first = run.session.identifier
        run.events()
        run.events(Sample.event(3, .asset(experience: 0)))
        #expect(run.takeNames() == ["START", "HEARTBEAT", "STOP", "START", "HEARTBEAT"])
        #expect(run.session.identifier != first)
    }

    @Test("1.18: Stalls are counted and their durations added up, and a finished stall does not grow")
    func stalls() {
        var run = started()
        run.now = 10
        run.events(metadata, asset, Sample.event(3, .stall))
        run.now = 12
        run.handle(.heartbeat(Sample.state))
        #expect(run.status?.stall == .init(count: 1, duration: 2000))
        run.events(metadata, asset, Sample.event(3, .stall), Sample.event(4, .resumeAfterStall))
        run.now = 50
        run.handle(.heartbeat(Sample.state))
        #expect(run.status?.stall == .init(count: 1, duration: 2000))
    }

    @Test("PB-37: A tracker that is enabled during playback starts a session")
    func switchedOn() {
        var run = started()
        run.handle(.disabled(Sample.state))
        _ = run.takeNames()
        run.handle(.enabled)
        run.handle(.state(Sample.state))
        run.events(metadata, asset)
        #expect(run.takeNames() == ["START", "HEARTBEAT"])
    }
}
