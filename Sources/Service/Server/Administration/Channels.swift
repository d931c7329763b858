// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension VideoChannel: BusinessOwned {
    static let operationName = "Channel"

    static func blank(id: String, business: String, at now: Date) -> VideoChannel {
        VideoChannel(id: id, businessID: business, name: "", slug: "")
    }

    func check(after before: VideoChannel?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.text(slug, "slug", 0...64)
        try FieldCheck.text(bio, "bio", 0...5000)
        try FieldCheck.address(avatarURL, "avatar_url")
        try FieldCheck.country(country, "country")
        try FieldCheck.language(language, "language")
        guard visibility != .unlisted else {
            throw APIError(.invalidField, "A channel can’t be unlisted. Unlist its videos, or make it private.", field: "visibility")
        }
    }

    static var parts: [any StoredResource.Type] { [Video.self, Playlist.self, LiveStream.self] }
}

extension Playlist: ChannelOwned {
    static let operationName = "Playlist"

    static func blank(id: String, business: String, at now: Date) -> Playlist { Playlist(id: id, channelID: "", name: "") }

    func check(after before: Playlist?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.cohorts(cohorts)
        guard items.count <= 5000 else { throw APIError(.invalidField, "A playlist has at most 5000 videos.", field: "items") }
        // Videos that were in the playlist before may have been deleted since; new ones must belong
        // to the same business, in any of its channels.
        let before = Set((before?.items ?? []).map(\.videoID))
        let new = Set(items.map(\.videoID)).subtracting(before)
        guard !new.isEmpty else { return }
        let business = try await business(in: catalogue)
        let videos = try await catalogue.resources.find(Video.self, ids: Array(new))
        let channels = try await catalogue.resources.find(VideoChannel.self, ids: Array(Set(videos.map(\.channelID))))
        let own = Set(channels.filter { $0.businessID == business }.map(\.id))
        let known = Set(videos.filter { own.contains($0.channelID) }.map(\.id))
        if let index = items.firstIndex(where: { new.contains($0.videoID) && !known.contains($0.videoID) }) {
            throw APIError(.invalidField, "There is no such video.", field: "items[\(index)].video_id")
        }
    }
}

extension PlaylistGroup: BusinessOwned {
    static let operationName = "PlaylistGroup"

    static func blank(id: String, business: String, at now: Date) -> PlaylistGroup {
        PlaylistGroup(id: id, businessID: business, name: "")
    }

    func check(after before: PlaylistGroup?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.count(playlistIDs.count, "playlist_ids", limit: 500)
        let new = Set(playlistIDs).subtracting(before?.playlistIDs ?? [])
        guard !new.isEmpty else { return }
        let playlists = try await catalogue.resources.find(Playlist.self, ids: Array(new))
        let channels = try await catalogue.resources.find(VideoChannel.self, ids: Array(Set(playlists.map(\.channelID))))
        let own = Set(channels.filter { $0.businessID == businessID }.map(\.id))
        let known = Set(playlists.filter { own.contains($0.channelID) }.map(\.id))
        if let index = playlistIDs.firstIndex(where: { new.contains($0) && !known.contains($0) }) {
            throw APIError(.invalidField, "There is no such playlist.", field: "playlist_ids[\(index)]")
        }
    }
}
