// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An ad among the items of a feed, or between two videos of a player.
public struct FeedAd: Hashable, Sendable, Identifiable {
    /// Identifies this impression; also the ID of the item's video.
    public var id: String
    /// The service's configuration of the ad.
    public var configuration: AdConfiguration
    /// URL of its media file or playlist.
    public var address: String
    /// The title for display; may be empty.
    public var title = ""
    /// The URL of an image to show before playback; nil if there is none.
    public var posterURL: String?
    /// In seconds; 0 if unknown.
    public var duration = 0.0
    /// URL of its click-through page.
    public var clickThrough: String?
    /// Title of the click-through button.
    public var callToAction = "Learn more"

    public init(id: String, configuration: AdConfiguration, address: String) {
        (self.id, self.configuration, self.address) = (id, configuration, address)
    }

    /// The ad as a feed item: a video of type `ad`.
    public var item: FeedItem {
        var video = Video(id: id, channelID: "")
        (video.caption, video.type, video.posterURL) = (title, .ad, posterURL)
        video.durationMS = Int64(min(max(duration, 0), 86_400) * 1000)
        video.hlsURL = address
        video.cta = clickThrough.map { CallToAction(type: .custom, title: callToAction, url: $0) }
        return .video(FeedVideo(video), reason: .ad)
    }
}

extension FeedItem {
    /// The item is an ad: it is labelled, and reported to ad trackers.
    public var isAd: Bool { video?.type == .ad }
}

/// Loads ads for feeds.
public protocol FeedAdSupply: Sendable {
    /// - Parameters:
    ///   - configuration: the ad that is due.
    ///   - tag: the ad-tag URL, with the attributes of the service and the host.
    /// - Returns: nil if there is none; the slot stays empty.
    func ad(for configuration: AdConfiguration, tag: String) async -> FeedAd?
}
