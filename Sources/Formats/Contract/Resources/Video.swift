// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A short video, the trailer or recording of a live stream, or an ad.
public struct Video: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the channel that owns it.
    public var channelID: String
    /// The caption; may be empty.
    public var caption = ""
    /// A longer text for display; may be empty.
    public var description = ""
    /// Who can find it; everybody by default.
    public var access: Visibility = .everyone
    /// Whether it is pending, being processed, ready, failed or archived.
    public var status: VideoStatus = .pending
    /// The type shown in feeds.
    public var type: VideoType = .video
    /// Milliseconds; 0 until known and for live streams.
    public var durationMS: Int64 = 0
    /// Pixels; 0 until known.
    public var width = 0
    /// Pixels; 0 until known.
    public var height = 0
    /// The shape of the video; portrait by default.
    public var orientation: FrameOrientation = .portrait
    /// The URL of the poster; nil until there is one.
    public var posterURL: String?
    /// The poster in its available sizes, smallest first.
    public var posters: [Poster] = []
    /// Files to download.
    public var renditions: [VideoRendition] = []
    /// The URL of the HLS playlist; nil until it is ready.
    public var hlsURL: String?
    /// The URL of a short animated GIF; nil if there is none.
    public var gifURL: String?
    /// Subtitle files, besides those in the stream.
    public var subtitles: [Subtitle] = []
    /// Hashtags without `#`.
    public var hashtags: [String] = []
    /// The target cohorts: values by viewer attribute.
    public var cohorts: [String: [String]] = [:]
    /// Ids of the products in it, in order.
    public var products: [String] = []
    /// The call-to-action button; nil for none.
    public var cta: CallToAction?
    /// Ids of its polls and questions.
    public var interactions: [String] = []
    /// A label over the video; nil for none.
    public var badge: String?
    /// Whether it was made with generative AI. This is shown to viewers.
    public var aiGenerated = false
    /// The original creator on another platform; nil if there is none.
    public var socialAttribution: SocialAttribution?
    /// Where it may be played; everywhere by default.
    public var regions = Regions()
    /// BCP 47 tag; nil uses the channel's.
    public var language: String?
    /// The country of upload, ISO 3166-1 alpha-2; nil uses the channel's.
    public var country: String?
    /// When it was or will be published; nil for a draft.
    public var publishedAt: Date?
    /// When it was archived; nil if it wasn't.
    public var archivedAt: Date?
    /// When it stops being listed and playable.
    public var availableUntil: Date?
    /// Takes the video down: it is neither listed nor playable. Players that request it by name get this reason, such as `legal`.
    public var blockingReason: String?
    /// Ranges with a title; nil for none.
    public var segments: [VideoSegment]?
    /// Ranges with a known purpose, such as credits; nil for none.
    public var intervals: [VideoInterval]?
    /// For a draft: whether its author has requested publication. Publishing resets it.
    public var review: VideoReview?
    /// Changes with the password that viewers must enter; nil if they need none. Only `setVideoPassword` and `removeVideoPassword` change it.
    public var passwordVersion: String?

    public init(id: String, channelID: String) {
        self.id = id
        self.channelID = channelID
    }

    enum CodingKeys: String, CodingKey {
        case id, caption, description, access, status, type, width, height, orientation, posters, renditions, subtitles, hashtags, cohorts
        case products, cta, interactions, badge, regions, language, country, segments, intervals, review
        case channelID = "channel_id", durationMS = "duration_ms", posterURL = "poster_url", hlsURL = "hls_url", gifURL = "gif_url"
        case aiGenerated = "ai_generated", socialAttribution = "social_attribution", publishedAt = "published_at", archivedAt =
            "archived_at"
        case availableUntil = "available_until", blockingReason = "blocking_reason", passwordVersion = "password_version"
    }
}

extension Video {
    /// Whether playing it requires a password. Lists don't show it then.
    public var isProtected: Bool { passwordVersion != nil }

    /// The video without its media and subtitles, for viewers without access.
    public var withoutMedia: Video {
        var video = self
        (video.hlsURL, video.gifURL, video.renditions, video.subtitles) = (nil, nil, [], [])
        return video
    }
}

/// The poster in one size.
public struct Poster: Codable, Hashable, Sendable {
    /// The URL of the image.
    public var url: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int

    public init(url: String, width: Int, height: Int) {
        self.url = url
        self.width = width
        self.height = height
    }
}

extension Video {
    /// The suffix of a poster's smaller copy, before the extension.
    private static let smallPosterMark = "-small"

    /// The URL of a poster's smaller copy, if there is one.
    public static func smallPoster(of address: String) -> String {
        guard let dot = address.lastIndex(of: "."), !address[dot...].contains("/") else { return address + smallPosterMark }
        return address[..<dot] + smallPosterMark + address[dot...]
    }

    /// The poster in its available sizes, smallest first; empty if there is only one. Other posters of the video may be other images.
    public var posterSizes: [Poster] {
        guard let posterURL, let large = posters.first(where: { $0.url == posterURL }) else { return [] }
        let address = Self.smallPoster(of: posterURL)
        return posters.first { $0.url == address && $0.width < large.width }.map { [$0, large] } ?? []
    }
}

/// A downloadable form of a video.
public struct VideoRendition: Codable, Hashable, Sendable {
    /// The URL of the file.
    public var url: String
    /// The media type.
    public var type: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// Bits per second.
    public var bitrate: Int64

    public init(url: String, type: String, width: Int, height: Int, bitrate: Int64) {
        self.url = url
        self.type = type
        self.width = width
        self.height = height
        self.bitrate = bitrate
    }

    enum CodingKeys: String, CodingKey { case url, type, width = "w", height = "h", bitrate }
}

/// A subtitle file.
public struct Subtitle: Codable, Hashable, Sendable {
    /// BCP 47 tag.
    public var language: String
    /// The URL of a WebVTT file.
    public var url: String
    /// Whether it is shown unless the viewer prefers another language.
    public var isDefault: Bool
    /// Whether speech recognition made it and nobody has corrected it; nil means no.
    public var isAutomatic: Bool?

    public init(language: String, url: String, isDefault: Bool = false, isAutomatic: Bool? = nil) {
        self.language = language
        self.url = url
        self.isDefault = isDefault
        self.isAutomatic = isAutomatic
    }

    enum CodingKeys: String, CodingKey { case language = "lang", url, isDefault = "default", isAutomatic = "automatic" }
}

/// The call-to-action button on a video.
public struct CallToAction: Codable, Hashable, Sendable {
    /// What the button does, which determines its usual title.
    public var type: CallToActionType
    /// The text of the button.
    public var title: String
    /// The key of the title in the app's localised texts.
    public var titleKey: String?
    /// The URL that the button opens.
    public var url: String

    public init(type: CallToActionType, title: String, titleKey: String? = nil, url: String) {
        self.type = type
        self.title = title
        self.titleKey = titleKey
        self.url = url
    }

    enum CodingKeys: String, CodingKey { case type, title, titleKey = "title_key", url }
}

/// The original creator on another platform.
public struct SocialAttribution: Codable, Hashable, Sendable {
    /// The name of the platform.
    public var platform: String
    /// The creator's name on the platform.
    public var handle: String
    /// The URL of the creator's page; nil if unknown.
    public var url: String?

    public init(platform: String, handle: String, url: String? = nil) {
        self.platform = platform
        self.handle = handle
        self.url = url
    }
}

/// The countries in which a video may be played, as ISO 3166-1 alpha-2 codes.
public struct Regions: Codable, Hashable, Sendable {
    /// Empty allows all countries.
    public var allow: [String] = []
    /// Takes precedence over ``allow``.
    public var deny: [String] = []

    public init(allow: [String] = [], deny: [String] = []) {
        self.allow = allow
        self.deny = deny
    }

    /// - Parameter country: The viewer's country; if it is nil (unknown), videos with an ``allow`` list are blocked.
    public func isBlocked(in country: String?) -> Bool {
        guard let country else { return !allow.isEmpty }
        return deny.contains(country) || (!allow.isEmpty && !allow.contains(country))
    }
}
