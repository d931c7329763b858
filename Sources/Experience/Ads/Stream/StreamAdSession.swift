// SPDX-License-Identifier: Apache-2.0

/// The session logic of a stitched stream: decides which requests to make, where to seek, and which events to report.
///
/// It has neither a player nor a clock: the owner reports events and executes the returned actions.
public struct StreamAdSession: Sendable {
    /// How a session behaves, fixed at its start.
    public struct Settings: Hashable, Sendable {
        /// Which breaks a seek of the viewer plays.
        public enum SeekRule: Hashable, Sendable {
            /// Plays the last break passed over if it is unwatched, then resumes at the viewer's target.
            case snapback
            /// Plays the last break passed over, watched or not.
            case lastBreak
        }

        /// Which breaks a seek of the viewer plays.
        public var seekRule = SeekRule.snapback
        /// Whether a failed stream is requested again, before falling back to content without ads.
        public var recoversAutomatically = true
        /// Minimum seconds between two recoveries; a second failure before that falls back to content without ads.
        public var recoveryPause = 10.0
        /// Seconds in the background after which the stream's URLs have expired.
        public var longBackground = 300.0
        /// Maximum seconds for the stream to load before falling back to content without ads; infinity waits forever.
        public var mediaTimeout = 8.0
        /// Duration of the fade-in after the shutter opens, in seconds.
        public var shutterFade = 0.25
        /// Whether to cover the video during a seek without ads.
        public var usesShutter = true

        public init() {}
    }

    /// An input of a session.
    public enum Event: Sendable {
        /// - `bookmark`: start position in content seconds.
        case begin(StreamRequest, bookmark: Double? = nil, autoPlay: Bool = false)
        /// The service's answer: the stream, and its breaks in seconds of the stream.
        case loaded(url: String, breaks: [StreamBreak], isLive: Bool)
        /// The breaks of the stream have changed.
        case breaks([StreamBreak])
        /// The actual stream type, from the playlist; overrides the type assumed by the request.
        case kind(isLive: Bool)
        /// The request to the service failed.
        case failed(StreamFailure)
        /// ``Settings/mediaTimeout`` has expired since ``Action/load(_:)``.
        case loadingTimedOut
        /// The player can seek.
        case ready(duration: Double?)
        /// In seconds of the stream, several times per second during playback.
        case position(Double)
        /// A seek of the player has ended at this time of the stream.
        case seekEnded(at: Double)
        /// The viewer wants to play.
        case play
        /// The viewer wants to pause.
        case pause
        /// The viewer seeks in the stream.
        case seek(to: Double)
        /// The app seeks in the content, without playing ads on the way.
        case seekWithoutAds(toContent: Double)
        /// The viewer wants to skip the ad.
        case skip
        /// The viewer clicked the ad.
        case click
        /// The stream was played to its end.
        case ended
        /// The player can't play the stream.
        case streamFailed
        /// The audio server was restarted.
        case audioReset
        /// The machine or the app is back after this many seconds.
        case foreground(afterSeconds: Double)
        /// The network has become available or unavailable.
        case network(isReachable: Bool)
        /// Picture in picture begins or ends.
        case pictureInPicture(Bool)
        /// For upcoming breaks; live streams only.
        case replaceParameters([String: String])
    }

    /// What the owner of a session does.
    public enum Action: Hashable, Sendable {
        /// Ask the service for a stream.
        case request(StreamRequest)
        /// Load the stream at this URL into the player.
        case load(String)
        /// Load the content without ads.
        case loadBackup
        /// Recreate everything that belongs to the stream before the next request.
        case rebuild
        /// Seek to this time of the stream.
        case seek(to: Double)
        /// Start or resume playback.
        case play
        /// Pause playback.
        case pause
        /// Whether the viewer can seek.
        case seekable(Bool)
        /// Whether playback must be linear, as in picture in picture during ads.
        case linear(Bool)
        /// Hide or show the video, fading for this many seconds, while a seek passes other content.
        case shutter(isOn: Bool, fade: Double)
        /// Tell the service the new ad parameters.
        case replaceParameters([String: String])
        /// Report that picture in picture isn't possible now.
        case refusePictureInPicture
        /// Report this to the app.
        case emit(StreamAdEvent)
    }

    enum Phase: Hashable, Sendable { case idle, requesting, loading, playing, backup, over }

    /// The current break and ad.
    struct Current: Hashable, Sendable {
        var index: Int
        var ad: Int?
        /// Watched for the first time.
        var isNew: Bool
        /// Seconds of the ad played without a gap.
        var reached = 0.0
        /// The number of quartile events reported.
        var quartiles = 0
    }

    /// The settings given at initialization.
    public let settings: Settings
    /// The breaks by time, and which of them were played.
    public internal(set) var timeline = StreamTimeline()
    /// The breaks of the stream with their ads, in seconds of the stream.
    public internal(set) var breaks: [StreamBreak] = []
    /// In seconds of the stream.
    public internal(set) var position = 0.0
    var phase = Phase.idle
    var request: StreamRequest?
    var duration: Double?
    var current: Current?
    var targets = SeekTargets()
    var recovery = StreamRecovery()
    var milestones = StreamMilestones()
    var isSeeking = false
    var isPaused = false
    var isShutterClosed = false
    var isInPictureInPicture = false

    /// Creates a session that waits for ``Event/begin(_:bookmark:autoPlay:)``.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Whether the position is in a break.
    public var isInAd: Bool { current != nil }
    /// Where playback resumes after the current break because of a seek or bookmark, in seconds of the stream.
    public var destination: Double? { current == nil ? nil : targets.afterBreak(in: timeline) }
    /// Whether no content follows the break that starts at this time.
    public func isAtEnd(_ start: Double) -> Bool {
        guard let duration, let entry = breaks.first(where: { $0.start == start }) else { return false }
        return entry.end >= duration - 0.5
    }
    /// The stream was played to its end.
    public var isOver: Bool { phase == .over }
    /// Whether a seek by the viewer would be accepted.
    public var canSeek: Bool { (phase == .playing || phase == .backup) && current == nil && !isSeeking }
    /// The position in content time, in seconds: without ads.
    public var contentTime: Double { phase == .backup ? position : timeline.contentTime(at: position) }
    /// The position to store for the next session, in content time; nil for live streams.
    public var bookmarkToKeep: Double? { timeline.isLive || phase == .idle || phase == .requesting ? nil : contentTime }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .begin(let request, let bookmark, let autoPlay):
            self = StreamAdSession(settings: settings)
            (self.request, targets, isPaused, phase) = (request, SeekTargets(bookmark: bookmark), !autoPlay, .requesting)
            actions.append(.request(request))
        case .loaded(let url, let breaks, let isLive):
            guard phase == .requesting else { break }
            phase = .loading
            timeline = StreamTimeline([], isLive: isLive)
            actions += [.emit(.streamLoaded), .load(url)]
            update(breaks, &actions)
        case .breaks(let breaks): if phase == .loading || phase == .playing { update(breaks, &actions) }
        case .kind(let isLive):
            if phase == .loading, timeline.isLive != isLive { timeline = StreamTimeline(timeline.cuepoints, isLive: isLive) }
        case .failed(let failure): if phase == .requesting || phase == .loading { backup(failure, &actions) }
        case .loadingTimedOut: if phase == .loading { backup(.mediaTimeout, &actions) }
        case .ready(let duration): begin(duration, &actions)
        case .position(let time): if !isSeeking { move(to: time, &actions) }
        case .seekEnded(let time): seekEnded(time, &actions)
        case .play: setPaused(false, &actions)
        case .pause: setPaused(true, &actions)
        case .seek(let target):
            // Seeking back from the end is allowed.
            if phase == .over { phase = .playing }
            seek(to: target, &actions)
        case .seekWithoutAds(let content): seekWithoutAds(content, &actions)
        case .skip: skip(&actions)
        case .click: if let ad = currentAd { actions.append(.emit(.clicked(ad: ad.id))) }
        case .ended:
            leave(at: position, isThrough: true, &actions)
            phase = .over
        case .streamFailed: recover(phase == .loading ? .initialisation : .playing, now, &actions)
        case .audioReset: recover(nil, now, &actions)
        case .foreground(let seconds): if seconds >= settings.longBackground { recover(nil, now, &actions) }
        case .network(let isReachable):
            if recovery.network(isReachable: isReachable) { recover(.network, now, &actions) }
        case .pictureInPicture(let isOn):
            // A window that is already open may continue during ads, but must not be opened during them.
            if isOn, current != nil, !isInPictureInPicture { actions.append(.refusePictureInPicture) } else { isInPictureInPicture = isOn }
        case .replaceParameters(let parameters):
            guard timeline.isLive, phase == .playing || phase == .loading else { break }
            request?.adTagParameters = parameters
            actions.append(.replaceParameters(parameters))
        }
        return actions
    }

    var currentAd: StreamBreak.Ad? { current.flatMap { current in current.ad.map { breaks[current.index].ads[$0] } } }

    private mutating func update(_ new: [StreamBreak], _ actions: inout [Action]) {
        let played = Set(zip(breaks, timeline.cuepoints).filter { $0.1.isPlayed }.map { $0.0.id })
        var kept: [StreamBreak] = []
        for var entry in new.filter({ $0.duration > 0 && $0.start >= 0 }).sorted(by: { $0.start < $1.start }) {
            let end = kept.last?.end ?? 0
            guard entry.start >= end - 1e-6 else { continue }
            // Without the rounding error of its predecessor's end, so that each break has a cuepoint.
            entry.start = max(entry.start, end)
            kept.append(entry)
        }
        // Find the current break in the new list. In a live stream its time is estimated again.
        if let current {
            let old = breaks[current.index]
            let found = kept.firstIndex { abs($0.start - old.start) < 0.001 } ?? kept.firstIndex { $0.id == old.id }
            if let found, current.ad ?? 0 < kept[found].ads.count {
                self.current?.index = found
            } else {
                leave(at: position, isThrough: false, &actions)
            }
        }
        breaks = kept
        let cuepoints = breaks.map { StreamCuepoint(start: $0.start, end: $0.end, isPlayed: played.contains($0.id)) }
        guard cuepoints != timeline.cuepoints else { return }
        timeline = StreamTimeline(cuepoints, isLive: timeline.isLive)
        if !timeline.isLive { actions.append(.emit(.cuepointsChanged(timeline.cuepoints))) }
    }

    private mutating func setPaused(_ isPaused: Bool, _ actions: inout [Action]) {
        guard phase != .idle, phase != .over else { return }
        let changes = self.isPaused != isPaused
        self.isPaused = isPaused
        if phase == .playing || phase == .backup { actions.append(isPaused ? .pause : .play) }
        if changes, let ad = currentAd { actions.append(.emit(isPaused ? .paused(ad: ad.id) : .resumed(ad: ad.id))) }
    }
}
