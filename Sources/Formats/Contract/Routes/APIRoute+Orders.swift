// SPDX-License-Identifier: Apache-2.0

extension APIRoute {
    static var adminOrders: [APIRoute] {
        let (read, write) = (Access.admin(scope: "orders:read"), Access.admin(scope: "orders:write"))
        let all = "/v1/admin/orders"
        return [
            APIRoute(
                .post, all, "confirmOrder",
                "Confirms an order, or changes the one of this order_id. The figures count it; what guests claim of it counts no more.",
                write
            )
            .asking(.json(OrderConfirmation.self)).answering(ShopOrder.self, status: 201).alsoAnswering(ShopOrder.self, status: 200)
            .failing(.invalidAmount, .conflict),
            APIRoute(.get, all, "listOrders", "Confirmed orders, newest first.", read)
                .asking(
                    Query("order_id", "The one that the shop calls so."), Query("page_size", "1 to 100; 10 otherwise.", Int.self),
                    Query("before_id", "Those behind this one.")
                ).answering(ResourceList<ShopOrder>.self),
            APIRoute(.get, all + "/{id}", "readOrder", "One by its id.", read).answering(ShopOrder.self),
            APIRoute(.put, all + "/{id}/refunded", "setRefunded", "Says how much of it was given back in all.", write)
                .asking(.json(RefundRequest.self)).answering(ShopOrder.self).failing(.invalidAmount),
        ]
    }
}
