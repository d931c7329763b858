// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Serves channels, playlists and playlist groups.
struct ChannelRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] {
        [
            Endpoint("channel", channel),
            Endpoint("playlist", playlist),
            Endpoint("playlistGroup", group),
        ]
    }

    private func channel(_ call: GuestContext) async throws -> VideoChannel {
        try await Audience(catalogue, call).channel(call.path["id"])
    }

    private func playlist(_ call: GuestContext) async throws -> Playlist {
        let audience = try await Audience(catalogue, call)
        guard var playlist = try await catalogue.resources.find(Playlist.self, id: call.path["id"]), playlist.isAvailable else {
            throw Audience.nothing
        }
        _ = try await audience.channel(playlist.channelID)
        let videos = try await catalogue.resources.find(Video.self, ids: playlist.items.map(\.videoID))
        let visible = Set(try await audience.listed(videos).map(\.id))
        playlist.items = playlist.items.filter { visible.contains($0.videoID) }.sorted { $0.position < $1.position }
        return playlist
    }

    private func group(_ call: GuestContext) async throws -> PlaylistGroup {
        let audience = try await Audience(catalogue, call)
        guard var group = try await catalogue.resources.find(PlaylistGroup.self, id: call.path["id"]),
            audience.mayShow(business: group.businessID)
        else { throw Audience.nothing }
        let playlists = try await catalogue.resources.find(Playlist.self, ids: group.playlistIDs)
        group.playlistIDs = []
        for playlist in playlists where playlist.isAvailable {
            if try await audience.isOpen(channel: playlist.channelID) { group.playlistIDs.append(playlist.id) }
        }
        return group
    }
}
