// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Finds products by any of the ids that a shop has for them.
struct ProductRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let access: LiveAccess
    /// The limit of videos in a response.
    private static let maximumVideos = 100

    var endpoints: [Endpoint] {
        [
            Endpoint("product", product),
            Endpoint("productVideos", videos),
        ]
    }

    private func product(_ call: GuestContext) async throws -> Product {
        addresses.resolved(try await find(call, Audience(catalogue, call)), to: call.call)
    }

    private func videos(_ call: GuestContext) async throws -> ResourceList<Video> {
        let audience = try await Audience(catalogue, call)
        let channel = call.query["channel_id"]
        if let channel { _ = try await audience.channel(channel) }
        let product = try await find(call, audience)
        let found = try await catalogue.resources.videos(showing: product.id, channel: channel, at: call.now, limit: Self.maximumVideos)
        let videos = try await audience.listed(found).filter { !$0.regions.isBlocked(in: audience.country) }
        return ResourceList(data: try await access.opened(videos, to: call).map { addresses.resolved($0, to: call.call) })
    }

    /// Looks in the given store, or else in the first store of the app's business.
    private func find(_ call: GuestContext, _ audience: Audience) async throws -> Product {
        let name = call.path["any_id"]
        guard (1...128).contains(name.utf8.count) else { throw Audience.nothing }
        let stores = try await stores(call, audience)
        guard let product = try await catalogue.resources.product(named: name, stores: stores), !product.hidden else {
            throw Audience.nothing
        }
        return product
    }

    /// - Returns: nil for any store.
    private func stores(_ call: GuestContext, _ audience: Audience) async throws -> [String]? {
        guard let business = audience.app.businessID else { return call.query["store_id"].map { [$0] } }
        guard let id = call.query["store_id"] else {
            return try await catalogue.resources.ids(BusinessStore.self, parent: business, limit: 1)
        }
        return try await catalogue.resources.find(BusinessStore.self, id: id)?.businessID == business ? [id] : []
    }
}
