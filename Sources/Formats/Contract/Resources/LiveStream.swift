// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A live stream, from its announcement to its replay.
public struct LiveStream: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The video under which feeds show it.
    public var videoID: String
    /// The id of the channel that owns it.
    public var channelID: String
    /// The title for display.
    public var title: String
    /// A longer text for display; may be empty.
    public var description = ""
    /// Whether it is scheduled, live, paused or over.
    public var status: LiveStatus = .idle
    /// The scheduled start; nil if there is none.
    public var scheduledAt: Date?
    /// The actual start; nil before.
    public var startedAt: Date?
    /// The end; nil before.
    public var endedAt: Date?
    /// The id of a video that plays before the start; nil for none.
    public var trailerVideoID: String?
    /// Where the picture comes from; the app's camera by default.
    public var source: LiveSource = .camera
    /// Who starts it: the hosts, by default, or the schedule.
    public var startType: LiveStartType = .manual
    /// The shape of the video; portrait by default.
    public var orientation: FrameOrientation = .portrait
    /// The URL of the poster; nil if there is none.
    public var posterURL: String?
    /// For `external`, an HLS stream to take over; for `media_asset`, a schedule of videos. nil for an encoder or a camera.
    public var primaryURL: String?
    /// A salted hash of the access code, never the code itself. Owners only learn whether there is one.
    public var accessCodeHash: String?
    /// Write-only: sets the access code; an empty one removes it.
    public var accessCode: String?
    /// Visible to owners only. The service creates it when the stream starts and keeps it; null generates a new one at the next start.
    public var ingest: LiveIngest?
    /// Playback URLs; all nil before the start.
    public var playback = LivePlayback()
    /// The names of the hosts.
    public var hosts: [String] = []
    /// When viewers may chat, and how.
    public var chatSettings = ChatSettings()
    /// The products of the stream, in order.
    public var products: [LiveProduct] = []
    /// Ids of pinned items, newest first.
    public var pinned: [String] = []
    /// The text above the chat; nil for none.
    public var announcement: String?
    /// The number of viewers now.
    public var viewers = 0
    /// The number of likes so far.
    public var likes = 0
    /// Subtitle files, besides those in the stream.
    public var subtitles: [Subtitle] = []
    /// The recording; nil as long as there is none.
    public var replay: LiveReplay?
    /// Whether viewers don't see the time until the start.
    public var countdownHidden = false

    public init(id: String, videoID: String, channelID: String, title: String) {
        self.id = id
        self.videoID = videoID
        self.channelID = channelID
        self.title = title
    }

    enum CodingKeys: String, CodingKey {
        case id, title, description, status, source, orientation, ingest, playback, hosts, products, pinned, announcement, viewers, likes
        case subtitles, replay
        case videoID = "video_id", channelID = "channel_id", scheduledAt = "scheduled_at", startedAt = "started_at", endedAt = "ended_at"
        case trailerVideoID = "trailer_video_id", startType = "start_type", posterURL = "poster_url", primaryURL = "primary_url"
        case accessCodeHash = "access_code_hash", accessCode = "access_code", chatSettings = "chat_settings", countdownHidden =
            "countdown_hidden"
    }

    /// Whether watching requires an access code.
    public var isLocked: Bool { accessCodeHash != nil }

    /// The stream as viewers may see it.
    /// - Parameter isUnlocked: Whether the viewer entered the access code. Otherwise the stream's media, source and subtitle URLs are
    ///   removed.
    public func forViewers(isUnlocked: Bool) -> LiveStream {
        guard isUnlocked || !isLocked else { return forViewers.withoutMedia }
        var stream = forViewers
        if !status.isActive { stream.playback = LivePlayback() }
        return stream
    }

    /// The stream without its media, source and subtitles, for viewers without access.
    public var withoutMedia: LiveStream {
        var stream = self
        (stream.playback, stream.replay, stream.primaryURL, stream.subtitles) = (LivePlayback(), nil, nil, [])
        return stream
    }

    /// The stream without members that only owners may see.
    public var forViewers: LiveStream {
        var stream = self
        stream.accessCodeHash = nil
        stream.accessCode = nil
        stream.chatSettings.blocklist = []
        stream.ingest = nil
        return stream
    }
}

/// The ingest point for an encoder.
public struct LiveIngest: Codable, Hashable, Sendable {
    /// The URL that the encoder sends to.
    public var url: String
    /// The stream key, which must be kept secret.
    public var key: String

    public init(url: String, key: String) {
        self.url = url
        self.key = key
    }
}

/// Playback URLs; nil if a protocol is not available.
public struct LivePlayback: Codable, Hashable, Sendable {
    /// An HLS playlist.
    public var hls: String?
    /// An HLS playlist with low latency.
    public var lowLatencyHLS: String?
    /// A WebRTC endpoint.
    public var webRTC: String?

    public init() {}

    enum CodingKeys: String, CodingKey { case hls, lowLatencyHLS = "ll_hls", webRTC = "webrtc" }
}

/// When viewers may chat, and how.
public struct ChatSettings: Codable, Hashable, Sendable {
    /// During the broadcast; on by default.
    public var onLive = true
    /// Before the start; off by default.
    public var onTrailer = false
    /// During the replay; off by default.
    public var onReplay = false
    /// Messages with these words are hidden.
    public var blocklist: [String] = []
    /// Whether guests may choose their names.
    public var usernameEditable = true
    /// Whether viewers see each other's names.
    public var usernameVisible = true
    /// The minimum interval between a guest's messages in seconds; nil means none.
    public var slowModeSeconds: Int?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case blocklist, onLive = "on_live", onTrailer = "on_trailer", onReplay = "on_replay"
        case usernameEditable = "username_editable", usernameVisible = "username_visible"
        case slowModeSeconds = "slow_mode_seconds"
    }
}

/// A product of a live stream.
public struct LiveProduct: Codable, Hashable, Sendable {
    /// The id of the product.
    public var productID: String
    /// Whether it is shown as sold out.
    public var soldOut = false
    /// Whether viewers don't see it.
    public var hidden = false

    public init(productID: String) { self.productID = productID }

    enum CodingKeys: String, CodingKey { case hidden, productID = "product_id", soldOut = "sold_out" }
}

/// The recording of a live stream.
public struct LiveReplay: Codable, Hashable, Sendable {
    /// The URL of the playlist.
    public var url: String
    /// The start of the replay within the recording.
    public var startMS: Int64 = 0
    /// Where products are presented, in order of time.
    public var highlights: [Highlight] = []

    /// - Parameter url: the URL of the playlist.
    public init(url: String) { self.url = url }

    /// A position at which a product is presented.
    public struct Highlight: Codable, Hashable, Sendable {
        /// The id of the product.
        public var productID: String
        /// Milliseconds from the start of the recording.
        public var offsetMS: Int64

        public init(productID: String, offsetMS: Int64) {
            self.productID = productID
            self.offsetMS = offsetMS
        }

        enum CodingKeys: String, CodingKey { case productID = "product_id", offsetMS = "offset_ms" }
    }

    enum CodingKeys: String, CodingKey { case url, highlights, startMS = "start_ms" }
}
