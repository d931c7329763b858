// SPDX-License-Identifier: Apache-2.0

import Foundation
package import WindowboxContract
package import WindowboxFeed

extension FeedVideo {
    package static func sample(
        _ id: String = "v1", duration: Double = 100, type: VideoType = .video, _ change: (inout FeedVideo) -> Void = { _ in }
    ) -> FeedVideo {
        var source = Video(id: id, channelID: "c1")
        (source.caption, source.durationMS, source.type) = ("Video \(id)", Int64(duration * 1000), type)
        source.hlsURL = "https://example.org/\(id).m3u8"
        var video = FeedVideo(source)
        change(&video)
        return video
    }
}

extension FeedPage {
    package static func sample(_ ids: [String], next: String? = nil, feed: String = "f1") -> FeedPage {
        FeedPage(
            feedID: feed, type: .video, items: ids.map { .video(.sample($0), reason: .channel) }, next: next,
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000))
    }
}

extension ServiceError {
    package static let gone = ServiceError(APIError(.feedExpired, "Too late."))
    package static let dead = ServiceError(.network, "Nobody answers.", canRetry: true)
    package static let wrong = ServiceError(APIError(.invalidField, "Wrong."))
}

extension ViewerEvent {
    package static func sample(_ id: String, _ name: EventName = .start) -> ViewerEvent {
        ViewerEvent(id: id, name: name, ts: Date(timeIntervalSince1970: 1_800_000_000), videoID: "v1")
    }
}

extension Product {
    package static func sample(_ id: String = "p1", prices: [String] = ["10"]) -> Product {
        var product = Product(id: id, storeID: "s1", externalID: "ext-\(id)", name: "Product \(id)", currency: "EUR")
        product.units = prices.enumerated().map { index, price in
            var unit = ProductUnit(
                id: "\(id)-u\(index)", externalID: "\(id)-x\(index)", name: "Unit \(index)", price: Amount(price) ?? Amount(millionths: 0)!)
            unit.position = index
            return unit
        }
        return product
    }
}
