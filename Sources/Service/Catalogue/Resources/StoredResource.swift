// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A resource of the contract that the catalogue stores.
public protocol StoredResource: Codable, Hashable, Sendable, Identifiable where ID == String {
    /// The name of the type.
    static var kind: String { get }
    /// The id of its parent, by which it is listed. Empty if it has none.
    var parentID: String { get }
    /// Another id by which it is found.
    var linkID: String? { get }
}

extension StoredResource {
    public var linkID: String? { nil }
}

extension ClientApp: StoredResource {
    public static var kind: String { "app" }
    public var parentID: String { businessID ?? "" }
}

extension Business: StoredResource {
    public static var kind: String { "business" }
    public var parentID: String { "" }
}

extension BusinessStore: StoredResource {
    public static var kind: String { "store" }
    public var parentID: String { businessID }
}

extension VideoChannel: StoredResource {
    public static var kind: String { "channel" }
    public var parentID: String { businessID }
}

extension Video: StoredResource {
    public static var kind: String { "video" }
    public var parentID: String { channelID }
}

extension Playlist: StoredResource {
    public static var kind: String { "playlist" }
    public var parentID: String { channelID }
}

extension PlaylistGroup: StoredResource {
    public static var kind: String { "playlist_group" }
    public var parentID: String { businessID }
}

extension LiveStream: StoredResource {
    public static var kind: String { "live_stream" }
    public var parentID: String { channelID }
    public var linkID: String? { videoID }
}

extension Interaction: StoredResource {
    public static var kind: String { "interaction" }
    public var parentID: String { liveStreamID ?? videoID ?? "" }
}

extension Product: StoredResource {
    public static var kind: String { "product" }
    public var parentID: String { storeID }
}

extension AdConfiguration: StoredResource {
    public static var kind: String { "ad_config" }
    public var parentID: String { appID }
}

extension AdCampaign: StoredResource {
    public static var kind: String { "ad_campaign" }
    public var parentID: String { businessID }
}

extension Webhook: StoredResource {
    public static var kind: String { "webhook" }
    public var parentID: String { businessID }
}
