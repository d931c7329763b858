// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a share link: a video, and the feed it was found in. In a URL it is encoded as ``text``.
public struct ShareToken: Codable, Hashable, Sendable {
    /// The format version; higher versions are rejected.
    public static let version = 1

    /// The version of the format; others can't be read.
    public var version = ShareToken.version
    /// The id of the shared video.
    public var videoID: String
    /// The kind of the feed in which it was found.
    public var feedType: FeedType
    /// The id of the channel; nil if the feed has none.
    public var channel: String?
    /// The id of the playlist; nil if the feed has none.
    public var playlist: String?
    /// The id of the playlist group; nil if the feed has none.
    public var group: String?
    /// The hashtag expression; nil if the feed has none.
    public var filter: String?
    /// The targeting values by attribute; nil if the feed has none.
    public var parameters: [String: [String]]?
    /// The id of the feed's session; nil if unknown.
    public var feedID: String?

    public init(videoID: String, source: FeedSource, feedID: String? = nil) {
        self.videoID = videoID
        feedType = source.type
        channel = source.channelID
        playlist = source.playlistID
        group = source.groupID
        filter = source.filter
        parameters = source.parameters
        self.feedID = feedID
    }

    enum CodingKeys: String, CodingKey {
        case channel, playlist, group, filter
        case version = "v", videoID = "video_id", feedType = "feed_type", parameters = "params", feedID = "feed_id"
    }

    /// Base64url without padding.
    public var text: String {
        get throws {
            try ContractJSON.encode(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
    }

    /// Parses ``text``; padding, the standard Base64 alphabet and percent-encoding are accepted too.
    /// - Returns: nil for an invalid token or an unknown version; unknown members are ignored.
    public init?(_ text: String) {
        guard text.utf8.count <= 8192 else { return nil }
        var plain = (text.removingPercentEncoding ?? text).replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain), let token = try? ContractJSON.decode(ShareToken.self, from: data),
            (1...Self.version).contains(token.version)
        else { return nil }
        self = token
    }

    /// The feed to open; only the video if the token does not describe a valid feed.
    public var source: FeedSource {
        var source = FeedSource(type: feedType)
        (source.channelID, source.playlistID, source.groupID, source.filter, source.parameters) = (
            channel, playlist, group, filter, parameters
        )
        return (try? source.validate()) == nil ? .single(videoID) : source
    }
}
