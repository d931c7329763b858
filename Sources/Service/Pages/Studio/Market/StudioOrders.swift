// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Orders confirmed by shops. Buyers' names and addresses are known only to the shop and not stored here.
public enum StudioOrders {
    private static let hint =
        "Shops confirm orders through the API. They ask buyers for contact, address and payment themselves; none of that is kept here."

    public static func page(_ list: StudioList<ShopOrder>) -> StudioPage {
        guard !list.isEmpty else {
            return StudioPage("Orders", in: .orders, body: PageFragments.empty("No confirmed orders yet. \(hint)"))
        }
        let table = list.table("Orders", ["Order", "Placed", "Items", "Total", "Refunded"]) { order in
            [
                "<a href=\"/studio/orders/\(order.id)\"><bdi>\(order.order.orderID)</bdi></a>", PageFragments.moment(order.madeAt),
                "\(order.order.lineItems.reduce(0) { $0 + $1.quantity })", "\(money(order.order.orderValue, order))",
                order.refunded == .zero ? "–" : "\(money(order.refunded, order))",
            ]
        }
        return StudioPage("Orders", in: .orders, body: "\(table)<p class=\"hint\">\(hint)</p>")
    }

    /// - Parameter video: the caption of the video that led to the order; nil if there is none or it may not be read.
    public static func page(_ order: ShopOrder, video: String?, mayWrite: Bool) -> StudioPage {
        let lines: [HTML] = order.order.lineItems.map { line in
            """
            <tr><th scope="row"><bdi>\(line.productName ?? line.sku)</bdi></th><td data-label="SKU"><code>\(line.sku)</code></td>\
            <td data-label="Quantity">\(line.quantity)</td><td data-label="Price">\(money(line.price, order))</td></tr>
            """
        }
        let attributed: HTML? = order.attribution.map { attribution in
            """
            <dt>Video</dt><dd><a href="/studio/videos/\(attribution.videoID)">\(PageFragments.person(video ?? "", or: "A video"))</a></dd>
            """
        }
        let facts: HTML = """
            <dl class="facts"><dt>Placed</dt><dd>\(PageFragments.moment(order.madeAt))</dd><dt>Total</dt>\
            <dd>\(money(order.order.orderValue, order))</dd><dt>Refunded</dt><dd>\(money(order.refunded, order))</dd>\(attributed)</dl>
            """
        let table: HTML? =
            lines.isEmpty
            ? nil
            : """
            <div class="table"><table><caption class="unseen">Items</caption><thead><tr><th scope="col">Item</th><th scope="col">SKU</th>\
            <th scope="col">Quantity</th><th scope="col">Price</th></tr></thead><tbody>\(lines)</tbody></table></div>
            """
        let refund: HTML? =
            mayWrite
            ? StudioForm.form(
                "PUT", "/v1/admin/orders/\(order.id)/refunded", submit: "Save the refund",
                Field.text(
                    "refunded", "Refunded in all (\(order.order.currency))", order.refunded.description,
                    hint: "From 0 to the total. Money is returned by the shop; this only corrects the figures.", .price))
            : nil
        return StudioPage("Order \(order.order.orderID)", in: .orders, body: "\(facts)\(table)\(refund)")
    }

    private static func money(_ amount: Amount, _ order: ShopOrder) -> String { FigureText.money(amount, order.order.currency) }
}
