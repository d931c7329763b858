// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// A vertical list of a video's products.
@MainActor final class ProductListView: Box {
    private let texts: FeedLanguage
    private let posters: PosterStore
    private let onTap: @MainActor (ShownProduct) -> Void
    private let rows = Box(.vertical, spacing: 4).cssClass("shop-list")
    private let notice = Label().lines(3).aligned(.center)
    private let busy: Spinner
    private var shown: [(product: ShownProduct, row: Button)] = []

    init(_ texts: FeedLanguage, posters: PosterStore, onTap: @escaping @MainActor (ShownProduct) -> Void) {
        (self.texts, self.posters, self.onTap) = (texts, posters, onTap)
        busy = Spinner(name: texts.text(.loading))
        super.init(.vertical, spacing: 8)
        rows.accessibleRole(.list).accessibleName(texts.text(.products))
        append(busy)
        append(notice)
        append(Scrolled(rows).expand(.vertical))
        notice.accessibleRole(.status)
        notice.isVisible = false
    }

    /// - Parameters:
    ///   - isWaiting: more or updated products may arrive.
    ///   - failure: why there are none.
    func show(_ products: [ShownProduct], isWaiting: Bool, failure: String?) {
        busy.isRunning = isWaiting && products.isEmpty
        busy.isVisible = busy.isRunning
        notice.text = failure ?? ""
        notice.isVisible = failure != nil && products.isEmpty
        guard products != shown.map(\.product) else { return }
        for (_, row) in shown { rows.remove(row) }
        shown = products.map { product in
            let row = row(product)
            rows.append(row)
            return (product, row)
        }
        if isRightToLeft { setDirection(rightToLeft: true) }
    }

    private func row(_ shown: ShownProduct) -> Button {
        let title = DisplayText.clean(shown.product.name, limit: 120)
        let picture = ProductPicture(posters, side: 64)
        picture.address = ProductPicture.address(of: shown.product)
        let price = PriceRow(texts)
        price.show(ProductOffer(shown, in: texts.prices))
        let content = Box(.horizontal, spacing: 12) {
            picture
            Box(.vertical, spacing: 3) {
                Label(title).lines(2).aligned(.start).cssClass("name")
                price
            }.expand(.horizontal).align(vertical: .center)
        }
        let button = Button(name: texts.text(.showProduct, ["name": title]), content: content) { [onTap] in onTap(shown) }
        button.isEnabled = !shown.isDisabled
        button.cssClass("row")
        return button
    }
}
