// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The products of a deck: each card has its list, and product pages open over the deck.
@MainActor final class DeckShop {
    private let program: ItemOverlays
    private weak var deck: PlayerDeckView?
    private var language: FeedLanguage?
    private var drawers: PageDrawers?
    private var following: Task<Void, Never>?
    /// The shop of the item whose product page is open.
    private var shop: ItemShop?

    init(_ program: ItemOverlays, _ deck: PlayerDeckView) {
        (self.program, self.deck) = (program, deck)
        following = Task { [weak self, events = program.shopping.events] in
            for await event in events { if self?.deck?.canBeSeen == true { self?.drawers?.handle(event) } }
        }
    }

    isolated deinit { following?.cancel() }

    /// - Parameter language: a change rebuilds the drawers.
    func speak(_ language: FeedLanguage) {
        guard let deck, language != self.language else { return }
        drawers?.remove(from: deck)
        let drawers = PageDrawers(program, deck, language)
        drawers.fit(PageSize(width: deck.width, height: deck.height))
        (self.language, self.drawers) = (language, drawers)
    }

    func fit(_ size: PageSize) { drawers?.fit(size) }

    /// The list of a video's products, which are fetched when the list is created.
    func list(of video: FeedVideo, at index: Int) -> ProductListView {
        let (shopping, texts) = (program.shopping, language ?? program.host.sdk.language)
        let list = ProductListView(texts, posters: program.host.posters) { [weak self] in self?.open($0, of: video, at: index) }
        shopping.activate(video)
        list.bind(to: {
            ListContent(
                products: LiveProducts.products(shopping.products(of: video.id), in: []), isWaiting: shopping.isWaiting(for: video.id),
                hasFailed: shopping.failure(of: video.id) != nil)
        }) { list, content in
            list.show(content.products, isWaiting: content.isWaiting, failure: content.hasFailed ? texts.text(.productsFailed) : nil)
        }
        return list
    }

    private struct ListContent: Equatable {
        var products: [ShownProduct]
        var isWaiting: Bool
        var hasFailed: Bool
    }

    private func open(_ product: ShownProduct, of video: FeedVideo, at index: Int) {
        guard let drawers, let language else { return }
        let report: @MainActor (PlaybackReport.Event) -> Void = { [weak deck] in deck?.note($0, at: index) }
        report(.interaction(.productListItemClicked, product: product.id))
        let shop = ItemShop(
            video, program: program, drawers: drawers, texts: language,
            onMoment: { [weak deck] in deck?.open(index, at: Double($0) / 1000) },
            report: report)
        self.shop = shop
        shop.open(product, fromList: false)
    }
}

extension ItemOverlays {
    /// Adds a collapsible product list to each card of a deck.
    public func attach(to deck: PlayerDeckView) {
        let shop = DeckShop(self, deck)
        let sdk = host.sdk
        deck.shop = shop
        deck.bind(to: { sdk.language }) { _, language in shop.speak(language) }
    }
}
