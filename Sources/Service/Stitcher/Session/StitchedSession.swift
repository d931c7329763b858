// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A viewer's session: the decision for each break, made once for all renditions.
///
/// It is a value that can be stored and restored; with the same origin and creatives it gives the same playlists. Concurrent requests must
/// be handled sequentially, so that each break is requested once.
public struct StitchedSession: Hashable, Sendable, Codable {
    public let id: String
    public let configuration: Configuration
    public let viewer: Viewer
    /// Parameters for the ad server; those of a live session may be replaced for future breaks.
    public internal(set) var parameters: [String: String]
    /// Seconds since 1970.
    public let created: Double
    public internal(set) var lastUsed: Double
    public internal(set) var isDeleted = false
    /// The live edge when the session joined, on the stream's clock.
    public internal(set) var joinedEdge: Double?
    /// In the order found.
    public internal(set) var breaks: [SessionBreak] = []
    public internal(set) var showings: [AdSeparation.Showing] = []
    public internal(set) var prefetches: [Prefetch] = []
    /// The number of breaks so far, including forgotten ones.
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

    /// The client, for ad servers and reporting.
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
            /// Not requested yet, for example because the pre-roll's length is unknown.
            case waiting
            case asked(deadline: Double)
            case decided(BreakDecision)
        }

        public var opportunity: DiscoveredBreak
        /// Its start in this session, which may have joined in the middle.
        public var start: Double
        /// Seconds to fill; nil if the content is paused instead of replaced, so that any duration fits.
        public var available: Double?
        /// When the content returned, on the stream's clock, if it did so before the end of the decided ads.
        public var end: Double?
        /// From 0, in the order of requests.
        public var index: Int
        public var state: State
        /// Overlays on the content from the break on; nil for none.
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
        /// A playlist was requested, and the origin's has these breaks.
        case playlist([DiscoveredBreak], edge: Edge?, CreativeAvailability)
        /// The ad server's response; empty if it had no ads, nil if it failed.
        case answered(request: String, [AdCandidate]?, CreativeAvailability)
        /// The overlays of a response that is about to be reported.
        case overlays(request: String, [OverlayCandidate])
        /// Time has passed.
        case clock(CreativeAvailability)
        case prefetch(PrefetchSchedule)
        case cancelPrefetch(id: String)
        /// For all future breaks.
        case replaceParameters([String: String])
        case delete
    }

    /// The live edge of a stream.
    public struct Edge: Hashable, Sendable {
        /// On the stream's clock.
        public var time: Double
        public var targetDuration: Double
        /// The offset of EXT-X-START from the edge in seconds.
        public var startOffset: Double
        /// The start of the longest playlist on the stream's clock: earlier breaks are forgotten.
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
        /// The playlist can't be written before this break is decided, or until this time in seconds since 1970.
        case hold(breakID: String, until: Double)
        case report(VASTErrorCode, urls: [String])
        /// A creative hasn't been prepared yet.
        case prepare(creativeKey: String, source: String)
        case decided(breakID: String)
        /// The content returned early: no more beacons after this time on the stream's clock.
        case cut(breakID: String, at: Double)
        case refuse(Refusal)
    }

    /// A request to the ad server.
    public struct Request: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable { case avail, preroll, prefetch }

        /// The id of the break or the schedule.
        public var id: String
        public var kind: Kind
        /// By dotted names, for the URL; see `AdMacroValues`.
        public var variables: [String: String]
        /// The total duration of the ads in seconds.
        public var duration: Double
        /// Seconds since 1970.
        public var deadline: Double
        /// The number of the break in its session, from 1; nil if it isn't a break of the stream.
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

        /// The HTTP status.
        public var status: Int { self == .expired ? 400 : 410 }
    }
}
