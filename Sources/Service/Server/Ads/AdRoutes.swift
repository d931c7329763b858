// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Says where in a feed an ad stands, and takes word that it was shown.
struct AdRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] {
        [
            Endpoint("nextAd", next),
            Endpoint("recordAdImpression", impression),
        ]
    }

    private func next(_ call: GuestCall) async throws -> AdAnswer {
        let audience = try await Audience(catalogue, call)
        // A feed that is gone has no ads either.
        _ = try await catalogue.feeds.source(of: call.query["feed_id"] ?? "", for: call.viewer, at: call.now)
        guard let position = call.query.integer("position"), (0...100_000).contains(position) else {
            throw APIError(.invalidField, "It is 0 to 100000.", field: "position")
        }
        guard audience.app.adsEnabled else { return AdAnswer(ad: nil) }
        let ads = try await catalogue.resources.list(AdConfiguration.self, parent: audience.app.id, before: nil, since: nil, limit: 100)
        return AdAnswer(ad: AdPlace(position: position).ad(among: ads))
    }

    private func impression(_ call: GuestCall) async throws {
        guard let ad = try await catalogue.resources.find(AdConfiguration.self, id: call.path["id"]), ad.appID == call.guest.appID else {
            throw Audience.nothing
        }
        var event = ViewerEvent(id: call.id, name: EventName(rawValue: "fw:ad:impression"), ts: call.now, tracking: call.guest.tracking)
        event.properties = ["ad_id": .string(ad.id), "placement": .string(ad.placement.rawValue)]
        _ = try await catalogue.events.record([event], of: call.viewer, at: call.now)
    }
}

/// A place in a feed: behind how many items an ad would stand.
struct AdPlace {
    /// From 0.
    let position: Int

    /// The ad whose turn it is: each stands behind as many items as it says, as often as it may in one feed.
    func ad(among ads: [AdConfiguration]) -> AdConfiguration? {
        ads.filter { $0.placement == .feed && $0.interval > 0 }.sorted { $0.id < $1.id }.first { ad in
            guard (position + 1).isMultiple(of: ad.interval) else { return false }
            return (position + 1) / ad.interval <= ad.maxPerSession ?? .max
        }
    }
}
