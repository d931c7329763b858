// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The page of a product, with its options and the buy button.
@MainActor final class ProductPage: Box {
    private let texts: FeedLanguage
    private let configuration: ProductDetailsConfiguration
    private let picture: ProductPicture
    private let name = Label().lines(3).aligned(.start).cssClass("product-name").accessibleRole(.heading)
    private let subtitle = Label().lines(2).aligned(.start)
    private let price: PriceRow
    private let options = Box(.vertical, spacing: 10)
    private let notice = Label().lines(2).aligned(.start)
    private let details = Label().lines(40).aligned(.start)
    private let buy: Button
    private let buyWords: Label
    private let secondary: Button
    private let link: Button
    private let moment: Button
    private let busy: Spinner
    private var lists: [(label: Label, list: ChoiceList)] = []
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
        let (busy, buyWords) = (Spinner(name: texts.text(.addingToCart)), Label())
        (self.busy, self.buyWords) = (busy, buyWords)
        busy.isVisible = false
        picture = ProductPicture(posters, side: 160)
        price = PriceRow(texts).cssClass("product-price")
        let content = Box(.horizontal, spacing: 8) {
            busy
            buyWords
        }.align(horizontal: .center)
        buy = Button(name: "", content: content) { pressed.run() }
        secondary = Button(DisplayText.clean(configuration.secondaryButton ?? "", limit: 60)) { second.run() }
        link = Button(texts.text(.openInShop)) { linked.run() }
        moment = Button("") { watched.run() }
        moment.isVisible = false
        super.init(.vertical, spacing: 10)
        let page = Box(.vertical, spacing: 10) {
            picture.align(horizontal: .center)
            name
            subtitle
            price
            options
            details
        }
        notice.accessibleRole(.status)
        append(Scrolled(page).expand(.vertical))
        append(notice)
        append(buy.cssClass("shop-buy"))
        append(secondary.broken())
        append(moment.broken())
        append(link.broken())
        secondary.isVisible = !secondary.title.isEmpty
        let style = configuration.ctaButton
        buy.setCSSClass(
            FeedCSS.styleClass(
                "background: \(style.backgroundColor.css); color: \(style.textColor.css); "
                    + FeedCSS.font(style.font) + " min-height: 44px; border-radius: 10px;"), true)
        pressed.run = { [weak self] in self?.press(onBuy) }
        second.run = { [weak self] in self?.press(onSecondary) }
        watched.run = { [weak self] in if let offset = self?.momentMS { onMoment(offset) } }
        linked.run = { [weak self] in if let variant = self?.variant { onLink(variant) } }
    }

    /// Shows a product. If it is the same one, the selection is kept as far as possible.
    func show(_ shown: ShownProduct) {
        let isSame = product?.id == shown.id
        let former = isSame ? choice?.unit : nil
        product = shown
        var choice = ProductChoice(shown.product, preselects: !configuration.isNoVariantSelectedByDefault)
        if let former, let unit = shown.product.units.first(where: { $0.id == former.id }) { choice.choose(unit) }
        self.choice = choice
        name.text = DisplayText.clean(shown.product.name, limit: 200)
        subtitle.text = DisplayText.clean(shown.product.subtitle, limit: 200)
        subtitle.isVisible = !subtitle.text.isEmpty
        details.text = DisplayText.clean(shown.product.description, limit: 4000)
        details.isVisible = !details.text.isEmpty
        if !isSame { notice.text = "" }
        makeOptions()
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
            busy.isRunning = isAdding
            busy.isVisible = isAdding
            showChoice()
        }
    }

    private var variant: SelectedProductVariant? {
        guard let product, let unit = choice?.unit else { return nil }
        return SelectedProductVariant(product.product, unit)
    }

    private func makeOptions() {
        for (label, list) in lists {
            options.remove(label)
            options.remove(list)
        }
        lists = (choice?.options ?? []).enumerated().map { index, option in
            let title = option.name.isEmpty ? texts.text(.chooseVariant) : texts.text(.chooseOption, ["name": clean(option.name)])
            let label = Label(title).shortened().aligned(.start).cssClass("heading")
            let list = ChoiceList(titles(of: option), name: title)
            list.onChoose = { [weak self] in
                self?.choice?.choose(option: index, value: $0)
                self?.notice.text = ""
                self?.showChoice()
            }
            options.append(label)
            options.append(list)
            return (label, list)
        }
        if isRightToLeft { setDirection(rightToLeft: true) }
    }

    private func titles(of option: ProductChoice.Option) -> [String] {
        option.values.map { value in
            let name = clean(value.value)
            return value.isAvailable ? name : "\(name) – \(texts.text(.notAvailable))"
        }
    }

    private func clean(_ text: String) -> String { DisplayText.clean(text, limit: 60) }

    private func showChoice() {
        guard let product, let choice else { return }
        for ((_, list), option) in zip(lists, choice.options) {
            list.titles = titles(of: option)
            list.selection = option.selection
        }
        let unit = choice.unit
        let hidesOriginal = unit == nil && configuration.isOriginalPriceHiddenForNoSelectedVariant
        let offer = ProductOffer(product, unit: unit, hidesOriginal: hidesOriginal, in: texts.prices)
        price.show(offer, unavailable: configuration.unavailableText.map(clean))
        picture.address = ProductPicture.address(of: product.product, unit)
        let title =
            isAdding
            ? texts.text(.addingToCart)
            : product.product.customCTA.map { texts.title(of: $0) }
                ?? texts.text(configuration.ctaText == .addToCart ? .addToCart : .shopNow)
        buyWords.text = title
        buy.name = title
        buy.isVisible = !product.product.hidePrimaryCTA
        buy.isEnabled = offer.canBeBought && !isAdding
        link.isVisible = !configuration.isLinkButtonHidden && unit?.url != nil
    }

    /// Runs the action with the selected variant, or asks for the missing option.
    private func press(_ action: @MainActor (SelectedProductVariant) -> Void) {
        guard let variant else {
            let missing = choice?.missing ?? ""
            notice.text = missing.isEmpty ? texts.text(.chooseVariant) : texts.text(.chooseOption, ["name": clean(missing)])
            return
        }
        action(variant)
    }
}
