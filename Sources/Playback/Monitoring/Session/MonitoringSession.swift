// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// Decides when the playback of an item is reported, and how.
///
/// A session begins with START when the media is ready, and ends with STOP or ERROR. Each START has its own identifier. It is dropped after
/// STOP, and kept after ERROR so that the user can quote it.
struct MonitoringSession {
    /// The time of an event.
    struct EventTime {
        var now: Instant
        /// Milliseconds since 1970.
        var timestamp: Int
        /// The identifier for a session that begins now.
        var identifier: String
    }

    enum Event {
        case enabled
        case metadata(MonitoringMetadata)
        case state(MonitoredState)
        /// All events so far, oldest first.
        case metricEvents([MetricEvent], isUsingVPN: Bool?)
        /// The time requested with ``Action/wake(at:)`` has come.
        case heartbeat(MonitoredState)
        case disabled(MonitoredState)
    }

    enum Action: Hashable {
        case post(MonitoringReport)
        /// Requests ``Event/heartbeat(_:)`` at a time. Replaces an earlier request.
        case wake(at: Instant)
        /// No more heartbeats are needed.
        case rest
    }

    /// The identifier of the current session, or of the one that an error ended.
    private(set) var identifier: String?
    private let media: String?
    private let interval: Double
    private let environment: MonitoringEnvironment
    private var metadata = MonitoringMetadata()
    private var state = MonitoredState()
    private var isStarted = false
    private var lastEvent = 0
    private var experience = StartData.ExperienceTimings()
    private var service = StartData.ServiceTimings()
    private var playing = Stopwatch()
    private var stallWatch = Stopwatch()
    private var stalls = 0

    /// - Parameters:
    ///   - media: the name of the content.
    ///   - interval: seconds between heartbeats.
    init(media: String?, interval: Double, environment: MonitoringEnvironment) {
        self.media = media
        self.interval = interval
        self.environment = environment
    }

    mutating func handle(_ event: Event, at moment: EventTime) -> [Action] {
        switch event {
        case .enabled:
            (lastEvent, state, experience, service) = (0, MonitoredState(), .init(), .init())
            return []
        case .metadata(let metadata):
            self.metadata = metadata
            return []
        case .state(let state):
            setState(state, at: moment)
            return []
        case .metricEvents(let events, let isUsingVPN):
            if events.isEmpty { (experience, service) = (.init(), .init()) }
            let news = events.filter { $0.id > lastEvent }
            lastEvent = events.last?.id ?? lastEvent
            return news.flatMap { handle($0, isUsingVPN, at: moment) }
        case .heartbeat(let state):
            guard isStarted else { return [] }
            setState(state, at: moment)
            return [.post(report(.heartbeat(status(at: moment)), at: moment)), .wake(at: moment.now + interval)]
        case .disabled(let state):
            setState(state, at: moment)
            return stop(at: moment)
        }
    }

    private mutating func handle(_ event: MetricEvent, _ isUsingVPN: Bool?, at moment: EventTime) -> [Action] {
        switch event.kind {
        case .metadata(let experience, let service):
            self.experience.metadata = Int(milliseconds: experience)
            self.service.metadata = Int(milliseconds: service)
            return []
        case .asset(let seconds):
            let end = stop(at: moment)
            experience.asset = Int(milliseconds: seconds)
            experience.total = experience.asset.map { $0 + (experience.metadata ?? 0) }
            return end + [start(at: moment)]
                + [.post(report(.heartbeat(status(at: moment)), at: moment)), .wake(at: moment.now + interval)]
        case .failure(let error):
            let beginning = isStarted ? [] : [start(at: moment)]
            isStarted = false
            playing.run(false, at: moment.now)
            return beginning + [.post(report(.error(failure(error, isUsingVPN)), at: moment)), .rest]
        case .stall:
            stalls += 1
            stallWatch.run(true, at: moment.now)
            return []
        case .resumeAfterStall:
            stallWatch.run(false, at: moment.now)
            return []
        case .warning: return []
        }
    }

    private mutating func setState(_ state: MonitoredState, at moment: EventTime) {
        let url = self.state.url
        self.state = state
        if state.url == nil { self.state.url = url }
        if isStarted { playing.run(state.isPlaying, at: moment.now) }
    }

    private mutating func start(at moment: EventTime) -> Action {
        identifier = moment.identifier
        isStarted = true
        (playing, stallWatch, stalls) = (Stopwatch(), Stopwatch(), 0)
        playing.run(state.isPlaying, at: moment.now)
        let data = StartData(
            environment: environment, media: .init(assetUrl: metadata.assetURL, id: media, metadataUrl: metadata.metadataURL),
            qoeTimings: experience, qosTimings: service)
        return .post(report(.start(data), at: moment))
    }

    /// Ends the session. Without a START, there is no STOP.
    private mutating func stop(at moment: EventTime) -> [Action] {
        guard isStarted else { return [] }
        let report = report(.stop(status(at: moment)), at: moment)
        isStarted = false
        identifier = nil
        return [.post(report), .rest]
    }

    // MARK: Reports

    private func report(_ content: MonitoringReport.Content, at moment: EventTime) -> MonitoringReport {
        MonitoringReport(sessionID: identifier ?? "", timestamp: moment.timestamp, content: content)
    }

    private func status(at moment: EventTime) -> StatusData {
        StatusData(
            audio: state.audio, bandwidth: state.bandwidth, bitrate: state.bitrate, bufferedDuration: state.bufferedDuration,
            duration: state.duration,
            frameDrops: state.frameDrops, playbackDuration: Int(milliseconds: playing.seconds(at: moment.now)) ?? 0,
            position: state.position, positionTimestamp: state.positionTimestamp,
            stall: .init(count: stalls, duration: Int(milliseconds: stallWatch.seconds(at: moment.now)) ?? 0),
            streamType: state.streamType, subtitles: state.subtitles, url: state.url)
    }

    private func failure(_ error: PlayerError, _ isUsingVPN: Bool?) -> ErrorData {
        ErrorData(
            audio: state.audio, message: error.description, name: "PlayerError(\(error.code.name))", position: state.position,
            positionTimestamp: state.positionTimestamp, subtitles: state.subtitles, url: error.url ?? state.url ?? metadata.assetURL,
            vpn: isUsingVPN)
    }
}
