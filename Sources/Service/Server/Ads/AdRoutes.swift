// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Decides where ads appear in a feed, and records ad impressions.
struct AdRoutes: RouteGroup {
    let catalogue: Catalogue
    /// The number of impressions that a guest can report per minute; no viewer sees more.
    private static let maxImpressions = 30

    var endpoints: [Endpoint] {
        [
            Endpoint("nextAd", next),
            Endpoint("recordAdImpression", impression),
        ]
    }

    private func next(_ call: GuestContext) async throws -> AdAnswer {
        let audience = try await Audience(catalogue, call)
        // Throws if the feed no longer exists.
        _ = try await catalogue.feeds.source(of: call.query["feed_id"] ?? "", for: call.viewer, at: call.now)
        guard let position = call.query.integer("position"), (0...100_000).contains(position) else {
            throw APIError(.invalidField, "Enter a number from 0 to 100000.", field: "position")
        }
        guard audience.app.adsEnabled else { return AdAnswer(ad: nil) }
        let ads = try await catalogue.resources.list(AdConfiguration.self, parent: audience.app.id, before: nil, since: nil, limit: 100)
        let placement = call.query["placement"].map { AdPlacement(rawValue: $0) } ?? .feed
        guard placement.isKnown else {
            throw APIError(
                .invalidField, "It must be one of \(AdPlacement.known.map(\.rawValue).joined(separator: ", ")).", field: "placement")
        }
        return AdAnswer(ad: AdPosition(placement: placement, position: position).ad(among: ads, dedupes: audience.app.dedupeDirectAds))
    }

    private func impression(_ call: GuestContext) async throws {
        guard let ad = try await catalogue.resources.find(AdConfiguration.self, id: call.path["id"]), ad.appID == call.guest.appID else {
            throw Audience.nothing
        }
        if let wait = try await catalogue.quotas.take(
            GuestRecords.quota("impressions", of: call.guest.id), limit: Self.maxImpressions, within: 60, at: call.now)
        {
            throw RateLimitExceeded(retryAfter: wait)
        }
        var event = ViewerEvent(id: call.id, name: EventName(rawValue: "fw:ad:impression"), ts: call.now, tracking: call.guest.tracking)
        event.properties = ["ad_id": .string(ad.id), "placement": .string(ad.placement.rawValue)]
        _ = try await catalogue.events.record([event], of: call.viewer, at: call.now)
    }
}

/// A position in a feed at which an ad may appear.
struct AdPosition {
    var placement = AdPlacement.feed
    /// Index in the feed, from 0.
    let position: Int

    /// The ad due at this position. Each ad appears once per `interval` items, at most `maxPerSession` times in a feed.
    /// - Parameter dedupes: whether each ad appears only once, at the first position that no other ad has taken.
    func ad(among ads: [AdConfiguration], dedupes: Bool = false) -> AdConfiguration? {
        var left = ads.filter { $0.placement == placement && $0.interval > 0 }.sorted { $0.id < $1.id }
        guard dedupes else { return left.first { $0.nextPosition(after: position - 1) == position } }
        var last = -1
        while let next = left.compactMap({ $0.nextPosition(after: last) }).min(), next <= position,
            let index = left.firstIndex(where: { $0.nextPosition(after: last) == next })
        {
            if next == position { return left[index] }
            left.remove(at: index)
            last = next
        }
        return nil
    }
}

extension AdConfiguration {
    /// The next index after `position` at which the ad appears, from 0; nil once it has appeared the maximum number of times.
    /// - Parameter position: an index, or -1 for the start of the feed.
    fileprivate func nextPosition(after position: Int) -> Int? {
        let turn = (position + 1) / interval + 1
        return turn <= maxPerSession ?? .max ? turn * interval - 1 : nil
    }
}
