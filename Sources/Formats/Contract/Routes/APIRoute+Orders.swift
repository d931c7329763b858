// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

extension APIRoute {
    static var adminOrders: [APIRoute] {
        let (read, write) = (Access.admin(scope: "orders:read"), Access.admin(scope: "orders:write"))
        let all = "/v1/admin/orders"
        func table(_ path: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.get, path, operationID, summary, read).asking(
                Query("from", "RFC 3339; only what was placed then or later.", Date.self),
                Query("to", "RFC 3339; only what was placed earlier.", Date.self)
            ).answering(raw: "text/csv")
        }
        return [
            table(
                "/v1/admin/orders.csv", "exportOrders",
                "Exports confirmed orders as CSV, newest first, with times in the business's time zone."),
            table(
                "/v1/admin/purchases.csv", "exportPurchases",
                "Exports orders that guests placed or reported as CSV, with times in the business's time zone; with contacts for `contacts:read`."
            ),
            APIRoute(
                .post, all, "confirmOrder",
                "Confirms an order, or updates the order with this order_id. Reports count it instead of guests' claims.",
                write
            )
            .asking(.json(OrderConfirmation.self)).answering(ShopOrder.self, status: 201).alsoAnswering(ShopOrder.self, status: 200)
            .failing(.invalidAmount, .emailInvalid, .conflict),
            APIRoute(.get, all, "listOrders", "Lists confirmed orders, newest first.", read)
                .asking(
                    Query("order_id", "The shop's id of the order."), Query("page_size", "1 to 100; default 10.", Int.self),
                    Query("before_id", "Items after this one.")
                ).answering(ResourceList<ShopOrder>.self),
            APIRoute(.get, all + "/{id}", "readOrder", "Returns an order.", read).answering(ShopOrder.self),
            APIRoute(
                .get, "/v1/admin/purchases", "listPurchases",
                "Lists orders that guests placed or reported, newest first; for `contacts:read` with the contacts that shops without a checkout asked "
                    + "for.",
                read
            )
            .asking(
                Query("order_id", "The order's id."), Query("page_size", "1 to 100; default 10.", Int.self),
                Query("before_id", "Items after this one.")
            ).answering(ResourceList<ClaimedOrder>.self),
            APIRoute(
                .get, "/v1/admin/purchases/{id}", "readPurchase",
                "Returns an order that a guest placed or reported; with its contact for `contacts:read`.", read
            )
            .answering(ClaimedOrder.self),
            APIRoute(.put, all + "/{id}/refunded", "setRefunded", "Sets the total amount refunded.", write)
                .asking(.json(RefundRequest.self)).answering(ShopOrder.self).failing(.invalidAmount),
        ]
    }
}
