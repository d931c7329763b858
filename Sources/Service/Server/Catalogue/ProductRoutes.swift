// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Products by whatever name a shop has for them.
struct ProductRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    /// More are not told.
    private static let mostVideos = 100

    var endpoints: [Endpoint] {
        [
            Endpoint("product", product),
            Endpoint("productVideos", videos),
        ]
    }

    private func product(_ call: GuestCall) async throws -> Product {
        addresses.told(try await find(call, Audience(catalogue, call)), to: call.call)
    }

    private func videos(_ call: GuestCall) async throws -> ResourceList<Video> {
        let audience = try await Audience(catalogue, call)
        let channel = call.query["channel_id"]
        if let channel { _ = try await audience.channel(channel) }
        let product = try await find(call, audience)
        let found = try await catalogue.resources.videos(showing: product.id, channel: channel, at: call.now, limit: Self.mostVideos)
        let videos = try await audience.visible(found).filter { !$0.regions.isBlocked(in: audience.country) }
        return ResourceList(data: videos.map { addresses.told($0, to: call.call) })
    }

    /// In the given store, or else in the first one of the app's business.
    private func find(_ call: GuestCall, _ audience: Audience) async throws -> Product {
        let name = call.path["any_id"]
        guard (1...128).contains(name.utf8.count) else { throw Audience.nothing }
        var stores = call.query["store_id"].map { [$0] }
        if stores == nil, let business = audience.app.businessID {
            stores = [try await firstStore(of: business)].compactMap { $0 }
        }
        guard let product = try await catalogue.resources.product(named: name, stores: stores), !product.hidden else {
            throw Audience.nothing
        }
        return product
    }

    private func firstStore(of business: String) async throws -> String? {
        try await catalogue.resources.ids(BusinessStore.self, parent: business, limit: 1).first
    }
}
