// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Records the order confirmations and refunds that a business's shop sends.
struct OrderRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] {
        [
            Endpoint("confirmOrder", confirm), Endpoint("listOrders", list), Endpoint("readOrder", read),
            Endpoint("setRefunded", refund),
        ]
    }

    private func confirm(_ call: AdminContext, _ confirmation: OrderConfirmation) async throws -> Response {
        let kept: (order: ShopOrder, isNew: Bool)
        do {
            kept = try await catalogue.orders.confirm(confirmation, business: call.administrator.businessID, at: call.now)
        } catch let error as APIError {
            // The catalogue names fields relative to the order, which is nested in `order` here.
            var reported = error
            if let field = reported.error.field, !["app_id", "refunded"].contains(field) { reported.error.field = "order.\(field)" }
            throw reported
        }
        return try .json(kept.order, status: kept.isNew ? 201 : 200)
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<ShopOrder> {
        let size = call.query.integer("page_size") ?? 10
        try FieldCheck.number(size, "page_size", 1...100)
        let found = try await CursorExpired.reported {
            try await catalogue.orders.orders(
                business: call.administrator.businessID, orderID: call.query["order_id"], before: call.query["before_id"], limit: size + 1)
        }
        let page = found.prefix(size)
        let next = found.count > size ? page.last.map { "\(call.route.path)?page_size=\(size)&before_id=\($0.id)" } : nil
        return ResourceList(
            data: page.compactMap(\.order), paging: Paging(next: next),
            damaged: page.compactMap { entry in
                guard case .damaged(let damaged) = entry else { return nil }
                return DamagedItem(
                    id: damaged.id, message: "Its record can't be read. Confirm the order again with its order_id.")
            })
    }

    private func read(_ call: AdminContext) async throws -> ShopOrder {
        guard let order = try await catalogue.orders.order(id: call.path["id"], business: call.administrator.businessID) else {
            throw Audience.nothing
        }
        return order
    }

    private func refund(_ call: AdminContext, _ request: RefundRequest) async throws -> ShopOrder {
        let order = try await catalogue.orders.refund(
            call.path["id"], business: call.administrator.businessID, refunded: request.refunded, at: call.now)
        guard let order else { throw Audience.nothing }
        return order
    }
}
