// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// What a product page shows of a product: picture, texts and price.
@MainActor struct ProductDescription {
    /// Everything but the details, which are below the options.
    let top: Box
    let details = Label().lines(40).aligned(.start)
    private let picture: ProductPicture
    private let name = Label().lines(3).aligned(.start).cssClass("product-name").accessibleRole(.heading)
    private let subtitle = Label().lines(2).aligned(.start)
    private let price: PriceRow

    init(_ texts: FeedLanguage, posters: PosterStore) {
        let (picture, price) = (ProductPicture(posters, side: 160), PriceRow(texts).cssClass("product-price"))
        (self.picture, self.price) = (picture, price)
        top = Box(.vertical, spacing: 10)
        top.append(picture.align(horizontal: .center))
        top.append(name)
        top.append(subtitle)
        top.append(price)
    }

    func show(_ product: Product) {
        name.text = DisplayText.clean(product.name, limit: 200)
        subtitle.text = DisplayText.clean(product.subtitle, limit: 200)
        subtitle.isVisible = !subtitle.text.isEmpty
        details.text = DisplayText.clean(product.description, limit: 4000)
        details.isVisible = !details.text.isEmpty
    }

    /// Shows the price and the picture of the selected variant.
    func show(_ offer: ProductOffer, unavailable: String?, picture address: String?) {
        price.show(offer, unavailable: unavailable.map { DisplayText.clean($0, limit: 60) })
        picture.address = address
    }
}

/// The button of a product page that puts the product into the cart.
@MainActor struct ProductBuyButton {
    let button: Button
    private let label: Label
    private let spinner: Spinner

    init(_ texts: FeedLanguage, _ style: ProductDetailsConfiguration.Button, action: @escaping @MainActor () -> Void) {
        let (label, spinner) = (Label(), Spinner(name: texts.text(.addingToCart)))
        (self.label, self.spinner) = (label, spinner)
        spinner.isVisible = false
        let content = Box(.horizontal, spacing: 8) {
            spinner
            label
        }.align(horizontal: .center)
        button = Button(name: "", content: content, action: action).cssClass("shop-buy")
        button.setCSSClass(
            FeedCSS.styleClass(
                "background: \(style.backgroundColor.css); color: \(style.textColor.css); "
                    + FeedCSS.font(style.font) + " min-height: 44px; border-radius: 10px;"), true)
    }

    var title: String {
        get { label.text }
        nonmutating set {
            label.text = newValue
            button.name = newValue
        }
    }

    var isBusy: Bool {
        get { spinner.isRunning }
        nonmutating set {
            spinner.isRunning = newValue
            spinner.isVisible = newValue
        }
    }
}
