// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A product's price, original price and availability.
@MainActor final class PriceRow: Box {
    private let price = Label().shortened().cssClass("price")
    private let original = Label().shortened().cssClass("shop-original")
    private let discount = Label().cssClass("shop-discount")
    private let soldOut = Label().shortened().cssClass("shop-sold-out")
    private let texts: FeedLanguage

    init(_ texts: FeedLanguage, axis: Axis = .horizontal) {
        self.texts = texts
        super.init(.vertical, spacing: 2)
        // Prices are never truncated; they wrap if the text is large.
        let row = axis == .horizontal ? WrapBox() : self
        for label in [price, original, discount, soldOut] { row.append(label.align(horizontal: .start, vertical: .center)) }
        if row !== self { append(row) }
    }

    /// - Parameter discountColor: background of the discount label.
    func apply(_ configuration: ProductCardConfiguration.Price, discountColor: Color?) {
        for (label, color) in [(price, configuration.color), (original, configuration.originalColor)] {
            if let color { label.cssClass(FeedCSS.styleClass("color: \(color.css); opacity: 1;")) }
        }
        if let discountColor { discount.cssClass(FeedCSS.styleClass("background: \(discountColor.css);")) }
    }

    /// - Parameter unavailable: text for unavailable products; nil uses the built-in text.
    func show(_ offer: ProductOffer, unavailable: String? = nil) {
        price.text = offer.price ?? ""
        price.isVisible = offer.price != nil
        original.text = offer.originalPrice ?? ""
        original.isVisible = offer.originalPrice != nil
        original.accessibleName(offer.originalPrice.map { texts.text(.originalPrice, ["price": $0]) } ?? "")
        discount.text = offer.discount.map { texts.text(.discount, ["percent": "\($0)"]) } ?? ""
        discount.isVisible = offer.discount != nil
        soldOut.text = unavailable ?? texts.text(.soldOut)
        soldOut.isVisible = offer.isSoldOut
    }
}

extension FeedLanguage {
    /// Formats prices for this language.
    var prices: PriceText { PriceText(locale: Locale(identifier: tag)) }
}
