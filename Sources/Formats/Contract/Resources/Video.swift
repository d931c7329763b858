// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A short video, the trailer or recording of a live stream, or an ad.
public struct Video: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var channelID: String
    public var caption = ""
    public var description = ""
    public var access: Visibility = .everyone
    public var status: VideoStatus = .pending
    /// The type shown in feeds.
    public var type: VideoType = .video
    public var durationMS: Int64 = 0
    /// Pixels; 0 until known.
    public var width = 0
    public var height = 0
    public var orientation: FrameOrientation = .portrait
    public var posterURL: String?
    public var posters: [Poster] = []
    public var renditions: [VideoRendition] = []
    public var hlsURL: String?
    public var gifURL: String?
    public var subtitles: [Subtitle] = []
    public var hashtags: [String] = []
    /// The target cohorts: values by viewer attribute.
    public var cohorts: [String: [String]] = [:]
    /// Ids of the products in it, in order.
    public var products: [String] = []
    public var cta: CallToAction?
    /// Ids of its polls and questions.
    public var interactions: [String] = []
    public var badge: String?
    public var aiGenerated = false
    public var socialAttribution: SocialAttribution?
    public var regions = Regions()
    /// BCP 47 tag; nil uses the channel's.
    public var language: String?
    /// The country of upload, ISO 3166-1 alpha-2; nil uses the channel's.
    public var country: String?
    public var publishedAt: Date?
    public var archivedAt: Date?
    /// When it stops being listed and playable.
    public var availableUntil: Date?
    /// Takes the video down: it is neither listed nor playable. Players that request it by name get this reason, such as `legal`.
    public var blockingReason: String?
    public var segments: [VideoSegment]?
    public var intervals: [VideoInterval]?

    public init(id: String, channelID: String) {
        self.id = id
        self.channelID = channelID
    }

    enum CodingKeys: String, CodingKey {
        case id, caption, description, access, status, type, width, height, orientation, posters, renditions, subtitles, hashtags, cohorts
        case products, cta, interactions, badge, regions, language, country, segments, intervals
        case channelID = "channel_id", durationMS = "duration_ms", posterURL = "poster_url", hlsURL = "hls_url", gifURL = "gif_url"
        case aiGenerated = "ai_generated", socialAttribution = "social_attribution", publishedAt = "published_at", archivedAt =
            "archived_at"
        case availableUntil = "available_until", blockingReason = "blocking_reason"
    }
}

extension Video {
    /// The video without its media and subtitles, for viewers without access.
    public var withoutMedia: Video {
        var video = self
        (video.hlsURL, video.gifURL, video.renditions, video.subtitles) = (nil, nil, [], [])
        return video
    }
}

public struct Poster: Codable, Hashable, Sendable {
    public var url: String
    /// Pixels.
    public var width: Int
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
    public var url: String
    /// The media type.
    public var type: String
    /// Pixels.
    public var width: Int
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

public struct Subtitle: Codable, Hashable, Sendable {
    /// BCP 47 tag.
    public var language: String
    public var url: String
    public var isDefault: Bool

    public init(language: String, url: String, isDefault: Bool = false) {
        self.language = language
        self.url = url
        self.isDefault = isDefault
    }

    enum CodingKeys: String, CodingKey { case language = "lang", url, isDefault = "default" }
}

/// The call-to-action button on a video.
public struct CallToAction: Codable, Hashable, Sendable {
    public var type: CallToActionType
    public var title: String
    /// The key of the title in the app's localised texts.
    public var titleKey: String?
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
    public var platform: String
    public var handle: String
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
