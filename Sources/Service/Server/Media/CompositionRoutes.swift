// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// What players play by name: see `CompositionService` in the SDK.
struct CompositionRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses

    var endpoints: [Endpoint] { [Endpoint("composition", composition).withEntityTag()] }

    private func composition(_ call: GuestCall) async throws -> CompositionDocument {
        let audience = try await Audience(catalogue, call)
        guard let name = MediaName(call.path["urn"]) else { throw Audience.nothing }
        var stream: LiveStream?
        var id = name.id
        if name.kind == .live {
            guard let found = try await catalogue.resources.find(LiveStream.self, id: id) else { throw Audience.nothing }
            stream = found
            id = found.videoID
        }
        // What was archived, is private or not ready is not told of; what is only not yet published is.
        guard let video = try await catalogue.resources.find(Video.self, id: id), video.listedSince != nil else { throw Audience.nothing }
        let channel = try await audience.channel(video.channelID)
        if stream == nil, video.type == .liveStream { stream = try await catalogue.resources.liveStream(ofVideo: video.id) }
        let composition = Composition(
            now: call.now, country: audience.country, address: { addresses.address($0, for: call.call) })
        guard let stream else { return composition.document(of: video) }
        let trailer: Video? =
            if let id = stream.trailerVideoID { try await catalogue.resources.find(Video.self, id: id) } else { nil }
        let highlights = stream.replay?.highlights ?? []
        let products = try await catalogue.resources.find(Product.self, ids: highlights.map(\.productID))
        return composition.document(of: stream, under: video, trailer: trailer, channel: channel, products: products)
    }
}
