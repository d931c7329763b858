// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What is said of a product's price and whether it can be had: the same words on its card and on its page.
public struct ProductOffer: Hashable, Sendable {
    /// Nil where the price is hidden, or there is none.
    public var price: String?
    /// Before a discount; nil without one.
    public var originalPrice: String?
    /// Whole per cent; nil without a discount.
    public var discount: Int?
    public var canBeBought: Bool
    /// It is there, but all of it is sold, or its variant is.
    public var isSoldOut: Bool

    /// - Parameters:
    ///   - unit: the variant that is chosen; nil: prices are a range.
    ///   - hidesOriginal: where no variant is chosen, or for all.
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
