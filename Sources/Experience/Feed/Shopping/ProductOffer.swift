// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A product's price and availability, as text for its card and its page.
public struct ProductOffer: Hashable, Sendable {
    /// Nil if the price is hidden or unknown.
    public var price: String?
    /// The price before the discount; nil if there is none.
    public var originalPrice: String?
    /// In whole per cent; nil if there is none.
    public var discount: Int?
    /// Whether the main button is enabled.
    public var canBeBought: Bool
    /// The product or the selected variant is sold out.
    public var isSoldOut: Bool

    /// - Parameters:
    ///   - unit: the selected variant; nil shows a price range.
    ///   - hidesOriginal: hides the original price and the discount.
    public init(_ shown: ShownProduct, unit: ProductUnit? = nil, hidesOriginal: Bool = false, in text: PriceText) {
        let product = shown.product
        let only = unit ?? (product.units.count == 1 ? product.units.first : nil)
        if !product.hidePrice {
            price = only.map { text.text($0.price, currency: product.currency) } ?? text.range(product)
            if let only, !hidesOriginal, let original = only.originalPrice, let percent = PriceText.discount(only) {
                originalPrice = text.text(original, currency: product.currency)
                discount = percent
            }
        }
        isSoldOut = !product.isAvailable || !product.units.contains(where: \.isAvailable) || only.map { !$0.isAvailable } ?? false
        canBeBought = shown.canBeBought && !isSoldOut
    }
}
