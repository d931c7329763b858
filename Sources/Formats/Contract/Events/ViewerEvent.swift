// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// An action of a viewer or a playback event.
public struct ViewerEvent: Codable, Hashable, Sendable, Identifiable {
    /// A UUID from the client; duplicates are ignored.
    public var id: String
    /// What happened.
    public var name: EventName
    /// When it happened, by the client's clock.
    public var ts: Date
    /// The id of the feed's session; nil for a player without a feed.
    public var feedID: String?
    /// The kind of widget; nil if unknown.
    public var widget: FeedWidget?
    /// The id of the video; nil for events without one.
    public var videoID: String?
    /// The id of the live stream; nil for other videos.
    public var liveStreamID: String?
    /// The id of the product; nil for events without one.
    public var productID: String?
    /// Whether it is a video, a live stream or an ad; nil if unknown.
    public var videoType: VideoType?
    /// The status of the live stream; nil for other videos.
    public var liveStatus: LiveStatus?
    /// The position in milliseconds; nil if unknown.
    public var progressMS: Int64?
    /// The duration in milliseconds; nil if unknown and for live streams.
    public var durationMS: Int64?
    /// Whether playback started automatically; nil if unknown.
    public var isAutoplay: Bool?
    /// The playback pass, from 1; each loop starts another.
    public var pass: Int?
    /// The size of the player; nil if unknown.
    public var playerSize: PlayerSize?
    /// The index of the video in its feed, from 0.
    public var position: Int?
    /// Why the viewing ended; nil for other events.
    public var reason: String?
    /// What the viewer allows to be stored; the guest's own setting applies as well.
    public var tracking: TrackingLevel
    /// Further data of the event, by name.
    public var properties: [String: JSONValue]?

    /// The size of a player on the viewer's screen.
    public struct PlayerSize: Codable, Hashable, Sendable {
        /// Pixels.
        public var width: Int
        /// Pixels.
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        enum CodingKeys: String, CodingKey { case width = "w", height = "h" }
    }

    /// Creates an event without optional data.
    public init(id: String, name: EventName, ts: Date, videoID: String? = nil, tracking: TrackingLevel = .all) {
        self.id = id
        self.name = name
        self.ts = ts
        self.videoID = videoID
        self.tracking = tracking
    }

    enum CodingKeys: String, CodingKey {
        case id, name, ts, widget, pass, position, reason, tracking, properties
        case feedID = "feed_id", videoID = "video_id", liveStreamID = "live_stream_id", productID = "product_id", videoType = "video_type"
        case liveStatus = "live_status", progressMS = "progress_ms", durationMS = "duration_ms", isAutoplay = "is_autoplay"
        case playerSize = "player_size"
    }

    /// Whether the event proves that the video was seen: a start by the viewer, or three seconds of automatic playback.
    public var provesSeen: Bool {
        guard videoID != nil, tracking == .all else { return false }
        return isAutoplay == true ? (progressMS ?? 0) >= Self.seenAfterMS : name == .start
    }

    /// Milliseconds after which an automatically started video counts as seen.
    public static let seenAfterMS: Int64 = 3000

    /// The property for the share of a video that was played: 0...1.
    public static let ratio = "watched_ratio"
    /// The property that marks a repeated action in this session, such as a second click on a button.
    public static let repetition = "is_repeated"

    /// Whether the same action was reported before in this session, such as a second click on a button.
    public var isRepeated: Bool { properties?[Self.repetition] == .bool(true) }

    /// The share of the video watched, 0...1, or, if not stated, the progress reached; nil if the event does not end a viewing, if the
    /// duration is unknown, or if no frame was shown.
    public var watchedRatio: Double? {
        guard name == .complete || name == .session, SessionMeasure.exitedBeforeStart.value(in: self) ?? 0 == 0 else { return nil }
        switch properties?[Self.ratio] {
        case .number(let ratio) where (0...1).contains(ratio): return ratio
        case .integer(let ratio) where (0...1).contains(ratio): return Double(ratio)
        default: break
        }
        guard let progressMS, let durationMS, durationMS > 0 else { return nil }
        return min(1, Double(max(0, progressMS)) / Double(durationMS))
    }

    /// - Throws: The error that the service returns.
    public func validate() throws(APIError) {
        func isShort(_ text: String?, _ limit: Int) -> Bool {
            text.map { $0.utf8.count <= limit && !$0.utf8.contains(0) } ?? true
        }
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "An event's id must be a UUID.", field: "id")
        }
        guard (1...64).contains(name.rawValue.utf8.count), name.rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "An event's name must be 1 to 64 printable characters.", field: "name")
        }
        for (value, field) in [(feedID, "feed_id"), (videoID, "video_id"), (liveStreamID, "live_stream_id")] where value != nil {
            guard OpaqueID.isWellFormed(value ?? "") else { throw APIError(.invalidField, "This is not a valid id.", field: field) }
        }
        guard isShort(productID, 128), isShort(reason, 64), isShort(widget?.rawValue, 64) else {
            throw APIError(.invalidField, "The text is too long.", field: "product_id")
        }
        for (value, field) in [(progressMS, "progress_ms"), (durationMS, "duration_ms")] {
            if let value, !(0...1_000_000_000).contains(value) { throw APIError(.invalidField, "It is out of range.", field: field) }
        }
        guard tracking.isKnown else { throw APIError(.invalidField, "This level is unknown.", field: "tracking") }
    }
}

/// The kinds of widgets that show feeds.
public struct FeedWidget: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Thumbnails in a row, a column or a grid.
    public static let videoFeed = Self(rawValue: "video_feed")
    /// One player that is part of a page.
    public static let storyBlock = Self(rawValue: "story_block")
    /// A row of round thumbnails.
    public static let circleStory = Self(rawValue: "circle_story")
    /// Large players side by side.
    public static let playerDeck = Self(rawValue: "player_deck")
    /// A player opened from a link.
    public static let player = Self(rawValue: "player")
    public static let known: [Self] = [videoFeed, storyBlock, circleStory, playerDeck, player]
}

/// The amount of tracking a viewer allows.
public struct TrackingLevel: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything may be stored.
    public static let all = Self(rawValue: "all")
    /// Impressions, starts and completions are counted anonymously.
    public static let essentialOnly = Self(rawValue: "essential_only")
    /// Nothing may be stored.
    public static let none = Self(rawValue: "none")
    public static let known: [Self] = [all, essentialOnly, none]
}

/// A batch of up to 200 events.
public struct EventBatch: Codable, Hashable, Sendable {
    /// The maximum number of events.
    public static let limit = 200
    /// The events in order.
    public var events: [ViewerEvent]

    public init(events: [ViewerEvent]) { self.events = events }
}

/// The number of events accepted permanently, and the events rejected permanently.
public struct EventReceipt: Codable, Hashable, Sendable {
    /// Includes duplicates, and events excluded by the viewer's tracking level.
    public var accepted: Int
    /// The events that will never be accepted.
    public var rejected: [Rejection]

    /// Why an event was rejected.
    public struct Rejection: Codable, Hashable, Sendable {
        /// The id of the event.
        public var id: String
        /// The kind of error.
        public var code: ErrorCode
        /// The path of the member that is invalid; nil if it isn't about one.
        public var field: String?

        public init(id: String, code: ErrorCode, field: String? = nil) {
            self.id = id
            self.code = code
            self.field = field
        }
    }

    public init(accepted: Int, rejected: [Rejection] = []) {
        self.accepted = accepted
        self.rejected = rejected
    }
}
