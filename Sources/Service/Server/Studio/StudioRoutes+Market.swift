// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    static let market = [
        StudioRoute("products") { call in
            StudioProducts.page(
                try await call.page(Product.self), stores: try await call.ownStores(), mayWrite: call.may("products:write"))
        },
        StudioRoute("products/new") { call in
            try call.require("products:write")
            return StudioProducts.page(nil, stores: try await call.ownStores(), mayWrite: true)
        },
        StudioRoute("products/{id}") { call in
            StudioProducts.page(
                try await call.one(Product.self), stores: try await call.ownStores(), mayWrite: call.may("products:write"))
        },
        StudioRoute("stores") { call in
            StudioStores.page(try await call.page(BusinessStore.self), mayWrite: call.may("stores:write"))
        },
        StudioRoute("stores/new") { call in
            try call.require("stores:write")
            return StudioStores.page(nil as BusinessStore?, mayWrite: true)
        },
        StudioRoute("stores/{id}") { call in
            StudioStores.page(try await call.one(BusinessStore.self), mayWrite: call.may("stores:write"))
        },
        StudioRoute("orders") { call in StudioOrders.page(try await call.orders()) },
        StudioRoute("orders.csv", other: { call in try await call.answer("exportOrders") }),
        StudioRoute("purchases.csv", other: { call in try await call.answer("exportPurchases") }),
        StudioRoute("orders/{id}") { call in
            let order = try await call.ask(ShopOrder.self, "readOrder", ["id": call.path["id"]])
            return StudioOrders.page(
                order, video: try await call.caption(of: order.attribution?.videoID), mayWrite: call.may("orders:write"))
        },
        StudioRoute("purchases") { call in StudioOrders.page(try await call.claims()) },
        StudioRoute("purchases/{id}") { call in
            let claim = try await call.ask(ClaimedOrder.self, "readPurchase", ["id": call.path["id"]])
            return StudioOrders.page(
                claim, video: try await call.caption(of: claim.attribution?.videoID), mayWrite: call.may("orders:write"))
        },
    ]

    static let connections = [
        StudioRoute("apps") { call in StudioApps.page(try await call.page(ClientApp.self), mayWrite: call.may("apps:write")) },
        StudioRoute("apps/new") { call in
            try call.require("apps:write")
            return StudioApps.page(nil, ads: [], mayWrite: true)
        },
        StudioRoute("apps/{id}") { call in
            let app = try await call.one(ClientApp.self)
            let ads = try await call.all(AdConfiguration.self).filter { $0.appID == app.id }
            return StudioApps.page(app, ads: ads, mayWrite: call.may("apps:write"))
        },
        StudioRoute("ads/new") { call in
            try call.require("ads:write")
            let app = try await call.ask(ClientApp.self, "readApp", ["id": call.query["app"] ?? "none"])
            return StudioApps.page(nil, app: app.id, mayWrite: true)
        },
        StudioRoute("ads/{id}") { call in
            let ad = try await call.one(AdConfiguration.self)
            return StudioApps.page(ad, app: ad.appID, mayWrite: call.may("ads:write"))
        },
        StudioRoute("campaigns") { call in
            StudioCampaigns.page(try await call.page(AdCampaign.self), at: call.now, mayWrite: call.may("ads:write"))
        },
        StudioRoute("campaigns/new") { call in
            try call.require("ads:write")
            return StudioCampaigns.page(nil as AdCampaign?, mayWrite: true)
        },
        StudioRoute("campaigns/{id}") { call in
            StudioCampaigns.page(try await call.one(AdCampaign.self), mayWrite: call.may("ads:write"))
        },
        StudioRoute("webhooks") { call in StudioWebhooks.page(try await call.page(Webhook.self), mayWrite: call.may("webhooks:write")) },
        StudioRoute("webhooks/new") { call in
            try call.require("webhooks:write")
            return StudioWebhooks.new
        },
        StudioRoute("webhooks/{id}") { call in
            let hook = try await call.one(Webhook.self)
            var parameters = ["page_size": "20"]
            if let before = call.query["before_id"], !before.isEmpty { parameters["before_id"] = before }
            let log = try await call.ask(ResourceList<WebhookDelivery>.self, "listDeliveries", ["id": hook.id], parameters)
            let next = log.paging.next.flatMap { $0.split(separator: "=").last }.map { "?before_id=\($0)" }
            return StudioWebhooks.page(hook, deliveries: StudioList(log.data, next: next), mayWrite: call.may("webhooks:write"))
        },
    ]
}

extension StudioContext {
    fileprivate func orders() async throws -> StudioList<ShopOrder> { try await orders(ShopOrder.self, "listOrders") }

    fileprivate func claims() async throws -> StudioList<ClaimedOrder> {
        try await orders(ClaimedOrder.self, "listPurchases")
    }

    private func orders<Order: Codable & Hashable & Sendable>(
        _ type: Order.Type, _ operation: String
    ) async throws -> StudioList<Order> {
        var parameters = ["page_size": "25"]
        if let before = query["before_id"], !before.isEmpty { parameters["before_id"] = before }
        let found = try await ask(ResourceList<Order>.self, operation, [:], parameters)
        let next = found.paging.next.flatMap { $0.split(separator: "&").last }.map { "?\($0)" }
        return StudioList(
            found.data, next: next, damaged: StudioUnreadableEntries(found.damaged ?? [], path: APIRoute.path(operation), mayDelete: false))
    }

    /// The caption of the video that led to an order; nil if it may not be read or was deleted.
    fileprivate func caption(of video: String?) async throws -> String? {
        guard let video, may("videos:read") else { return nil }
        do { return try await ask(Video.self, "readVideo", ["id": video]).caption } catch is APIError { return nil }
    }

    fileprivate func ownStores() async throws -> [BusinessStore] {
        try await catalogue.resources.list(
            BusinessStore.self, parent: administrator.businessID, before: nil, since: nil, limit: 500)
    }
}
