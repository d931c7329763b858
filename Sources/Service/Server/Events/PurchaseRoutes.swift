// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Records purchases and reports whether a video led to them. A purchase is on disk before the response.
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
