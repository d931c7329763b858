// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A broadcast, from its announcement to its replay.
public struct LiveStream: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Under which feeds show it.
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
    public var orientation: Orientation = .portrait
    public var posterURL: String?
    public var primaryURL: String?
    /// Its owners alone see it, and only that there is one: salted, never the code.
    public var accessCodeHash: String?
    /// Only ever sent: sets the code that opens the stream; an empty one opens it for all.
    public var accessCode: String?
    /// Its owners alone see it. The service makes it when the stream starts and keeps it; null makes it anew at the next start.
    public var ingest: LiveIngest?
    public var playback = LivePlayback()
    public var hosts: [String] = []
    public var chatSettings = ChatSettings()
    public var products: [LiveProduct] = []
    /// Ids of what is pinned, the newest first.
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

    /// Whether it takes an access code to watch it.
    public var isLocked: Bool { accessCodeHash != nil }

    /// What viewers may see of it.
    /// - Parameter isUnlocked: whether the viewer gave the access code. Who didn't is told no address of it, where it comes from and what
    ///   lies beside it included.
    public func forViewers(isUnlocked: Bool) -> LiveStream {
        guard isUnlocked || !isLocked else { return forViewers.withoutMedia }
        var stream = forViewers
        if !status.isActive { stream.playback = LivePlayback() }
        return stream
    }

    /// Without what is played, where that comes from, and what lies beside it: for viewers to whom it isn't open.
    public var withoutMedia: LiveStream {
        var stream = self
        (stream.playback, stream.replay, stream.primaryURL, stream.subtitles) = (LivePlayback(), nil, nil, [])
        return stream
    }

    /// The same whoever watches.
    public var forViewers: LiveStream {
        var stream = self
        stream.accessCodeHash = nil
        stream.accessCode = nil
        stream.chatSettings.blocklist = []
        stream.ingest = nil
        return stream
    }
}

/// Where an encoder sends to.
public struct LiveIngest: Codable, Hashable, Sendable {
    public var url: String
    public var key: String

    public init(url: String, key: String) {
        self.url = url
        self.key = key
    }
}

/// Where players find it; nil where it isn't to be had that way.
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
    /// Messages with these words are not shown.
    public var blocklist: [String] = []
    public var usernameEditable = true
    public var usernameVisible = true
    /// Seconds that a guest waits between two messages; nil: none.
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
    /// Where it begins in the recording.
    public var startMS: Int64 = 0
    public var highlights: [Highlight] = []

    public init(url: String) { self.url = url }

    /// Where a product is spoken of.
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
