// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Why playback of an item ended.
public struct FinishReason: Vocabulary {
    /// The word that is sent to the service.
    public let rawValue: String
    /// - Parameter rawValue: the word that is sent to the service.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The viewer went on to the next item.
    public static let swipeNext = Self(rawValue: "swipe_next")
    /// The viewer went back to the previous item.
    public static let swipePrevious = Self(rawValue: "swipe_previous")
    /// The viewer closed the player.
    public static let dismissed = Self(rawValue: "dismissed")
    /// The end was reached, and the next item plays.
    public static let endAdvanced = Self(rawValue: "end_advanced")
    /// The end was reached, and the item plays again.
    public static let endLooped = Self(rawValue: "end_looped")
    /// The end was reached, and nothing else plays.
    public static let endStopped = Self(rawValue: "end_stopped")
    /// The viewer closed picture in picture.
    public static let pictureInPictureClosed = Self(rawValue: "pip_closed")
    /// The item can't be played.
    public static let error = Self(rawValue: "error")
    /// The app closed the player, or went to another item.
    public static let hostClosed = Self(rawValue: "host_closed")
    /// The reasons named here.
    public static let known: [Self] = [
        swipeNext, swipePrevious, dismissed, endAdvanced, endLooped, endStopped, pictureInPictureClosed, error, hostClosed,
    ]

    /// The video was played to the end.
    public var isEnd: Bool { self == .endAdvanced || self == .endLooped || self == .endStopped }
}

/// Decides which events to report during one visit to an item.
public struct PlaybackReport: Sendable {
    /// What happens to the item.
    public enum Event: Hashable, Sendable {
        /// It is visible and not playing yet.
        case shown
        /// The viewer starts waiting for the first frame of a playable item.
        case awaited
        /// The first frame is visible.
        case picture
        /// Playback has stalled for lack of data, or has resumed.
        case stalled(Bool)
        /// Quality changes since the player received the item, and live latency in seconds.
        case measured(renditionChanges: Int, latency: Double?)
        /// The position in seconds, several times per second during playback; the first one implies a visible frame.
        case position(Double)
        /// The duration in seconds, if it becomes known later than in the feed.
        case duration(Double)
        /// The user seeks to this position, in seconds.
        case seek(to: Double)
        /// By the user, or because it left the view.
        case pause(byUser: Bool)
        /// By the user, or because it returned to the view.
        case resume(byUser: Bool)
        /// By the user.
        case mute(Bool)
        /// It entered or left full screen.
        case fullScreen(Bool)
        /// Played to the end. If it loops, the next pass starts.
        case ended(FinishReason)
        /// The user restarts it after its end or a failure.
        case replay
        /// Left for another reason.
        case left(FinishReason)
        /// The user clicked the call-to-action button.
        case clickCTA(type: CallToActionType, url: String)
        /// The user clicked the share button.
        case clickShare
        /// The user has chosen a share target.
        case share
        /// The user sent a like.
        case like
        /// The user sent a chat message.
        case chat(messageID: String)
        /// A product, a poll or another element was used.
        case interaction(EventName, product: String? = nil, properties: [String: JSONValue] = [:])
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Send to the service.
        case record(EventDraft)
        /// Report to the host.
        case notify(PlaybackNotice)
    }

    /// When a view counts as engaged, and what a seek is.
    public struct Settings: Hashable, Sendable {
        /// Seconds of playback, in full screen or a story block, after which a view counts as engaged.
        public var engagedAfter = 3.0
        /// A longer change of position, in seconds, is a seek and doesn't count as watched.
        public var longestStep = 2.0

        public init() {}
    }

    /// The video, and where it plays.
    public let context: ReportContext
    /// The settings given at initialization.
    public let settings: Settings
    /// How often the item was begun in this visit, from 1.
    public private(set) var pass = 1
    private var duration: Double?
    private var position = 0.0
    private var lastPosition: Double?
    private var watched = 0.0
    /// In all passes of the session, in seconds.
    private var watchedInAll = 0.0
    private var quality = PlaybackQuality()
    private var hasClicked = false
    private var engaged = 0.0
    private var quartiles = 0
    private var hasImpression = false
    private var hasStarted = false
    private var hasEngaged = false
    /// The visit is over.
    private var isClosed = false
    private var isPaused = false
    private var isMuted: Bool?
    private var isFullScreen: Bool

    /// - Parameter isFullScreen: whether the visit begins in full screen.
    public init(_ context: ReportContext, isFullScreen: Bool = false, settings: Settings = Settings()) {
        self.context = context
        self.settings = settings
        self.isFullScreen = isFullScreen
        duration = context.video.durationMS > 0 ? Double(context.video.durationMS) / 1000 : nil
    }

    private var isAd: Bool { context.video.type == .ad }
    private var isLive: Bool { context.video.type == .liveStream && context.video.isReplay != true }
    private var mayEngage: Bool { !isAd && !isLive }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .replay:
            guard isClosed else { break }
            (isClosed, isPaused, watchedInAll) = (false, false, 0)
            if hasStarted { beginPass() }
            quality.beginAgain(at: now)
        case _ where isClosed: break
        case .shown: impress(&actions)
        case .awaited: quality.handle(.awaited, at: now)
        case .picture: quality.handle(.picture, at: now)
        case .stalled(let isStalled): quality.handle(.stalled(isStalled), at: now)
        case .measured(let changes, let latency): quality.handle(.measured(renditionChanges: changes, latency: latency), at: now)
        case .position(let time):
            quality.handle(.picture, at: now)
            move(to: time, &actions)
        case .duration(let seconds): if seconds.isFinite, seconds > 0, !isLive { duration = seconds }
        case .seek(let target):
            lastPosition = nil
            quality.handle(.stalled(false), at: now)
            position = max(0, target)
            cross(&actions)
        case .pause(let byUser):
            guard hasStarted, !isPaused else { break }
            (isPaused, lastPosition) = (true, nil)
            quality.handle(.stalled(false), at: now)
            if byUser { record(.pause, &actions) }
            actions.append(.notify(byUser ? .paused : .automaticallyPaused))
        case .resume(let byUser):
            guard hasStarted, isPaused else { break }
            isPaused = false
            if byUser { record(.resume, &actions) }
            actions.append(.notify(byUser ? .resumed : .automaticallyResumed))
        case .mute(let isOn):
            guard isMuted != isOn else { break }
            let isFirst = isMuted == nil
            isMuted = isOn
            if !isFirst { actions.append(.notify(isOn ? .muted : .unmuted)) }
        case .fullScreen(let isOn): (isFullScreen, engaged) = (isOn, hasEngaged ? engaged : 0)
        case .ended(let reason): end(reason, at: now, &actions)
        case .left(let reason): leave(reason, at: now, &actions)
        case .clickCTA(let type, let url):
            record(.clickCTA, &actions) {
                $0.properties["cta_type"] = .string(type.rawValue)
                $0.properties["cta_url"] = .string(url)
                if hasClicked { $0.properties[ViewerEvent.repetition] = true }
            }
            hasClicked = true
            actions.append(.notify(.tappedCTA))
            engage(&actions)
        case .clickShare:
            record(.clickShare, &actions)
            actions.append(.notify(.tappedShare))
        case .share: record(.share, &actions)
        case .like: if isLive { record(.liveSendLike, &actions) }
        case .chat(let message): if isLive { record(.liveSendChat, &actions) { $0.properties["message_id"] = .string(message) } }
        case .interaction(let name, let product, let properties):
            record(name, &actions) { ($0.productID, $0.properties) = (product, properties) }
        }
        return actions
    }

    private mutating func impress(_ actions: inout [Action]) {
        guard !hasImpression else { return }
        hasImpression = true
        record(.impression, &actions)
        actions.append(.notify(.impression))
    }

    private mutating func move(to time: Double, _ actions: inout [Action]) {
        guard time.isFinite, time >= 0 else { return }
        impress(&actions)
        position = time
        if !hasStarted {
            hasStarted = true
            record(isAd ? .adStart : .start, &actions)
            actions.append(.notify(isAd ? .startedAd : .started))
            if isLive { record(.liveUserJoin, &actions) }
        }
        let step = lastPosition.map { time - $0 } ?? 0
        lastPosition = time
        if step > 0, step <= settings.longestStep {
            watched += step
            watchedInAll += step
            if isFullScreen || context.isEngaging { engaged += step }
        }
        cross(&actions)
        if engaged >= settings.engagedAfter { engage(&actions) }
    }

    /// Reports the progress events that the position has passed, each once per pass and in order.
    private mutating func cross(_ actions: inout [Action]) {
        guard hasStarted, !isAd, !isLive, let duration else { return }
        let names: [(EventName, PlaybackNotice)] = [
            (.firstQuartile, .firstQuartile), (.midpoint, .midpoint), (.thirdQuartile, .thirdQuartile),
        ]
        while quartiles < names.count, position >= duration * Double(quartiles + 1) / 4 {
            record(names[quartiles].0, &actions)
            actions.append(.notify(names[quartiles].1))
            quartiles += 1
        }
    }

    private mutating func engage(_ actions: inout [Action]) {
        guard !hasEngaged, mayEngage, hasStarted else { return }
        hasEngaged = true
        record(.engagedView, &actions)
    }

    private mutating func end(_ reason: FinishReason, at now: Double, _ actions: inout [Action]) {
        guard reason.isEnd, hasStarted else { return }
        if !isLive, !isAd {
            if let duration { position = max(position, duration) }
            cross(&actions)
            record(.complete, &actions) { $0.reason = reason }
        }
        if isAd { record(.adEnd, &actions) { $0.reason = reason } }
        actions.append(.notify(isAd ? .finishedAd(reason) : .finished(reason)))
        if reason == .endLooped { beginPass() } else { close(reason, at: now, &actions) }
    }

    private mutating func leave(_ reason: FinishReason, at now: Double, _ actions: inout [Action]) {
        if hasStarted { actions.append(.notify(.closed(reason))) }
        close(reason, at: now, &actions)
    }

    private mutating func close(_ reason: FinishReason, at now: Double, _ actions: inout [Action]) {
        if hasStarted, isLive { record(.liveUserLeave, &actions) { $0.reason = reason } }
        // An autoplay item that left the view before it started was not abandoned by the viewer.
        if hasStarted || (quality.isAwaited && !context.isAutoplay) {
            record(.session, &actions) {
                $0.reason = reason
                $0.properties.merge(quality.properties(hasStarted: hasStarted, at: now)) { $1 }
                $0.properties["complete"] = .bool(reason.isEnd)
                $0.properties[SessionMeasure.watched.rawValue] = .integer($0.watchedMS)
            }
        }
        isClosed = true
    }

    private mutating func beginPass() {
        pass += 1
        (position, lastPosition, quartiles, watched) = (0, nil, 0, 0)
    }

    private func record(_ name: EventName, _ actions: inout [Action], _ change: (inout EventDraft) -> Void = { _ in }) {
        var draft = EventDraft(name, context)
        draft.pass = pass
        draft.progressMS = milliseconds(position)
        draft.durationMS = duration.map(milliseconds)
        // A session reports all of its passes, a completion only its own.
        let watched = name == .session ? watchedInAll : watched
        draft.watchedMS = milliseconds(watched)
        if name == .complete || name == .session, let duration {
            draft.properties[ViewerEvent.ratio] = .number(min(1, (watched / duration * 1000).rounded() / 1000))
        }
        change(&draft)
        actions.append(.record(draft))
    }

    private func milliseconds(_ seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1_000_000) * 1000) }
}
