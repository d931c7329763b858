// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A live stream, from its announcement to its replay.
public struct LiveStream: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The video under which feeds show it.
    public var videoID: String
    public var channelID: String
    public var title: String
    public var description = ""
    public var status: LiveStatus = .idle
    public var scheduledAt: Date?
    public var startedAt: Date?
    public var endedAt: Date?
    public var trailerVideoID: String?
    public var source: LiveSource = .camera
    public var startType: LiveStartType = .manual
    public var orientation: FrameOrientation = .portrait
    public var posterURL: String?
    public var primaryURL: String?
    /// A salted hash of the access code, never the code itself. Owners only learn whether there is one.
    public var accessCodeHash: String?
    /// Write-only: sets the access code; an empty one removes it.
    public var accessCode: String?
    /// Visible to owners only. The service creates it when the stream starts and keeps it; null generates a new one at the next start.
    public var ingest: LiveIngest?
    public var playback = LivePlayback()
    public var hosts: [String] = []
    public var chatSettings = ChatSettings()
    public var products: [LiveProduct] = []
    /// Ids of pinned items, newest first.
    public var pinned: [String] = []
    public var announcement: String?
    public var viewers = 0
    public var likes = 0
    public var subtitles: [Subtitle] = []
    public var replay: LiveReplay?
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
    public var url: String
    public var key: String

    public init(url: String, key: String) {
        self.url = url
        self.key = key
    }
}

/// Playback URLs; nil if a protocol is not available.
public struct LivePlayback: Codable, Hashable, Sendable {
    public var hls: String?
    public var lowLatencyHLS: String?
    public var webRTC: String?

    public init() {}

    enum CodingKeys: String, CodingKey { case hls, lowLatencyHLS = "ll_hls", webRTC = "webrtc" }
}

public struct ChatSettings: Codable, Hashable, Sendable {
    public var onLive = true
    public var onTrailer = false
    public var onReplay = false
    /// Messages with these words are hidden.
    public var blocklist: [String] = []
    public var usernameEditable = true
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

public struct LiveProduct: Codable, Hashable, Sendable {
    public var productID: String
    public var soldOut = false
    public var hidden = false

    public init(productID: String) { self.productID = productID }

    enum CodingKeys: String, CodingKey { case hidden, productID = "product_id", soldOut = "sold_out" }
}

public struct LiveReplay: Codable, Hashable, Sendable {
    public var url: String
    /// The start of the replay within the recording.
    public var startMS: Int64 = 0
    public var highlights: [Highlight] = []

    public init(url: String) { self.url = url }

    /// A position at which a product is presented.
    public struct Highlight: Codable, Hashable, Sendable {
        public var productID: String
        public var offsetMS: Int64

        public init(productID: String, offsetMS: Int64) {
            self.productID = productID
            self.offsetMS = offsetMS
        }

        enum CodingKeys: String, CodingKey { case productID = "product_id", offsetMS = "offset_ms" }
    }

    enum CodingKeys: String, CodingKey { case url, highlights, startMS = "start_ms" }
}
