// SPDX-License-Identifier: Apache-2.0

/// A section in Studio's menu.
struct StudioSection: Hashable, Sendable {
    let path: String
    let title: String
    /// The scope needed to open it; nil for none.
    var scope: String?
    /// Whether it only changes things, so that read access isn't enough.
    var changes = false

    private init(_ path: String, _ title: String, _ scope: String? = nil, changes: Bool = false) {
        self.path = path.isEmpty ? "/studio" : "/studio/\(path)"
        self.title = title
        self.scope = scope
        self.changes = changes
    }

    static let overview = Self("", "Overview")
    static let videos = Self("videos", "Videos", "videos")
    static let upload = Self("upload", "Upload", "videos", changes: true)
    static let live = Self("live", "Live", "livestreams")
    static let moderation = Self("moderation", "Moderation", "moderation")
    static let channels = Self("channels", "Channels", "channels")
    static let playlists = Self("playlists", "Playlists", "playlists")
    static let playlistGroups = Self("groups", "Playlist groups", "playlists")
    static let hashtags = Self("hashtags", "Hashtags", "videos")
    static let products = Self("products", "Products", "products")
    static let stores = Self("stores", "Stores", "stores")
    static let orders = Self("orders", "Orders", "orders")
    static let figures = Self("figures", "Analytics", "insights")
    static let apps = Self("apps", "Apps and ads", "apps")
    static let campaigns = Self("campaigns", "House ads", "ads")
    static let webhooks = Self("webhooks", "Webhooks", "webhooks")

    static let people = Self("people", "People", "people")
    static let audit = Self("audit", "Audit log", "audit")

    static let groups: [(title: String?, sections: [StudioSection])] = [
        (nil, [overview]), ("Publish", [upload, videos, live]), ("Organize", [channels, playlists, playlistGroups, hashtags]),
        ("Community", [moderation]), ("Shop", [products, stores, orders]), ("Measure", [figures]),
        ("Integrations", [apps, campaigns, webhooks]), ("Team", [people, audit]),
    ]
}
