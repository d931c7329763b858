// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Lists a webhook's deliveries, and repeats them.
struct DeliveryRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] {
        [
            Endpoint("listDeliveries", list),
            Endpoint("readDelivery", read),
            Endpoint("replayDelivery", replay),
        ]
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<WebhookDelivery> {
        let webhook = try await Webhook.find(call, in: catalogue)
        let size = call.query.integer("page_size") ?? 10
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page can have 1 to 100 items.", field: "page_size") }
        let found: [WebhookDelivery]
        do {
            found = try await catalogue.webhooks.deliveries(of: webhook.id, before: call.query["before_id"], limit: size + 1)
        } catch is CursorExpired {
            throw APIError(
                .invalidField, "Nothing exists with this id any more. Use the paging links of the previous page.", field: "before_id")
        }
        let page = Array(found.prefix(size))
        let next =
            found.count > size
            ? page.last.map { last in
                let cursor = PageCursor(id: last.id, created: Timestamp.milliseconds(last.createdAt))
                return "\(call.route.path.replacing("{id}", with: webhook.id))?page_size=\(size)&before_id=\(cursor)"
            } : nil
        return ResourceList(data: page, paging: Paging(next: next))
    }

    private func read(_ call: AdminContext) async throws -> WebhookDelivery { try await find(call) }

    private func replay(_ call: AdminContext) async throws -> WebhookDelivery {
        let delivery = try await find(call)
        guard let made = try await catalogue.webhooks.replay(delivery.id, at: call.now) else { throw Audience.nothing }
        return made
    }

    private func find(_ call: AdminContext) async throws -> WebhookDelivery {
        let webhook = try await Webhook.find(call, in: catalogue)
        guard let delivery = try await catalogue.webhooks.delivery(id: call.path["delivery"]), delivery.webhookID == webhook.id else {
            throw Audience.nothing
        }
        return delivery
    }
}
