// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Attributes a purchase: to the latest product click, click on a page button, or engaged view by the same guest, of a video with one of
/// the purchased products, within ``AttributionRule/window`` days.
struct PurchaseAttributor {
    let connection: any SQLConnection

    func attribution(of order: PurchaseRequest, _ viewer: Viewer, at now: Date) throws -> PurchaseAttribution? {
        let bought = try products(of: order, app: viewer.appID)
        guard !bought.isEmpty else { return nil }
        let since = Timestamp.milliseconds(now) - Int64(AttributionRule.window) * 86_400_000
        // Grouped by video, so that one that was watched often doesn't displace others.
        let acted = try connection.rows(
            """
            SELECT video, COALESCE(stream, ''), MAX(ts), MAX(n) FROM event
            WHERE guest = \(viewer.guestID) AND attributable = 1 AND ts >= \(since) AND ts <= \(Timestamp.milliseconds(now))
            AND video IS NOT NULL
            GROUP BY video, COALESCE(stream, '') ORDER BY MAX(ts) DESC, MAX(n) DESC LIMIT \(AttributionRule.maxVideos)
            """)
        for row in acted {
            let (video, stream) = (row.text(0), row.text(1))
            guard let sku = try shown(in: video, stream: stream).lazy.compactMap({ bought[$0] }).first else { continue }
            return PurchaseAttribution(
                videoID: video, liveStreamID: stream.isEmpty ? nil : stream, window: AttributionRule.window, matchedSKU: sku,
                ruleVersion: AttributionRule.version)
        }
        return nil
    }

    /// The order's SKU for each product. Other businesses may use the same SKU for other products.
    private func products(of order: PurchaseRequest, app: String) throws -> [String: String] {
        var among: SQL = ""
        if let business = try connection.resource(ClientApp.self, id: app)?.businessID {
            among = "AND store IN (SELECT id FROM resource WHERE kind = \(BusinessStore.kind) AND parent = \(business))"
        }
        var names: [String: String] = [:]
        for sku in Set(order.lineItems.map(\.sku)).sorted() {
            let rows = try connection.rows(
                """
                SELECT product FROM product_key WHERE name = \(sku) \(among) ORDER BY rank, store, product
                LIMIT \(AttributionRule.maxProducts)
                """)
            for row in rows { names[row.text(0)] = names[row.text(0)] ?? sku }
        }
        return names
    }

    /// The products tagged in the video, and those sold in its live stream.
    private func shown(in video: String, stream: String) throws -> [String] {
        let tagged = try connection.resource(Video.self, id: video)?.products ?? []
        guard !stream.isEmpty, let live = try connection.resource(LiveStream.self, id: stream), live.videoID == video else { return tagged }
        return tagged + live.products.map(\.productID)
    }
}
