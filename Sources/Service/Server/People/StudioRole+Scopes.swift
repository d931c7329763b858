// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension StudioRole {
    /// The scopes of the role; `write` implies `read`. A role of a later version has none.
    var scopes: [String] {
        switch self {
        case .owner: ClientProgram.allScopes
        case .editor:
            [
                "channels:write", "videos:write", "playlists:write", "products:write", "livestreams:write", "stores:read", "apps:read",
                "insights:read", "moderation:read", "contacts:read",
            ]
        case .contributor: ["drafts:write", "videos:read", "channels:read", "products:read", "playlists:read"]
        case .moderator: ["moderation:write", "videos:read", "channels:read", "livestreams:read"]
        case .analyst: ["insights:read", "orders:read", "videos:read", "channels:read", "products:read", "livestreams:read"]
        case .host: ["livestreams:write", "videos:read", "channels:read", "products:read", "contacts:read"]
        default: []
        }
    }
}
