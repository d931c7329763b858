// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The appearance of a product page.
public struct ProductDetailsConfiguration: Hashable, Sendable {
    /// The label of the main button, in the viewer's language.
    public enum CTAText: Hashable, Sendable { case addToCart, shopNow }

    /// The main button.
    public struct Button: Hashable, Sendable {
        /// Blue by default.
        public var backgroundColor = Color(0x1F68E0)
        /// White by default.
        public var textColor = Color.white
        /// 16 points, semibold, by default.
        public var font = FeedFont(size: 16, weight: .semibold)

        public init() {}
    }

    /// The main button.
    public var ctaButton = Button()
    /// “Add to cart” by default.
    public var ctaText = CTAText.addToCart
    /// Whether the link to the shop isn't shown.
    public var isLinkButtonHidden = false
    /// Label of a secondary button below the main one; nil for none.
    public var secondaryButton: String?
    /// Whether the user has to select a variant first; otherwise the first available one is selected.
    public var isNoVariantSelectedByDefault = false
    /// Whether the price before a discount is hidden until a variant is selected.
    public var isOriginalPriceHiddenForNoSelectedVariant = false
    /// Nil uses the built-in text.
    public var unavailableText: String?

    public init() {}
}

/// The appearance of a product card over a video.
public struct ProductCardConfiguration: Hashable, Sendable {
    /// The label of the button, in the viewer's language.
    public enum CTAText: Hashable, Sendable { case shopNow, buyNow }

    /// How prices are shown.
    public struct Price: Hashable, Sendable {
        /// Whether two prices are side by side or one above the other.
        public enum Axis: Hashable, Sendable { case horizontal, vertical }

        /// Side by side by default.
        public var axis = Axis.horizontal
        /// Whether the current price comes before the original one.
        public var isPriceFirst = false
        /// Whether the price before a discount is hidden.
        public var isOriginalPriceHidden = false
        /// Nil colours follow the appearance.
        public var color: Color?
        /// The colour of the price before a discount.
        public var originalColor: Color?

        public init() {}
    }

    /// A line around the card.
    public struct Border: Hashable, Sendable {
        /// The colour of the line.
        public var color: Color
        /// In points.
        public var width: Double

        public init(color: Color, width: Double = 1) { (self.color, self.width) = (color, width) }
    }

    /// Light on dark by default.
    public var appearance = FeedAppearance.dark
    /// “Shop now” by default.
    public var ctaText = CTAText.shopNow
    /// Whether the button isn't shown.
    public var isCTAHidden = false
    /// In points.
    public var cornerRadius = 8.0
    /// The corners of the product's image, in points.
    public var iconCornerRadius = 4.0
    /// In points; nil fits the content.
    public var width: Double?
    /// In points; nil fits the content.
    public var height: Double?
    /// Nil follows the appearance.
    public var backgroundColor: Color?
    /// Nil for none.
    public var border: Border?
    /// Nil colours follow the appearance.
    public var nameColor: Color?
    /// The colour of the discount.
    public var discountColor: Color?
    /// At least 1.
    public var numberOfNameLines = 1 { didSet { numberOfNameLines = max(1, numberOfNameLines) } }
    /// How prices are shown.
    public var price = Price()
    /// Whether the card is hidden if no variant is available.
    public var isHiddenForNoAvailableVariant = false

    public init() {}
}

/// The list of a video's products.
public enum ProductList {
    /// Initial height as a fraction of the view's height.
    public static let initialHeight = 0.8

    /// The label of the button with the number of products; `9+` above nine.
    public static func countText(_ count: Int) -> String { count > 9 ? "9+" : String(max(0, count)) }
}
