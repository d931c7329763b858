// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The products of a video, with prices and links.
struct ProductSection {
    let products: [Product]
    let stream: LiveStream?
    let language: PageLanguage

    var html: HTML? {
        let shown = products.filter { product in !(stream?.products.contains { $0.productID == product.id && $0.hidden } ?? false) }
        guard !shown.isEmpty else { return nil }
        return """
            <section aria-labelledby="products-title"><h2 id="products-title">\(language.text(.products))</h2>
            <ul class="products" id="products">\(shown.map { html($0) })</ul></section>
            """
    }

    private func html(_ product: Product) -> HTML {
        let name = SanitizedText.title(product.name, language)
        let image = product.images.first { $0.primary } ?? product.images.min { $0.position < $1.position }
        let picture: HTML =
            SanitizedText.address(image?.url).map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\" width=\"72\" height=\"72\">" }
            ?? "<span class=\"blank\">\(PageIcon.cart.html)</span>"
        let unit = product.units.first { $0.isAvailable } ?? product.units.first
        let link = SanitizedText.address(product.customCTA?.url ?? unit?.url)
        let isSoldOut = !product.isAvailable || (stream?.products.contains { $0.productID == product.id && $0.soldOut } ?? false)
        let subtitle = SanitizedText.clean(product.subtitle, limit: 120)
        return """
            <li class="product" data-id="\(product.id)">\(picture)<div class="words"><h3><bdi>\(name)</bdi></h3>
            <p class="soft small"><bdi>\(subtitle)</bdi></p>\(product.hidePrice ? nil : unit.map { price($0, product) })</div>
            \(isSoldOut ? "<span class=\"badge\">\(language.text(.soldOut))</span>" : button(product, link, name))</li>
            """
    }

    /// Scripts format it for the reader's language; without scripts, the original value is shown.
    private func price(_ unit: ProductUnit, _ product: Product) -> HTML {
        let now: HTML =
            "<data class=\"price\" value=\"\(unit.price.description)\" data-currency=\"\(product.currency)\">\(unit.price.description) \(product.currency)</data>"
        guard let before = unit.originalPrice, before > unit.price else { return "<p>\(now)</p>" }
        let text = language.text(.priceWas, ["price": "\(before.description) \(product.currency)"])
        return """
            <p>\(now) <s class="soft" data-price="\(before.description)" data-currency="\(product.currency)" aria-label="\(text)">\
            \(before.description) \(product.currency)</s></p>
            """
    }

    private func button(_ product: Product, _ link: String?, _ name: String) -> HTML? {
        guard !product.hidePrimaryCTA else { return nil }
        // Without a shop link, it can be put into the page's cart, which requires a script.
        guard let link else {
            guard !product.hidePrice else { return nil }
            return """
                <div class="buy"><button type="button" class="primary" data-buy="\(product.id)" \
                aria-label="\(language.text(.addToCart)): \(name)" hidden>\(language.text(.addToCart))</button></div>
                """
        }
        let own = product.customCTA.map { SanitizedText.clean($0.title, limit: 40) } ?? ""
        let text = own.isEmpty ? language.text(.shopNow) : own
        return """
            <a class="button primary" href="\(link)" target="_blank" rel="noopener" aria-label="\(text): \(name)">\(text)</a>
            """
    }
}

/// What is sold on the page of a video.
public struct WatchShop: Sendable {
    /// The products to show, in order.
    public var products: [Product] = []
    /// How orders for them are taken.
    public var terms = OrderTerms()

    public init() {}
}
