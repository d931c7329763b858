// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// What an app's guests may see: public, available videos in channels that the app may show.
struct Audience: Sendable {
    let catalogue: Catalogue
    let app: ClientApp
    let now: Date
    let country: String?

    init(_ catalogue: Catalogue, _ call: GuestContext) async throws {
        self.catalogue = catalogue
        now = call.now
        country = call.origin.country
        guard let app = try await catalogue.resources.find(ClientApp.self, id: call.guest.appID) else {
            throw APIError(.invalidToken, "The app of this token no longer exists.")
        }
        self.app = app
    }

    /// The same error for resources that are missing, private or of another business, so that callers can't tell these apart.
    static var nothing: APIError { APIError(.notFound, "Nothing exists with this id.") }

    private var channels: AppChannels { AppChannels(app) }

    func mayShow(_ channel: VideoChannel) -> Bool { channels.mayShow(channel) }
    func mayShow(business: String) -> Bool { channels.mayShow(business: business) }

    func channel(_ id: String) async throws -> VideoChannel {
        guard let channel = try await openChannel(id) else { throw Self.nothing }
        return channel
    }

    func isOpen(channel id: String) async throws -> Bool { try await openChannel(id) != nil }

    private func openChannel(_ id: String) async throws -> VideoChannel? {
        try await catalogue.resources.find(VideoChannel.self, id: id).flatMap { channels.mayShow($0) ? $0 : nil }
    }

    /// The videos that lists may show now, in the given order.
    func listed(_ videos: [Video]) async throws -> [Video] { try await visible(videos.filter { $0.visibility(at: now).isListed }) }

    /// The videos that may be opened now, in the given order. Lists show only some of them: see ``listed(_:)``.
    func visible(_ videos: [Video]) async throws -> [Video] {
        let open = videos.filter { $0.visibility(at: now).isAvailable }
        let found = try await catalogue.resources.find(VideoChannel.self, ids: Array(Set(open.map(\.channelID))))
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return open.filter { video in byID[video.channelID].map { channels.mayShow(video, of: $0) } ?? false }
    }

    /// Whether a player that knows the video's id may learn about it, even if it can't be played now.
    func mayKnow(_ video: Video, of channel: VideoChannel) -> Bool {
        video.visibility(at: now).isKnown && channels.mayShow(video, of: channel)
    }

    /// - Throws: ``ErrorCode/regionBlocked`` if it may not be played in the guest's country.
    func video(_ id: String) async throws -> Video {
        guard let found = try await catalogue.resources.find(Video.self, id: id), let video = try await visible([found]).first else {
            throw Self.nothing
        }
        guard !video.regions.isBlocked(in: country) else {
            throw APIError(.regionBlocked, "This can't be played in your region.")
        }
        return video
    }
}
