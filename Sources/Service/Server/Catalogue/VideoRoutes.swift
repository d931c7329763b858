// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Serves videos by id, and their products and interactions.
struct VideoRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let access: LiveAccess

    var endpoints: [Endpoint] {
        [
            Endpoint("video", video),
            Endpoint("videoProducts", products),
            Endpoint("videoInteractions", interactions),
        ]
    }

    private func video(_ call: GuestContext) async throws -> Video {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        return try await access.opened([video], to: call).first.map { addresses.resolved($0, to: call.call) } ?? video.withoutMedia
    }

    private func products(_ call: GuestContext) async throws -> ResourceList<Product> {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        let products = try await catalogue.resources.find(Product.self, ids: video.products)
        return ResourceList(data: products.filter { !$0.hidden }.map { addresses.resolved($0, to: call.call) })
    }

    private func interactions(_ call: GuestContext) async throws -> ResourceList<Interaction> {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        try access.check(video, call)
        let interactions = try await video.ownInteractions(in: catalogue)
        // Interactions of a live stream are sent over its socket, to viewers with access.
        return ResourceList(data: interactions.filter { $0.state != .draft && $0.liveStreamID == nil }.map(\.forViewers))
    }
}
