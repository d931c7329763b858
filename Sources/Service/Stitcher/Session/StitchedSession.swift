// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// One viewer's session: what was decided for each break, once, for all renditions.
///
/// It is a value that can be stored and read again; whoever has it, the origin and the films gives the same playlists. Two requests
/// that come at once must be handled one after the other, so that a break is asked for once.
public struct StitchedSession: Hashable, Sendable, Codable {
    public let id: String
    public let configuration: Configuration
    public let viewer: Viewer
    /// For the ad server; a live session's may be replaced for breaks to come.
    public internal(set) var parameters: [String: String]
    /// Seconds since 1970.
    public let created: Double
    public internal(set) var lastUsed: Double
    public internal(set) var isDeleted = false
    /// Where the live stream was when the session joined, on the stream's clock.
    public internal(set) var joinedEdge: Double?
    /// In the order they were found.
    public internal(set) var breaks: [SessionBreak] = []
    public internal(set) var showings: [AdSeparation.Showing] = []
    public internal(set) var prefetches: [Prefetch] = []
    /// Breaks so far, those that were forgotten with them.
    var breakCount = 0

    public init(
        id: String, configuration: Configuration = Configuration(), viewer: Viewer = Viewer(), parameters: [String: String] = [:],
        at now: Double
    ) {
        self.id = id
        self.configuration = configuration
        self.viewer = viewer
        self.parameters = parameters
        created = now
        lastUsed = now
    }

    /// Who asks, for the ad server and for whoever counts.
    public struct Viewer: Hashable, Sendable, Codable {
        public var address: String?
        public var userAgent: String?
        public var referrer: String?
        public var acceptLanguage: String?
        public var requestedWith: String?

        public init(address: String? = nil, userAgent: String? = nil, referrer: String? = nil) {
            self.address = address
            self.userAgent = userAgent
            self.referrer = referrer
        }
    }

    public struct SessionBreak: Hashable, Sendable, Codable {
        public enum State: Hashable, Sendable, Codable {
            /// It lies behind the pre-roll, whose length is not known yet.
            case waiting
            case asked(deadline: Double)
            case decided(BreakDecision)
        }

        public var opportunity: DiscoveredBreak
        /// Where it begins in this session, which may have joined in its middle.
        public var start: Double
        /// Seconds to fill; nil where the content waits.
        public var room: Double?
        /// When the content came back before the decision was played.
        public var end: Double?
        /// From 0, in the order asked.
        public var index: Int
        public var state: State
        /// What lies over the content from there on; nil for nothing.
        public var overlays: [OverlayCandidate]?

        public var id: String { opportunity.id }
        public var decision: BreakDecision? { if case .decided(let decision) = state { decision } else { nil } }
    }

    public struct Prefetch: Hashable, Sendable, Codable {
        public var schedule: PrefetchSchedule
        public var isAsked = false
        public var candidates: [AdCandidate]?
    }

    public enum Event: Sendable {
        /// A playlist is wanted, and the origin's has these breaks.
        case playlist([DiscoveredBreak], edge: Edge?, CreativeShelf)
        /// What the ad server said; empty when it had nothing, nil when it failed.
        case answered(request: String, [AdCandidate]?, CreativeShelf)
        /// What of the answer that is to come lies over the content.
        case overlays(request: String, [OverlayCandidate])
        /// Time has passed.
        case clock(CreativeShelf)
        case prefetch(PrefetchSchedule)
        case cancelPrefetch(id: String)
        /// For all breaks to come.
        case replaceParameters([String: String])
        case delete
    }

    /// Where a live stream is.
    public struct Edge: Hashable, Sendable {
        /// On the stream's clock.
        public var time: Double
        public var targetDuration: Double
        /// EXT-X-START behind the edge, in seconds.
        public var startOffset: Double
        /// Where the longest of the playlists begins, on the stream's clock: breaks before it are forgotten.
        public var windowStart: Double?

        public init(time: Double, targetDuration: Double, startOffset: Double = 0, windowStart: Double? = nil) {
            self.time = time
            self.targetDuration = targetDuration
            self.startOffset = startOffset
            self.windowStart = windowStart
        }
    }

    public enum Action: Hashable, Sendable {
        case ask(Request)
        /// The playlist can't be written before this break is decided or this time, in seconds since 1970, is come.
        case hold(breakID: String, until: Double)
        case report(VASTErrorCode, urls: [String])
        /// A film is not in the ladder yet.
        case prepare(creativeKey: String, source: String)
        case decided(breakID: String)
        /// The content came back sooner: no more beacons behind this time of the stream's clock.
        case cut(breakID: String, at: Double)
        case refuse(Refusal)
    }

    /// A question to the ad server.
    public struct Request: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable { case avail, preroll, prefetch }

        /// Of the break or of the schedule.
        public var id: String
        public var kind: Kind
        /// By dotted names, for the address; see `AdMacroValues`.
        public var variables: [String: String]
        /// Seconds that the ads may last together.
        public var duration: Double
        /// Seconds since 1970.
        public var deadline: Double
        /// Of the break among those of its session, from 1; nil for what is no break of the stream.
        public var number: Int?

        public init(id: String, kind: Kind, variables: [String: String], duration: Double, deadline: Double, number: Int? = nil) {
            self.id = id
            self.kind = kind
            self.variables = variables
            self.duration = duration
            self.deadline = deadline
            self.number = number
        }
    }

    /// Why a request gets no playlist.
    public enum Refusal: Hashable, Sendable {
        case expired, deleted

        /// Of HTTP.
        public var status: Int { self == .expired ? 400 : 410 }
    }
}
