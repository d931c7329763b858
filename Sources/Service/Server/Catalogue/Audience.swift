// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// What the guests of an app may see: what is public, available, and of channels that the app may show.
struct Audience: Sendable {
    let catalogue: Catalogue
    let app: ClientApp
    let now: Date
    let country: String?

    init(_ catalogue: Catalogue, _ call: GuestCall) async throws {
        self.catalogue = catalogue
        now = call.now
        country = call.origin.country
        guard let app = try await catalogue.resources.find(ClientApp.self, id: call.guest.appID) else {
            throw APIError(.invalidToken, "The app of this token is not there any more.")
        }
        self.app = app
    }

    /// Of what isn't there, what is private and what is another's nobody learns which it is.
    static var nothing: APIError { APIError(.notFound, "There is none of this id.") }

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

    /// Those of them that can be seen now, in their order.
    func visible(_ videos: [Video]) async throws -> [Video] {
        let listed = videos.filter { $0.visibility(at: now).isListed }
        let found = try await catalogue.resources.find(VideoChannel.self, ids: Array(Set(listed.map(\.channelID))))
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return listed.filter { video in byID[video.channelID].map { channels.mayShow(video, of: $0) } ?? false }
    }

    /// Whether a player that knows the video's name may be told of it, even where it can't be played now.
    func mayKnow(_ video: Video, of channel: VideoChannel) -> Bool {
        video.visibility(at: now).isKnown && channels.mayShow(video, of: channel)
    }

    /// - Throws: ``ErrorCode/regionBlocked`` for what may not be played where the guest is.
    func video(_ id: String) async throws -> Video {
        guard let found = try await catalogue.resources.find(Video.self, id: id), let video = try await visible([found]).first else {
            throw Self.nothing
        }
        guard !video.regions.isBlocked(in: country) else {
            throw APIError(.regionBlocked, "This may not be played where you are.")
        }
        return video
    }
}
