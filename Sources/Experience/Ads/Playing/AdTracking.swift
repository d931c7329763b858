// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Fires the tracking URLs of one linear ad: each once, in order, and quartiles only for what was played without gaps at normal
/// speed (VAST 4.3, 3.14).
public struct AdTracking: Sendable {
    /// What happens to the ad.
    public enum Event: Hashable, Sendable {
        /// The ad is ready to play.
        case loaded
        /// Position of the ad in seconds; the first one implies that its first frame is visible.
        case position(Double, speed: Double = 1)
        /// Playback pauses.
        case pause
        /// Playback resumes.
        case resume
        /// The viewer has sought within the ad.
        case seek(to: Double)
        /// Audio was muted, or isn't any more.
        case mute(Bool)
        /// The player was enlarged to the full screen, or isn't any more.
        case expand(Bool)
        /// The viewer skips the ad.
        case skip
        /// The viewer clicked the ad.
        case click
        /// The viewer clicked the icon of this index.
        case icon(Int)
        /// An icon became visible.
        case iconShown(Int)
        /// The viewer accepted the invitation of an overlay.
        case acceptInvitation
        /// The viewer closed an overlay.
        case overlayClosed
        /// The ad played to its end.
        case end
        /// The ad was removed before its end: the break was cut short, or the player closed.
        case close
        /// The ad can't be played, for this reason.
        case fail(VASTErrorCode)
    }

    /// Events that occur once, in this order.
    public enum Milestone: String, Hashable, Sendable, CaseIterable {
        /// The raw values are VAST's names.
        case impression, start, firstQuartile, midpoint, thirdQuartile, complete, skip
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// With values for time-dependent macros.
        case send(event: String, url: String, macros: [String: AdMacroValue])
        /// Open a page in the viewer's browser.
        case open(url: String)
    }

    /// The ad with its wrappers merged.
    public let ad: VASTAd
    /// The creative that is played.
    public let linear: VASTLinear
    /// In seconds: the media's actual duration if known, otherwise as declared by the ad.
    public let duration: Double
    private var reported: Set<String> = []
    /// Seconds played from the start without a gap.
    private var reached = 0.0
    private var run = ContinuousPlay()
    /// Whether playback is paused, as reported.
    public private(set) var isPaused = false
    private var isMuted: Bool?
    private var isExpanded: Bool?
    /// No further events are reported.
    public private(set) var isOver = false

    /// - Parameter duration: the media's actual duration in seconds; nil uses what the ad declares.
    public init(_ ad: VASTAd, _ linear: VASTLinear, duration: Double? = nil) {
        self.ad = ad
        self.linear = linear
        self.duration = duration ?? linear.duration ?? 0
    }

    /// Seconds after which it can be skipped; nil if never.
    public var skipOffset: Double? { linear.skipOffset?.seconds(of: duration).map { max(0, $0) } }

    /// Whether a milestone was reported.
    public func hasPassed(_ milestone: Milestone) -> Bool {
        reported.contains(milestone == .impression ? "impression" : "event \(milestone.rawValue)")
    }

    /// Whether the ad can be skipped at a position, in seconds.
    public func isSkippable(at position: Double) -> Bool { skipOffset.map { position >= $0 - 0.01 && $0 < duration } ?? false }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: time of the event, in seconds of any monotonic clock; for positions that are reported late, the time of the report.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        guard !isOver else { return [] }
        var actions: [Action] = []
        switch event {
        case .loaded: once("loaded", &actions)
        case .position(let position, let speed): move(to: position, speed, now, &actions)
        case .pause:
            guard !isPaused, reported.contains("impression") else { break }
            isPaused = true
            run.pause(at: now)
            record("pause", &actions)
        case .resume:
            guard isPaused else { break }
            isPaused = false
            run.resume(at: now)
            record("resume", &actions)
        case .seek(let target):
            if let position = run.position, target < position { record("rewind", &actions) }
            run.breakOff()
        case .mute(let isOn):
            if isMuted.map({ $0 != isOn }) ?? isOn { record(isOn ? "mute" : "unmute", &actions) }
            isMuted = isOn
        case .expand(let isOn):
            if isExpanded.map({ $0 != isOn }) ?? isOn {
                record(isOn ? "playerExpand" : "playerCollapse", &actions)
                // The names in VAST 2 and 3.
                record(isOn ? "fullscreen" : "exitFullscreen", &actions)
            }
            isExpanded = isOn
        case .skip:
            guard isSkippable(at: run.position ?? reached) else { break }
            once("skip", &actions)
            finish(&actions)
        case .click:
            for link in linear.clicks.tracking { send("click", link.url, &actions) }
            if let url = linear.clicks.through?.url { actions.append(.open(url: url)) }
        case .icon(let index):
            guard linear.icons.indices.contains(index) else { break }
            for link in linear.icons[index].clicks.tracking { send("iconClick", link.url, &actions) }
            if let url = linear.icons[index].clicks.through?.url { actions.append(.open(url: url)) }
        case .iconShown(let index):
            guard linear.icons.indices.contains(index), reported.insert("icon \(index)").inserted else { break }
            for url in linear.icons[index].viewTracking { send("iconView", url, &actions) }
        case .acceptInvitation:
            record("acceptInvitationLinear", &actions)
            record("acceptInvitation", &actions)
        case .overlayClosed: once("closeLinear", &actions)
        case .end:
            // The last reported position is up to a frame before the declared end.
            if run.reaches(duration, at: now) { move(to: duration, 1, now, &actions) }
            finish(&actions)
        case .close:
            if !reported.contains("impression") { once("notUsed", &actions) } else { once("closeLinear", &actions) }
            finish(&actions)
        case .fail(let code):
            report(code, &actions)
            finish(&actions)
        }
        return actions
    }

    /// Also ends the break if the ad is its last (VMAP 1.0.1, 2.3.5).
    private mutating func finish(_ actions: inout [Action]) {
        isOver = true
        if reported.contains("impression") { once("breakEnd", &actions) }
    }

    private mutating func move(to position: Double, _ speed: Double, _ now: Double, _ actions: inout [Action]) {
        guard position.isFinite, position >= 0 else { return }
        if reported.insert("impression").inserted {
            once("breakStart", &actions)
            once("loaded", &actions)
            for link in ad.impressions { send("impression", link.url, &actions) }
            once("creativeView", &actions)
            once("start", &actions)
            if !linear.interactiveFiles.isEmpty { report(.interactiveNotRun, &actions) }
        }
        if speed == 1 { run.move(to: position, at: now) } else { run.begin(at: position, moment: now) }
        // What was skipped or played at another speed doesn't count as watched.
        guard speed == 1, position > reached, let start = run.start, start <= reached + ContinuousPlay.tolerance else { return }
        reached = position
        for (name, part) in [("firstQuartile", 0.25), ("midpoint", 0.5), ("thirdQuartile", 0.75)]
        where duration > 0 && reached >= duration * part {
            progress(before: duration * part, &actions)
            once(name, &actions)
        }
        progress(before: reached, &actions)
        if duration > 0, reached >= duration - 0.01 { once("complete", &actions) }
    }

    /// Fires `progress` events at the ad's own offsets.
    private mutating func progress(before time: Double, _ actions: inout [Action]) {
        let due = linear.tracking.indices.filter { linear.tracking[$0].event == "progress" }
            .compactMap { index in linear.tracking[index].offset?.seconds(of: duration).map { (index, $0) } }
            .filter { $0.1 <= time }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        for (index, _) in due where reported.insert("progress \(index)").inserted { send("progress", linear.tracking[index].url, &actions) }
    }

    private mutating func once(_ event: String, _ actions: inout [Action]) {
        guard reported.insert("event \(event)").inserted else { return }
        record(event, &actions)
    }

    private func record(_ event: String, _ actions: inout [Action]) {
        for tracking in linear.tracking where tracking.event == event { send(event, tracking.url, &actions) }
    }

    private func report(_ code: VASTErrorCode, _ actions: inout [Action]) {
        for url in ad.errors { send("error", url, &actions, ["ERRORCODE": .number(code.number)]) }
    }

    private func send(_ event: String, _ url: String, _ actions: inout [Action], _ more: [String: AdMacroValue] = [:]) {
        guard url != "about:blank" else { return }
        let macros: [String: AdMacroValue] = ["ADPLAYHEAD": .playhead(run.position ?? 0)]
        actions.append(.send(event: event, url: url, macros: macros.merging(more) { $1 }))
    }
}
