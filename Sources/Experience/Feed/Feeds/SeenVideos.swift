// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The seen videos per channel, stored only on this device: for viewers whose history the service may not store.
///
/// It lasts as long as the process. A host that wants to keep it encodes ``FeedSDK/seenVideos``, for instance at exit, and passes
/// it back in ``FeedSDK/Settings/seenVideos``.
public struct SeenVideos: Codable, Hashable, Sendable {
    /// Videos by channel, the most recent last.
    private var channels: [String: [String]] = [:]
    /// Maximum per channel, which equals the number of videos a feed request can exclude.
    public static let maxVideos = FeedRequest.maxExcluded
    private static let maxChannels = 200

    public init() {}

    /// Decodes stored videos, truncated to the limits.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self).decode([String: [String]].self, forKey: .channels)
        for (channel, videos) in values.sorted(by: { $0.key < $1.key }).prefix(Self.maxChannels) {
            channels[channel] = videos.suffix(Self.maxVideos)
        }
    }

    private enum CodingKeys: String, CodingKey { case channels }

    /// Records a video as seen when it starts, or for autoplay only after three seconds.
    public mutating func note(_ event: ViewerEvent, channel: String) {
        guard event.provesSeen, let video = event.videoID else { return }
        if channels[channel] == nil, channels.count >= Self.maxChannels, let other = channels.keys.min() { channels[other] = nil }
        var list = channels[channel, default: []]
        list.removeAll { $0 == video }
        list.append(video)
        channels[channel] = list.suffix(Self.maxVideos)
    }

    /// The videos of a channel that were seen, oldest first.
    public func videos(ofChannel channel: String) -> [String] { channels[channel] ?? [] }
}
