// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The products of an item: cards, the list and product page in the drawer, and the cart icon.
@MainActor final class ItemShop {
    let strip: ProductStrip
    let cart: CartButton
    private let video: FeedVideo
    private let shopping: Shopping
    private let drawers: PageDrawers
    private let texts: FeedLanguage
    private let report: @MainActor (PlaybackReport.Event) -> Void
    private let list: ProductListView
    private let makePage: @MainActor (ProductDetailsConfiguration) -> ProductPage
    private var page: ProductPage?
    private var look: OverlayLook?
    private var dwell = ImpressionDwell()
    private var looking: Delay?

    /// - Parameter onMoment: seeks the video to an offset in milliseconds.
    init(
        _ video: FeedVideo, program: ItemOverlays, drawers: PageDrawers, texts: FeedLanguage,
        onMoment: @escaping @MainActor (Int64) -> Void,
        report: @escaping @MainActor (PlaybackReport.Event) -> Void
    ) {
        (self.video, self.drawers, self.texts, self.report) = (video, drawers, texts, report)
        let (shopping, posters, host) = (program.shopping, program.host.posters, program.host)
        self.shopping = shopping
        let (tapCard, tapRow, all) = (DeferredProduct(), DeferredProduct(), Deferred())
        var makeCard: (@MainActor (ShownProduct) -> WindowboxGTK.Widget)?
        if let make = program.makeProductCard { makeCard = { make($0, video) } }
        strip = ProductStrip(
            texts, posters: posters, makeContent: makeCard, onTap: { tapCard.run($0) }, onAll: { all.run() })
        list = ProductListView(texts, posters: posters) { tapRow.run($0) }
        cart = CartButton(texts) { shopping.tappedCartIcon(in: video) }
        makePage = { [weak drawers] configuration in
            ProductPage(
                texts, configuration, posters: posters,
                onBuy: { variant in
                    report(
                        .interaction(.productPrimaryCTAClicked, product: variant.product.id, properties: Self.kind(variant, configuration)))
                    shopping.buy(variant, in: video)
                },
                onSecondary: { shopping.tappedSecondary($0, in: video) },
                onLink: { variant in
                    guard let url = variant.url, shopping.tappedLink(url, of: variant, in: video), GameLink.isFit(url), let drawers else {
                        return
                    }
                    host.open(url, from: drawers.products)
                },
                onMoment: { [weak drawers] in
                    drawers?.products.isOpen = false
                    onMoment($0)
                })
        }
        tapCard.run = { [weak self] product in
            guard let self else { return }
            let name = strip.arePinned ? EventName.pinnedProductClicked : .productCardClicked
            report(.interaction(name, product: product.id))
            open(product, fromList: false)
        }
        tapRow.run = { [weak self] product in
            report(.interaction(.productListItemClicked, product: product.id))
            self?.open(product, fromList: true)
        }
        all.run = { [weak self] in self?.openList() }
        strip.onMapped { [weak self] _ in self?.updateVisibleCards() }
        strip.isVisible = false
        cart.isVisible = false
    }

    private static func kind(_ variant: SelectedProductVariant, _ configuration: ProductDetailsConfiguration) -> [String: JSONValue] {
        let kind = variant.customCTA?.type == .buy ? "BUY NOW" : configuration.ctaText == .addToCart ? "ADD TO CART" : "SHOP NOW"
        return ["type": .string(kind)]
    }

    func activate(_ video: FeedVideo, more: [String] = []) { shopping.activate(video, more: more) }

    /// - Parameter state: of a live stream, whose hosts decide what is shown.
    func products(in state: LiveState?) -> [ShownProduct] {
        LiveProducts.products(shopping.products(of: video.id), in: state?.products ?? [])
    }

    func show(_ look: OverlayLook) {
        self.look = look
        strip.isVisible = look.layers.showsProducts
        strip.show(look.strip, look.views.card)
        cart.isVisible = look.layers.showsCartIcon
        cart.show(look.views.cartIcon)
        list.show(look.products, isWaiting: look.isWaiting, failure: look.failure.map { _ in texts.text(.productsFailed) })
        if let page {
            page.momentMS = page.product.flatMap { look.moment(of: $0.id) }
            if let product = look.products.first(where: { $0.id == page.product?.id }), product != page.product { page.show(product) }
        }
        updateVisibleCards()
    }

    func end() {
        looking = nil
        shopping.productClosed()
    }

    private func openList() { drawers.showProducts(list, title: texts.text(.products)) }

    /// Shows a product page, unless the host handles the tap.
    func open(_ product: ShownProduct, fromList: Bool) {
        report(.interaction(.productClicked, product: product.id))
        guard shopping.tapped(product, in: video) else { return }
        let page = makePage(shopping.views(for: video).details)
        page.show(product)
        page.bind(\.isAdding) { [shopping] in shopping.isAdding }
        page.momentMS = look?.moment(of: product.id)
        self.page = page
        // The page already shows the product's name.
        let (title, spoken) = (texts.text(.products), DisplayText.clean(product.product.name, limit: 60))
        guard fromList else { return drawers.showProducts(page, title: title, spoken: spoken) }
        drawers.showProducts(page, title: title, spoken: spoken) { [weak self] in
            self?.shopping.productClosed()
            self?.openList()
        }
    }

    /// A card counts as seen after one second.
    private func updateVisibleCards() {
        let now = shopping.sdk.now
        for id in dwell.look(at: Set(strip.cardProducts.map(\.id)), now: now) {
            report(.interaction(strip.arePinned ? .pinnedProductImpression : .productCardImpression, product: id))
        }
        looking = nil
        if let due = dwell.nextWake { looking = Delay(seconds: max(0.01, due - now)) { [weak self] in self?.updateVisibleCards() } }
    }
}

/// An action with a product, assigned after its owner exists.
@MainActor private final class DeferredProduct {
    var run: @MainActor (ShownProduct) -> Void = { _ in }
}
