// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Decides which player enters picture in picture, and tracks which one is in it.
public struct PictureInPictureRule: Sendable {
    /// The current state of a player.
    public struct Candidate: Hashable, Sendable {
        /// Where a player is.
        public enum Location: Hashable, Sendable {
            /// In the full-screen player.
            case fullScreen
            /// With its visible fraction, 0...1.
            case widget(visible: Double)
        }

        /// Identifies the feed that the player belongs to.
        public var feedID: String
        /// Where the player is.
        public var location: Location
        /// The feed's own setting.
        public var isEnabled = true
        /// Media is loaded.
        public var isLoaded = true
        /// Whether it is playing now.
        public var isPlaying = true
        /// Paused by the user; other pauses don't count.
        public var isPausedByUser = false
        /// Ads don't enter picture in picture.
        public var videoType = VideoType.video
        /// An access code is needed; locked videos don't enter picture in picture.
        public var isLocked = false
        /// The viewer's region is excluded; such videos don't enter picture in picture.
        public var isRegionBlocked = false
        /// When it last played, in seconds.
        public var lastPlayed = 0.0

        public init(feedID: String, location: Location) {
            self.feedID = feedID
            self.location = location
        }

        var isEligible: Bool {
            isEnabled && isLoaded && (isPlaying || isPausedByUser) && videoType != .ad && !isLocked && !isRegionBlocked
        }

        var visible: Double? {
            if case .widget(let part) = location, isPlaying, part > 0 { part } else { nil }
        }
    }

    /// What happens to the window.
    public enum Event: Sendable {
        /// Start a given feed, or the best candidate.
        case start(feedID: String?, [Candidate])
        /// Close the window, if it shows this feed, or any if nil.
        case stop(feedID: String?)
        /// The window has opened.
        case started
        /// The window could not be opened.
        case failed(reason: String)
        /// The user closed the window, or asked to return to the page.
        case closed(restores: Bool)
        /// The feed was released, or its setting was turned off.
        case lost(feedID: String)
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Tell the host that the window is about to open.
        case willStart(feedID: String)
        /// Open the window with the feed's player.
        case open(feedID: String)
        /// Tell the host that the window is open.
        case didStart(feedID: String)
        /// Tell the host that the window could not be opened.
        case failedToStart(feedID: String, FeedPictureInPictureError)
        /// Tell the host that the window is about to close.
        case willStop(feedID: String)
        /// Close the window.
        case close(feedID: String)
        /// The host should show the player's page again.
        case restore(feedID: String)
        /// Tell the host that the window is closed.
        case didStop(feedID: String)
        /// Nothing was started.
        case refuse(FeedPictureInPictureError)
        /// For observers: whether the window is shown.
        case shown(Bool)
    }

    /// The feed in the window.
    public private(set) var active: String?
    /// Whether the window is open.
    public private(set) var isShown = false

    public init() {}

    /// The default candidate: full screen, then the most visible one that plays, then the most recent; never the one already in the window.
    public static func choice(among candidates: [Candidate], besides active: String? = nil) -> String? {
        let fit = candidates.filter { $0.isEligible && $0.feedID != active }
        if let full = fit.first(where: { $0.location == .fullScreen }) { return full.feedID }
        if let best = fit.filter({ $0.visible != nil }).max(by: { ($0.visible ?? 0) < ($1.visible ?? 0) }) { return best.feedID }
        return fit.max { $0.lastPlayed < $1.lastPlayed }?.feedID
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .start(let requested, let candidates):
            if let requested {
                guard requested != active else { return [] }
                guard let candidate = candidates.first(where: { $0.feedID == requested }) else { return [.refuse(.noEligiblePlayer)] }
                guard candidate.isEnabled else { return [.refuse(.notEnabled)] }
                guard candidate.isEligible else { return [.refuse(.noEligiblePlayer)] }
            }
            guard let chosen = requested ?? Self.choice(among: candidates, besides: active) else { return [.refuse(.noEligiblePlayer)] }
            let previous = leave(restores: false, isClosing: true)
            active = chosen
            return previous + [.willStart(feedID: chosen), .open(feedID: chosen)]
        case .stop(let requested):
            guard active != nil, requested == nil || requested == active else { return [.refuse(.notActive)] }
            return leave(restores: true, isClosing: true)
        case .started:
            guard let active, !isShown else { return [] }
            isShown = true
            return [.didStart(feedID: active), .shown(true)]
        case .failed(let reason):
            guard let active, !isShown else { return [] }
            self.active = nil
            return [.failedToStart(feedID: active, .failedToStart(reason))]
        case .closed(let restores): return leave(restores: restores, isClosing: false)
        case .lost(let feedID): return feedID == active ? leave(restores: false, isClosing: true) : []
        }
    }

    private mutating func leave(restores: Bool, isClosing: Bool) -> [Action] {
        guard let feedID = active else { return [] }
        let wasShown = isShown
        (active, isShown) = (nil, false)
        var actions: [Action] = [.willStop(feedID: feedID)]
        if isClosing { actions.append(.close(feedID: feedID)) }
        if restores { actions.append(.restore(feedID: feedID)) }
        actions.append(.didStop(feedID: feedID))
        return wasShown ? actions + [.shown(false)] : actions
    }
}

/// Why picture in picture could not start or stop.
public struct FeedPictureInPictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// No player qualifies: there is none, or only ads, locked or blocked videos, or the one already in the window.
        public static let noEligiblePlayer = Code("noEligiblePlayer")
        /// Picture in picture is turned off for the feed.
        public static let notEnabled = Code("notEnabled")
        /// Picture in picture is not active.
        public static let notActive = Code("notActive")
        /// The desktop refused the window.
        public static let failedToStart = Code("failedToStart")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    public let description: String

    private init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Matches by code, as in `catch let error as FeedPictureInPictureError where .notActive ~= error`.
    public static func ~= (code: Code, error: FeedPictureInPictureError) -> Bool { error.code == code }

    static let noEligiblePlayer = FeedPictureInPictureError(
        .noEligiblePlayer, "No player can enter picture in picture now; play a video that is neither an ad nor locked.")
    static let notEnabled = FeedPictureInPictureError(
        .notEnabled, "Picture in picture is off for this feed; set isPictureInPictureEnabled first.")
    static let notActive = FeedPictureInPictureError(.notActive, "Picture in picture isn't active for this feed.")
    static func failedToStart(_ reason: String) -> FeedPictureInPictureError {
        FeedPictureInPictureError(.failedToStart, "The desktop didn't open the picture-in-picture window: \(reason)")
    }
}
