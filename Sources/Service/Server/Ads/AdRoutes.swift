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
        let placement = call.query["placement"].map { AdPlacement(rawValue: $0) } ?? .feed
        guard placement.isKnown else {
            throw APIError(
                .invalidField, "It is one of \(AdPlacement.known.map(\.rawValue).joined(separator: ", ")).", field: "placement")
        }
        return AdAnswer(ad: AdPlace(placement: placement, position: position).ad(among: ads, dedupes: audience.app.dedupeDirectAds))
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
    var placement = AdPlacement.feed
    /// From 0.
    let position: Int

    /// The ad whose turn it is: each stands behind as many items as it says, as often as it may in one feed.
    /// - Parameter dedupes: each stands in the first place that is free for it, and in no other.
    func ad(among ads: [AdConfiguration], dedupes: Bool = false) -> AdConfiguration? {
        var left = ads.filter { $0.placement == placement && $0.interval > 0 }.sorted { $0.id < $1.id }
        guard dedupes else { return left.first { $0.place(behind: position - 1) == position } }
        var last = -1
        while let next = left.compactMap({ $0.place(behind: last) }).min(), next <= position,
            let index = left.firstIndex(where: { $0.place(behind: last) == next })
        {
            if next == position { return left[index] }
            left.remove(at: index)
            last = next
        }
        return nil
    }
}

extension AdConfiguration {
    /// The next place that it may have in a feed, from 0; nil where it has had as many as it may.
    /// - Parameter position: from -1.
    fileprivate func place(behind position: Int) -> Int? {
        let turn = (position + 1) / interval + 1
        return turn <= maxPerSession ?? .max ? turn * interval - 1 : nil
    }
}
