// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The content of a feed.
public enum ContentSource: Hashable, Sendable {
    /// The service's recommendations for this viewer.
    case discover
    /// Unseen videos of a channel, followed by videos similar to those already seen.
    case channel(String)
    /// All videos of a channel, newest first, the same for every viewer.
    case channelVideos(String)
    /// A playlist in its own order.
    case channelPlaylist(channel: String, playlist: String)
    /// A group of playlists; not for story blocks.
    case playlistGroup(String)
    /// A channel's content for an audience: values of one key are alternatives, and all keys must match.
    case dynamicContent(channel: String, parameters: [String: [String]])
    /// A channel's videos whose hashtags match an expression, such as `(and sport (or run walk))`.
    case hashtagPlaylist(channel: String, filter: String)
    /// Videos that show at least one of these products.
    case skuPlaylist(channel: String, productIDs: [String])
    /// The videos that match words, best match first; of one channel, or of all that the app may show. It can't be shared.
    case search(words: String, channel: String?)
    /// One video or live stream, by its ID.
    case singleContent(String)
    /// Only ads.
    case videoAds(adChannel: String, vastXML: String?)
    /// A source from a share link that this version doesn't understand. It loads nothing.
    case unknownContent

    /// The API representation; nil for ``unknownContent``, and for ``search(words:channel:)``, which has a route of its own.
    public var wire: FeedSource? {
        switch self {
        case .discover: return .discover
        case .channel(let channel): return .channel(channel)
        case .channelVideos(let channel): return .channel(channel, isPersonal: false)
        case .channelPlaylist(let channel, let playlist): return .playlist(playlist, channel: channel)
        case .playlistGroup(let group): return .playlistGroup(group)
        case .dynamicContent(let channel, let parameters): return .dynamic(channel: channel, parameters: parameters)
        case .hashtagPlaylist(let channel, let filter): return .hashtag(channel: channel, filter: filter)
        case .skuPlaylist(let channel, let products): return .sku(channel: channel, productIDs: products)
        case .singleContent(let id): return .single(id)
        case .videoAds(let channel, let markup):
            var source = FeedSource(type: .videoAds)
            (source.adChannelID, source.vastXML) = (channel, markup)
            return source
        case .search, .unknownContent: return nil
        }
    }

    /// Decodes the API representation; ``unknownContent`` if it is unknown or incomplete.
    public init(_ wire: FeedSource) {
        switch (wire.type, wire.channelID) {
        case (.discover, _): self = .discover
        case (.channelPersonalized, let channel?): self = .channel(channel)
        case (.channel, let channel?): self = .channelVideos(channel)
        case (.playlist, let channel?): self = wire.playlistID.map { .channelPlaylist(channel: channel, playlist: $0) } ?? .unknownContent
        case (.playlistGroup, _): self = wire.groupID.map { .playlistGroup($0) } ?? .unknownContent
        case (.dynamic, let channel?): self = .dynamicContent(channel: channel, parameters: wire.parameters ?? [:])
        case (.hashtag, let channel?): self = wire.filter.map { .hashtagPlaylist(channel: channel, filter: $0) } ?? .unknownContent
        case (.sku, let channel?): self = wire.productIDs.map { .skuPlaylist(channel: channel, productIDs: $0) } ?? .unknownContent
        case (.single, _): self = wire.contentID.map { .singleContent($0) } ?? .unknownContent
        case (.videoAds, _): self = wire.adChannelID.map { .videoAds(adChannel: $0, vastXML: wire.vastXML) } ?? .unknownContent
        default: self = .unknownContent
        }
    }

    /// Whether a kind of widget can show it.
    public func isShown(in widget: FeedWidget) -> Bool {
        if case .playlistGroup = self { return widget != .storyBlock && widget != .player }
        return self != .unknownContent
    }

    /// ID of the channel; nil for sources of other kinds.
    public var channelID: String? {
        if case .search(_, let channel) = self { return channel }
        return wire?.channelID
    }
}
