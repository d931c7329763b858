// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Takes orders, and says whether a video led to them. What is answered is on disk.
struct PurchaseRoutes: RouteGroup {
    let catalogue: Catalogue
    let metrics: ServiceMetrics

    var endpoints: [Endpoint] { [Endpoint("recordPurchase", record).taking(upTo: 128 << 10)] }

    private func record(_ call: GuestCall, _ order: PurchaseRequest) async throws -> PurchaseAccepted {
        let purchase = try await catalogue.purchases.record(order, of: call.viewer, at: call.now)
        metrics.count(.purchases)
        return PurchaseAccepted(attributed: purchase.attribution != nil)
    }
}
