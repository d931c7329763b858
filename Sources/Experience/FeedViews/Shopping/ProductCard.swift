// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A product card over a video: image, name, price and link.
@MainActor final class ProductCard: Box {
    private let picture: ProductPicture
    private let name = Label().aligned(.start).cssClass("name")
    private let price: PriceRow
    private let cta = Label().shortened().cssClass("cta")
    private let texts: FeedLanguage
    private let button: Button
    private let makeContent: (@MainActor (ShownProduct) -> WindowboxGTK.Widget)?
    private let container = Box(.vertical)
    private var content: WindowboxGTK.Widget?
    private(set) var product: ShownProduct?

    /// - Parameters:
    ///   - makeContent: creates custom content; nil uses the built-in content.
    ///   - onTap: the user wants to see the product.
    init(
        _ texts: FeedLanguage, _ configuration: ProductCardConfiguration, posters: PosterStore,
        makeContent: (@MainActor (ShownProduct) -> WindowboxGTK.Widget)? = nil,
        onTap: @escaping @MainActor (ShownProduct) -> Void
    ) {
        (self.texts, self.makeContent) = (texts, makeContent)
        let picture = ProductPicture(posters, side: 56)
        let price = PriceRow(texts, axis: configuration.price.axis == .horizontal ? .horizontal : .vertical)
        (self.picture, self.price) = (picture, price)
        let lines = name.lines(configuration.numberOfNameLines)
        let labels = Box(.vertical, spacing: 2) {}
        if configuration.price.isPriceFirst { labels.append(price) }
        labels.append(lines)
        if !configuration.price.isPriceFirst { labels.append(price) }
        cta.isVisible = !configuration.isCTAHidden
        cta.text = texts.text(configuration.ctaText == .shopNow ? .shopNow : .buyNow)
        labels.append(cta.align(horizontal: .start))
        let row = Box(.horizontal, spacing: 10) {
            picture
            labels.expand(.horizontal).align(vertical: .center)
        }
        let tapped = Deferred()
        button = Button(name: "", content: makeContent == nil ? row : container) { tapped.run() }
        super.init(.horizontal)
        append(button.cssClass("shop-plain").expand(.horizontal))
        cssClass("shop-card").setCSSClass("light", configuration.appearance == .light)
        minimumSize(width: Int(configuration.width ?? 240), height: configuration.height.map { Int($0) })
        apply(configuration)
        tapped.run = { [weak self] in if let product = self?.product { onTap(product) } }
    }

    private func apply(_ configuration: ProductCardConfiguration) {
        var css = "border-radius: \(FeedCSS.thousandths(max(0, configuration.cornerRadius)))px;"
        if let border = configuration.border {
            css += " border: \(FeedCSS.thousandths(max(0, border.width)))px solid \(border.color.css);"
        }
        if let color = configuration.nameColor { name.cssClass(FeedCSS.styleClass("color: \(color.css);")) }
        price.apply(configuration.price, discountColor: configuration.discountColor)
        if let color = configuration.backgroundColor { css += " background: \(color.css);" }
        setCSSClass(FeedCSS.styleClass(css), true)
        let icon = "border-radius: \(FeedCSS.thousandths(max(0, configuration.iconCornerRadius)))px;"
        picture.setCSSClass(FeedCSS.styleClass(icon), true)
    }

    /// - Parameter hidesOriginal: hides the original price.
    func show(_ shown: ShownProduct, hidesOriginal: Bool) {
        product = shown
        let title = DisplayText.clean(shown.product.name, limit: 80)
        name.text = title
        button.name = texts.text(.showProduct, ["name": title])
        picture.address = ProductPicture.address(of: shown.product)
        price.show(ProductOffer(shown, hidesOriginal: hidesOriginal, in: texts.prices))
        button.isEnabled = !shown.isDisabled
        guard let makeContent else { return }
        if let content { container.remove(content) }
        let made = makeContent(shown)
        container.append(made)
        content = made
    }
}
