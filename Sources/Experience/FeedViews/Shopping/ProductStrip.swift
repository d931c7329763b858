// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The content of the product strip over a video: cards, and the button for all products.
struct ProductStripContent: Hashable {
    /// The pinned products, newest first; without any, the first product that may be shown.
    var cards: [ShownProduct]
    /// The number of all products.
    var count: Int
    var arePinned: Bool

    private static let maxCards = 3

    init(_ products: [ShownProduct], pinned: [ShownProduct] = [], _ configuration: ProductCardConfiguration) {
        let hidesUnavailable = configuration.isHiddenForNoAvailableVariant
        func isFit(_ shown: ShownProduct) -> Bool {
            !hidesUnavailable || shown.product.isAvailable && shown.product.units.contains(where: \.isAvailable)
        }
        let chosen = pinned.filter(isFit)
        arePinned = !chosen.isEmpty
        cards = arePinned ? Array(chosen.prefix(Self.maxCards)) : products.first(where: isFit).map { [$0] } ?? []
        count = products.count
    }
}

/// The product cards over a video, and the button that opens the product list.
@MainActor final class ProductStrip: Box {
    private let texts: FeedLanguage
    private let posters: PosterStore
    private let makeContent: (@MainActor (ShownProduct) -> WindowboxGTK.Widget)?
    private let onTap: @MainActor (ShownProduct) -> Void
    private let cards = Box(.horizontal, spacing: 8)
    private let all: Button
    private let allCount: Label
    private var content: ProductStripContent?
    private var shown: [ProductCard] = []

    init(
        _ texts: FeedLanguage, posters: PosterStore, makeContent: (@MainActor (ShownProduct) -> WindowboxGTK.Widget)? = nil,
        onTap: @escaping @MainActor (ShownProduct) -> Void,
        onAll: @escaping @MainActor () -> Void
    ) {
        (self.texts, self.posters, self.makeContent, self.onTap) = (texts, posters, makeContent, onTap)
        let allCount = Label()
        self.allCount = allCount
        let labels = Box(.horizontal, spacing: 6) {
            LineIcon(.bag, size: 16)
            allCount
        }
        all = Button(name: texts.text(.products), content: labels, action: onAll).cssClass("shop-pill")
        super.init(.vertical, spacing: 6)
        accessibleRole(.group)
        append(all.align(horizontal: .start))
        append(Scrolled(cards, horizontally: true).align(horizontal: .fill))
    }

    func show(_ content: ProductStripContent, _ configuration: ProductCardConfiguration) {
        guard content != self.content else { return }
        self.content = content
        allCount.text = ProductList.countText(content.count)
        all.name = texts.text(.products, count: content.count)
        all.isVisible = content.count > 0
        accessibleName(texts.text(content.arePinned ? .pinnedProducts : .products))
        for card in shown { cards.remove(card) }
        shown = content.cards.map { product in
            let card = ProductCard(texts, configuration, posters: posters, makeContent: makeContent, onTap: onTap)
            card.show(product, hidesOriginal: configuration.price.isOriginalPriceHidden)
            cards.append(card)
            return card
        }
        if isRightToLeft { setDirection(rightToLeft: true) }
    }

    /// The products whose cards are visible now, for impression tracking.
    var cardProducts: [ShownProduct] { isMapped ? shown.compactMap(\.product) : [] }
    var arePinned: Bool { content?.arePinned ?? false }
}
