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

    func mayShow(channel id: String) -> Bool { app.allowedChannels.isEmpty || app.allowedChannels.contains(id) }

    func channel(_ id: String) async throws -> VideoChannel {
        guard let channel = try await openChannel(id) else { throw Self.nothing }
        return channel
    }

    func isOpen(channel id: String) async throws -> Bool { try await openChannel(id) != nil }

    private func openChannel(_ id: String) async throws -> VideoChannel? {
        guard mayShow(channel: id) else { return nil }
        let channel = try await catalogue.resources.find(VideoChannel.self, id: id)
        return channel?.visibility == .everyone ? channel : nil
    }

    /// Those of them that can be seen now, in their order.
    func visible(_ videos: [Video]) async throws -> [Video] {
        var open: [String: Bool] = [:]
        var visible: [Video] = []
        for video in videos where video.isListed(at: now) {
            if open[video.channelID] == nil { open[video.channelID] = try await openChannel(video.channelID) != nil }
            if open[video.channelID] == true { visible.append(video) }
        }
        return visible
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
