// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Orders confirmed by shops, and those placed in the player.
public enum StudioOrders {
    private static let hint = "Shops confirm orders through the API. They take payments themselves."
    private static let claimHint =
        "These orders come from buyers' devices and aren't paid. Check the prices before you deliver, and confirm an order to count it."
    private static let claims = PageFragments.linkButton("/studio/purchases", "Placed here", style: "button")

    public static func page(_ list: StudioList<ShopOrder>) -> StudioPage {
        guard !list.isEmpty else {
            return StudioPage("Orders", in: .orders, actions: claims, body: PageFragments.empty("No confirmed orders yet. \(hint)"))
        }
        let table = list.table("Orders", ["Order", "Placed", "Items", "Total", "Refunded"]) { order in
            [
                "<a href=\"/studio/orders/\(order.id)\"><bdi>\(order.order.orderID)</bdi></a>", PageFragments.dateTime(order.madeAt),
                "\(order.order.lineItems.reduce(0) { $0 + $1.quantity })", "\(money(order.order.orderValue, order.order))",
                order.refunded == .zero ? "–" : "\(money(order.refunded, order.order))",
            ]
        }
        let export = PageFragments.linkButton("/studio/orders.csv", "Download as CSV", style: "button")
        return StudioPage("Orders", in: .orders, actions: "\(claims)\(export)", body: "\(table)<p class=\"hint\">\(hint)</p>")
    }

    /// - Parameter video: the caption of the video that led to the order; nil if there is none or it may not be read.
    public static func page(_ order: ShopOrder, video: String?, mayWrite: Bool) -> StudioPage {
        let attributed = attribution(order.attribution, video)
        let facts: HTML = """
            <dl class="facts"><dt>Placed</dt><dd>\(PageFragments.dateTime(order.madeAt))</dd><dt>Total</dt>\
            <dd>\(money(order.order.orderValue, order.order))</dd><dt>Refunded</dt><dd>\(money(order.refunded, order.order))</dd>\(attributed)</dl>
            """
        let table = items(order.order)
        let refund: HTML? =
            mayWrite
            ? StudioForm.form(
                "PUT", APIRoute.path("setRefunded", order.id), submit: "Save the refund",
                Field.text(
                    "refunded", "Total refunded (\(order.order.currency))", order.refunded.description,
                    hint: "From 0 to the total. The shop returns the money; this only corrects the analytics.", .price))
            : nil
        return StudioPage("Order \(order.order.orderID)", in: .orders, body: "\(facts)\(table)\(refund)")
    }

    public static func page(_ list: StudioList<ClaimedOrder>) -> StudioPage {
        let confirmed = PageFragments.linkButton("/studio/orders", "Confirmed orders", style: "button")
        guard !list.isEmpty else {
            return StudioPage(
                "Orders placed here", in: .orders, actions: confirmed, body: PageFragments.empty("No orders yet. \(claimHint)"))
        }
        let table = list.table("Orders placed here", ["Order", "Placed", "Buyer", "Items", "Total", "Confirmed"]) { claim in
            [
                "<a href=\"/studio/purchases/\(claim.id)\"><bdi>\(claim.order.orderID)</bdi></a>", PageFragments.dateTime(claim.madeAt),
                claim.contact.map { PageFragments.userText($0.name) } ?? "–", "\(claim.order.lineItems.reduce(0) { $0 + $1.quantity })",
                "\(money(claim.order.orderValue, claim.order))", claim.isConfirmed ? "Yes" : "No",
            ]
        }
        let export = PageFragments.linkButton("/studio/purchases.csv", "Download as CSV", style: "button")
        return StudioPage(
            "Orders placed here", in: .orders, actions: "\(confirmed)\(export)", body: "\(table)<p class=\"hint\">\(claimHint)</p>")
    }

    /// - Parameter video: as for an order.
    public static func page(_ claim: ClaimedOrder, video: String?, mayWrite: Bool) -> StudioPage {
        let facts: HTML = """
            <dl class="facts"><dt>Placed</dt><dd>\(PageFragments.dateTime(claim.madeAt))</dd><dt>Total</dt>\
            <dd>\(money(claim.order.orderValue, claim.order))</dd><dt>Confirmed</dt><dd>\(claim.isConfirmed ? "Yes" : "No")</dd>\
            \(attribution(claim.attribution, video))\(claim.contact.map(contact))</dl>
            """
        var confirmation = OrderConfirmation(order: claim.order, guestID: claim.guestID)
        (confirmation.appID, confirmation.madeAt) = (claim.appID, claim.madeAt)
        let confirm: HTML? =
            mayWrite && !claim.isConfirmed
            ? StudioForm.button(
                "Confirm the order", "POST", APIRoute.path("confirmOrder"), body: StudioForm.json(confirmation),
                then: "/studio/orders/{id}",
                style: "primary", id: "confirm")
            : nil
        return StudioPage(
            "Order \(claim.order.orderID)", in: .orders, actions: confirm ?? "",
            body: "\(facts)\(items(claim.order))<p class=\"hint\">\(claimHint)</p>")
    }

    private static func contact(_ contact: OrderContact) -> HTML {
        let place = [contact.postalCode, contact.city].compactMap(\.self).joined(separator: " ")
        let lines: [HTML] = [contact.street, place, contact.region, contact.country].compactMap(\.self).map { "<bdi>\($0)</bdi><br>" }
        let phone: HTML? = contact.phone.map { "<dt>Phone</dt><dd><bdi>\($0)</bdi></dd>" }
        return """
            <dt>Buyer</dt><dd>\(PageFragments.userText(contact.name))</dd><dt>Email</dt><dd><bdi>\(contact.email)</bdi></dd>\(phone)\
            <dt>Address</dt><dd>\(lines)</dd>
            """
    }

    private static func items(_ order: PurchaseRequest) -> HTML? {
        let lines: [HTML] = order.lineItems.map { line in
            """
            <tr><th scope="row"><bdi>\(line.productName ?? line.sku)</bdi></th><td data-label="SKU"><code>\(line.sku)</code></td>\
            <td data-label="Quantity">\(line.quantity)</td><td data-label="Price">\(money(line.price, order))</td></tr>
            """
        }
        guard !lines.isEmpty else { return nil }
        return """
            <div class="table"><table><caption class="unseen">Items</caption><thead><tr><th scope="col">Item</th><th scope="col">SKU</th>\
            <th scope="col">Quantity</th><th scope="col">Price</th></tr></thead><tbody>\(lines)</tbody></table></div>
            """
    }

    private static func attribution(_ attribution: PurchaseAttribution?, _ video: String?) -> HTML? {
        attribution.map { attribution in
            """
            <dt>Video</dt><dd><a href="/studio/videos/\(attribution.videoID)">\(PageFragments.userText(video ?? "", or: "A video"))</a></dd>
            """
        }
    }

    private static func money(_ amount: Amount, _ order: PurchaseRequest) -> String { FigureFormatter.money(amount, order.currency) }
}
