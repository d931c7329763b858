// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Which videos of channels were seen, on this device alone: for viewers of whom the service may know nothing.
///
/// It lasts as long as the program. A host that wants it to last longer encodes ``FeedSDK/seenVideos``, for instance when the program
/// ends, and gives it back with ``FeedSDK/Settings/seenVideos``.
public struct SeenVideos: Codable, Hashable, Sendable {
    /// Of each channel, the latest last.
    private var channels: [String: [String]] = [:]
    /// Of one channel, which is what a feed can leave out.
    public static let most = FeedRequest.mostExcluded
    private static let mostChannels = 200

    public init() {}

    /// What was encoded before. More than is kept is cut to what is kept.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self).decode([String: [String]].self, forKey: .channels)
        for (channel, videos) in values.sorted(by: { $0.key < $1.key }).prefix(Self.mostChannels) {
            channels[channel] = videos.suffix(Self.most)
        }
    }

    private enum CodingKeys: String, CodingKey { case channels }

    /// A start counts, of one that began by itself only after three seconds.
    public mutating func note(_ event: ViewerEvent, channel: String) {
        guard event.provesSeen, let video = event.videoID else { return }
        if channels[channel] == nil, channels.count >= Self.mostChannels, let other = channels.keys.min() { channels[other] = nil }
        var list = channels[channel, default: []]
        list.removeAll { $0 == video }
        list.append(video)
        channels[channel] = list.suffix(Self.most)
    }

    public func videos(ofChannel channel: String) -> [String] { channels[channel] ?? [] }
}
