// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Which videos of channels were seen, on this device alone: for viewers of whom the service may know nothing.
public struct SeenVideos: Codable, Hashable, Sendable {
    /// Of each channel, the latest last.
    private var channels: [String: [String]] = [:]
    /// Of one channel, which is what a feed can leave out.
    public static let most = FeedRequest.mostExcluded
    private static let mostChannels = 200

    public init() {}

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
