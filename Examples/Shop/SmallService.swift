// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxFeed

/// Answers feed requests with this program's own data.
struct SmallService: FeedService {
    let addresses: [String]

    func authenticate(appID: String) async throws(ServiceError) -> GuestToken {
        GuestToken(guestID: "guest", accessToken: "none", expiresIn: 86400)
    }

    func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer {
        let answer: (any Sendable)? =
            switch call.path {
            case "/v1/config": AppConfiguration(featureFlags: [:], adConfigs: [], providers: .init(), languages: [])
            case "/v1/guests/me": Guest(id: "guest", appID: "shop", createdAt: Date())
            case "/v1/feeds": page
            case let path where path.hasSuffix("/products"): ResourceList(data: [tea])
            default: nil
            }
        guard let answer = answer as? Answer else { throw ServiceError(.refused, "This shop doesn't answer \(call.path).") }
        return answer
    }

    private var page: FeedPage {
        let items = addresses.enumerated().map { index, address in
            var video = Video(id: "v\(index)", channelID: "shop")
            (video.caption, video.hlsURL, video.products) = ("Tea, part \(index + 1)", address, [tea.id])
            return FeedItem.video(FeedVideo(video), reason: .channel)
        }
        return FeedPage(feedID: "shop", type: .video, items: items, next: nil, expiresAt: Date.distantFuture)
    }

    private var tea: Product {
        var tea = Product(id: "tea", storeID: "shop", externalID: "tea", name: "Green tea", currency: "EUR")
        tea.units = [("Small", "4.50", nil), ("Large", "12.5", "15")].compactMap { name, price, original in
            guard let price = Amount(price) else { return nil }
            var unit = ProductUnit(id: "tea-\(name)", externalID: "tea-\(name)", name: name, price: price)
            unit.originalPrice = original.flatMap { Amount($0) }
            unit.options = [ProductOption(name: "Size", value: name)]
            return unit
        }
        return tea
    }
}
