// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK

/// The contents and total of a `CartKeeper`'s cart, with the order button; for ``ItemOverlays/Settings/cart``.
@MainActor public final class CartView: Box {
    private let keeper: CartKeeper
    private let texts: FeedLanguage
    private let posters: PosterStore
    private let rows = Box(.vertical, spacing: 8).cssClass("shop-list")
    private let totals = Box(.vertical, spacing: 2)
    // Long texts must not widen the drawer.
    private let notice = Label().lines(4).shortened(columns: 36).aligned(.start)
    private let terms = Label().lines(3).shortened(columns: 36).aligned(.start).cssClass("shop-terms")
    private let nothing = StatusPage(icon: "package-x-generic-symbolic", title: "").compact()
    private var order: Button!
    private var shown: [WindowboxGTK.Widget] = []
    private var sums: [Label] = []

    /// - Parameters:
    ///   - keeper: the cart that is shown and changed.
    ///   - host: provides texts and images.
    public init(_ keeper: CartKeeper, host: FeedHost) {
        ShopStyle.install()
        (self.keeper, texts, posters) = (keeper, host.sdk.language, host.posters)
        super.init(.vertical, spacing: 10)
        order = Button(texts.text(.placeOrder)) { keeper.placeOrder() }
        rows.accessibleRole(.list).accessibleName(texts.text(.cart))
        notice.accessibleRole(.status)
        terms.text = texts.text(.orderTerms)
        nothing.accessibleRole(.status)
        append(notice)
        append(nothing.expand(.vertical))
        append(Scrolled(rows).expand(.vertical).bind(\.isVisible) { keeper.cart.count > 0 })
        append(totals)
        append(terms)
        append(order.cssClass("shop-main"))
        bind(to: { keeper.cart }) { $0.show($1) }
        bind(to: { [texts] in Self.notice(keeper, texts) }) { view, text in
            view.notice.text = text
            view.notice.isVisible = !text.isEmpty
        }
        bind(to: { [texts] in Self.absence(keeper, texts) }) { view, absence in
            view.nothing.icon = absence.icon
            view.nothing.title = absence.title
            view.nothing.accessibleName(absence.title)
            view.nothing.isVisible = !absence.title.isEmpty
        }
    }

    private static func notice(_ keeper: CartKeeper, _ texts: FeedLanguage) -> String {
        if let failure = keeper.failure {
            return [texts.text(.orderFailed), texts.inEnglish(failure.description)].filter { !$0.isEmpty }.joined(separator: ": ")
        }
        return keeper.cart.count > 0 ? keeper.placedOrder.map { orderPlaced($0, texts) } ?? "" : ""
    }

    /// The message in place of items; without a title if there are items.
    private static func absence(_ keeper: CartKeeper, _ texts: FeedLanguage) -> Absence {
        guard keeper.cart.count == 0 else { return Absence() }
        if let order = keeper.placedOrder { return Absence(icon: "emblem-ok-symbolic", title: orderPlaced(order, texts)) }
        return Absence(title: texts.text(.cartEmpty))
    }

    private struct Absence: Equatable {
        var icon = "package-x-generic-symbolic"
        var title = ""
    }

    private static func orderPlaced(_ order: String, _ texts: FeedLanguage) -> String {
        texts.text(.orderPlaced, ["order": DisplayText.isolated(order)])
    }

    private func show(_ cart: ShoppingCart) {
        for row in shown { rows.remove(row) }
        shown = cart.lines.map(row)
        for row in shown { rows.append(row) }
        for sum in sums { totals.remove(sum) }
        sums = cart.totals.map { total in
            let price = texts.prices.text(total.amount, currency: total.currency)
            return Label(texts.text(.total, ["price": DisplayText.isolated(price)])).aligned(.start).cssClass("product-price")
        }
        for sum in sums { totals.append(sum) }
        order.isVisible = cart.count > 0
        terms.isVisible = cart.count > 0
        if texts.isRightToLeft { setDirection(rightToLeft: true) }
    }

    private func row(_ line: ShoppingCart.Line) -> WindowboxGTK.Widget {
        let product = DisplayText.clean(line.variant.product.name, limit: 120)
        let variant = DisplayText.clean(line.variant.variant.name, limit: 60)
        let picture = ProductPicture(posters, side: 56)
        picture.address = ProductPicture.address(of: line.variant.product, line.variant.variant)
        let price = texts.prices.text(line.variant.variant.price, currency: line.currency)
        let title = variant.isEmpty ? product : variant.hasPrefix(product) ? variant : "\(product), \(variant)"
        return Box(.horizontal, spacing: 12) {
            picture
            Box(.vertical, spacing: 3) {
                Label(title).lines(2).aligned(.start).cssClass("name")
                Label("\(line.quantity) × \(DisplayText.isolated(price))").aligned(.start).cssClass("price")
            }.expand(.horizontal).align(vertical: .center)
            Button(icon: "user-trash-symbolic", name: texts.text(.removeFromCart, ["name": title])) { [keeper] in keeper.remove(line.id) }
                .cssClass("flat", "circular").align(vertical: .center)
        }.accessibleRole(.listItem).accessibleName("\(title), \(line.quantity) × \(price)")
    }
}
