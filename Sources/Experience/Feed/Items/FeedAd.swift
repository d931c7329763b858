// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An ad that stands among the items of a feed, or between two videos of a player.
public struct FeedAd: Hashable, Sendable, Identifiable {
    /// Of this one showing; it is the id of the item's video too.
    public var id: String
    /// As the service has it configured.
    public var configuration: AdConfiguration
    /// Of its film, or of its playlist.
    public var address: String
    public var title = ""
    public var posterURL: String?
    /// Seconds; 0 where that is not known.
    public var duration = 0.0
    /// Its page.
    public var clickThrough: String?
    /// What the button to its page says.
    public var callToAction = "Learn more"

    public init(id: String, configuration: AdConfiguration, address: String) {
        (self.id, self.configuration, self.address) = (id, configuration, address)
    }

    /// As an item of a feed: a video of type `ad`, there because of `ad`.
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
    /// It is an ad: it is marked as one, and told of to whoever counts ads.
    public var isAd: Bool { video?.type == .ad }
}

/// Whoever finds ads for feeds.
public protocol FeedAdSupply: Sendable {
    /// - Parameters:
    ///   - configuration: which ad's turn it is.
    ///   - tag: whom to ask, with the attributes of the service and of the host.
    /// - Returns: nil where there is none; the place stays empty.
    func ad(for configuration: AdConfiguration, tag: String) async -> FeedAd?
}
