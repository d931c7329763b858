// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The page of a product, with its options and the buy button.
@MainActor final class ProductPage: Box {
    private let texts: FeedLanguage
    private let configuration: ProductDetailsConfiguration
    private let overview: ProductDescription
    private let options: ProductOptionLists
    private let notice = Label().lines(2).aligned(.start)
    private let buy: ProductBuyButton
    private let secondary: Button
    private let link: Button
    private let moment: Button
    private(set) var product: ShownProduct?
    private(set) var choice: ProductChoice?

    /// - Parameters:
    ///   - onBuy: called with the variant when the buy button is pressed.
    ///   - onSecondary: called with the variant when the secondary button is pressed.
    ///   - onLink: opens the product's URL.
    ///   - onMoment: seeks the video to the product's highlight, in milliseconds.
    init(
        _ texts: FeedLanguage, _ configuration: ProductDetailsConfiguration, posters: PosterStore,
        onBuy: @escaping @MainActor (SelectedProductVariant) -> Void,
        onSecondary: @escaping @MainActor (SelectedProductVariant) -> Void,
        onLink: @escaping @MainActor (SelectedProductVariant) -> Void,
        onMoment: @escaping @MainActor (Int64) -> Void
    ) {
        (self.texts, self.configuration) = (texts, configuration)
        let (pressed, second, linked, watched) = (Deferred(), Deferred(), Deferred(), Deferred())
        overview = ProductDescription(texts, posters: posters)
        options = ProductOptionLists(texts)
        buy = ProductBuyButton(texts, configuration.ctaButton) { pressed.run() }
        secondary = Button(DisplayText.clean(configuration.secondaryButton ?? "", limit: 60)) { second.run() }
        link = Button(texts.text(.openInShop)) { linked.run() }
        moment = Button("") { watched.run() }
        moment.isVisible = false
        super.init(.vertical, spacing: 10)
        let page = Box(.vertical, spacing: 10) {
            overview.top
            options
            overview.details
        }
        notice.accessibleRole(.status)
        append(Scrolled(page).expand(.vertical))
        append(notice)
        append(buy.button)
        append(secondary.broken())
        append(moment.broken())
        append(link.broken())
        secondary.isVisible = !secondary.title.isEmpty
        options.onChoose = { [weak self] in self?.choose($0, of: $1) }
        pressed.run = { [weak self] in self?.press(onBuy) }
        second.run = { [weak self] in self?.press(onSecondary) }
        watched.run = { [weak self] in if let offset = self?.momentMS { onMoment(offset) } }
        linked.run = { [weak self] in if let variant = self?.variant { onLink(variant) } }
    }

    /// Shows a product. If it is the same one, the selection is kept as far as possible.
    func show(_ shown: ShownProduct) {
        let isSame = product?.id == shown.id
        let previous = isSame ? choice?.unit : nil
        product = shown
        var choice = ProductChoice(shown.product, preselects: !configuration.isNoVariantSelectedByDefault)
        if let previous, let unit = shown.product.units.first(where: { $0.id == previous.id }) { choice.choose(unit) }
        self.choice = choice
        overview.show(shown.product)
        if !isSame { notice.text = "" }
        options.show(choice.options)
        showChoice()
    }

    /// Offset of the product's highlight in the recording, in milliseconds; nil if there is none.
    var momentMS: Int64? {
        didSet {
            guard momentMS != oldValue else { return }
            moment.isVisible = momentMS != nil
            moment.title =
                momentMS.map { texts.text(.showMoment, ["time": DisplayText.isolated(CountdownText.clock(Int($0 / 1000)))]) } ?? ""
        }
    }

    /// The product is being added to the cart.
    var isAdding = false {
        didSet {
            guard isAdding != oldValue else { return }
            buy.isBusy = isAdding
            showChoice()
        }
    }

    private var variant: SelectedProductVariant? {
        guard let product, let unit = choice?.unit else { return nil }
        return SelectedProductVariant(product.product, unit)
    }

    private func choose(_ value: Int, of option: Int) {
        choice?.choose(option: option, value: value)
        notice.text = ""
        showChoice()
    }

    private func showChoice() {
        guard let product, let choice else { return }
        options.update(choice.options)
        let unit = choice.unit
        let hidesOriginal = unit == nil && configuration.isOriginalPriceHiddenForNoSelectedVariant
        let offer = ProductOffer(product, unit: unit, hidesOriginal: hidesOriginal, in: texts.prices)
        overview.show(offer, unavailable: configuration.unavailableText, picture: ProductPicture.address(of: product.product, unit))
        let title =
            isAdding
            ? texts.text(.addingToCart)
            : product.product.customCTA.map { texts.title(of: $0) }
                ?? texts.text(configuration.ctaText == .addToCart ? .addToCart : .shopNow)
        buy.title = title
        buy.button.isVisible = !product.product.hidePrimaryCTA
        buy.button.isEnabled = offer.canBeBought && !isAdding
        link.isVisible = !configuration.isLinkButtonHidden && unit?.url != nil
    }

    /// Runs the action with the selected variant, or asks for the missing option.
    private func press(_ action: @MainActor (SelectedProductVariant) -> Void) {
        guard let variant else {
            let missing = choice?.missing ?? ""
            notice.text =
                missing.isEmpty ? texts.text(.chooseVariant) : texts.text(.chooseOption, ["name": DisplayText.clean(missing, limit: 60)])
            return
        }
        action(variant)
    }
}
