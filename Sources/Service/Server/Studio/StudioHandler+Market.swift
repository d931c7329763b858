// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioHandler {
    static let market = [
        StudioPlace("products") { call in
            StudioProducts.page(
                try await call.page(Product.self), stores: try await call.ownStores(), mayWrite: call.may("products:write"))
        },
        StudioPlace("products/new") { call in
            try call.require("products:write")
            return StudioProducts.page(nil, stores: try await call.ownStores(), mayWrite: true)
        },
        StudioPlace("products/{id}") { call in
            StudioProducts.page(
                try await call.one(Product.self), stores: try await call.ownStores(), mayWrite: call.may("products:write"))
        },
        StudioPlace("stores") { call in
            StudioStores.page(try await call.page(BusinessStore.self), mayWrite: call.may("stores:write"))
        },
        StudioPlace("stores/new") { call in
            try call.require("stores:write")
            return StudioStores.page(nil as BusinessStore?, mayWrite: true)
        },
        StudioPlace("stores/{id}") { call in
            StudioStores.page(try await call.one(BusinessStore.self), mayWrite: call.may("stores:write"))
        },
        StudioPlace("orders") { call in StudioOrders.page(try await call.orders()) },
        StudioPlace("orders/{id}") { call in
            let order = try await call.ask(ShopOrder.self, "readOrder", ["id": call.path["id"]])
            return StudioOrders.page(
                order, video: try await call.caption(of: order.attribution?.videoID), mayWrite: call.may("orders:write"))
        },
    ]

    static let connections = [
        StudioPlace("apps") { call in StudioApps.page(try await call.page(ClientApp.self), mayWrite: call.may("apps:write")) },
        StudioPlace("apps/new") { call in
            try call.require("apps:write")
            return StudioApps.page(nil, ads: [], mayWrite: true)
        },
        StudioPlace("apps/{id}") { call in
            let app = try await call.one(ClientApp.self)
            let ads = try await call.all(AdConfiguration.self).filter { $0.appID == app.id }
            return StudioApps.page(app, ads: ads, mayWrite: call.may("apps:write"))
        },
        StudioPlace("ads/new") { call in
            try call.require("ads:write")
            let app = try await call.ask(ClientApp.self, "readApp", ["id": call.query["app"] ?? "none"])
            return StudioApps.page(nil, app: app.id, mayWrite: true)
        },
        StudioPlace("ads/{id}") { call in
            let ad = try await call.one(AdConfiguration.self)
            return StudioApps.page(ad, app: ad.appID, mayWrite: call.may("ads:write"))
        },
        StudioPlace("campaigns") { call in
            StudioCampaigns.page(try await call.page(AdCampaign.self), at: call.now, mayWrite: call.may("ads:write"))
        },
        StudioPlace("campaigns/new") { call in
            try call.require("ads:write")
            return StudioCampaigns.page(nil as AdCampaign?, mayWrite: true)
        },
        StudioPlace("campaigns/{id}") { call in
            StudioCampaigns.page(try await call.one(AdCampaign.self), mayWrite: call.may("ads:write"))
        },
        StudioPlace("webhooks") { call in StudioWebhooks.page(try await call.page(Webhook.self), mayWrite: call.may("webhooks:write")) },
        StudioPlace("webhooks/new") { call in
            try call.require("webhooks:write")
            return StudioWebhooks.new
        },
        StudioPlace("webhooks/{id}") { call in
            let hook = try await call.one(Webhook.self)
            var asked = ["page_size": "20"]
            if let before = call.query["before_id"], !before.isEmpty { asked["before_id"] = before }
            let log = try await call.ask(ResourceList<WebhookDelivery>.self, "listDeliveries", ["id": hook.id], asked)
            let next = log.paging.next.flatMap { $0.split(separator: "=").last }.map { "?before_id=\($0)" }
            return StudioWebhooks.page(hook, deliveries: StudioList(log.data, next: next), mayWrite: call.may("webhooks:write"))
        },
    ]
}

extension StudioRequest {
    fileprivate func orders() async throws -> StudioList<ShopOrder> {
        var asked = ["page_size": "25"]
        if let before = query["before_id"], !before.isEmpty { asked["before_id"] = before }
        let found = try await ask(ResourceList<ShopOrder>.self, "listOrders", [:], asked)
        let next = found.paging.next.flatMap { $0.split(separator: "&").last }.map { "?\($0)" }
        return StudioList(
            found.data, next: next, damaged: StudioDamage(found.damaged ?? [], path: "/v1/admin/orders", mayDelete: false))
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
