// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The appearance of a product page.
public struct ProductDetailsConfiguration: Hashable, Sendable {
    public enum CTAText: Hashable, Sendable { case addToCart, shopNow }

    public struct Button: Hashable, Sendable {
        public var backgroundColor = Color(0x1F68E0)
        public var textColor = Color.white
        public var font = FeedFont(size: 16, weight: .semibold)

        public init() {}
    }

    public var ctaButton = Button()
    public var ctaText = CTAText.addToCart
    public var isLinkButtonHidden = false
    /// Label of a secondary button below the main one; nil for none.
    public var secondaryButton: String?
    public var isNoVariantSelectedByDefault = false
    public var isOriginalPriceHiddenForNoSelectedVariant = false
    /// Nil uses the built-in text.
    public var unavailableText: String?

    public init() {}
}

/// The appearance of a product card over a video.
public struct ProductCardConfiguration: Hashable, Sendable {
    public enum CTAText: Hashable, Sendable { case shopNow, buyNow }

    public struct Price: Hashable, Sendable {
        public enum Axis: Hashable, Sendable { case horizontal, vertical }

        public var axis = Axis.horizontal
        public var isPriceFirst = false
        public var isOriginalPriceHidden = false
        /// Nil colours follow the appearance.
        public var color: Color?
        public var originalColor: Color?

        public init() {}
    }

    public struct Border: Hashable, Sendable {
        public var color: Color
        /// In points.
        public var width: Double

        public init(color: Color, width: Double = 1) { (self.color, self.width) = (color, width) }
    }

    public var appearance = FeedAppearance.dark
    public var ctaText = CTAText.shopNow
    public var isCTAHidden = false
    /// In points.
    public var cornerRadius = 8.0
    public var iconCornerRadius = 4.0
    /// In points; nil fits the content.
    public var width: Double?
    public var height: Double?
    public var backgroundColor: Color?
    /// Nil for none.
    public var border: Border?
    /// Nil colours follow the appearance.
    public var nameColor: Color?
    public var discountColor: Color?
    /// At least 1.
    public var numberOfNameLines = 1 { didSet { numberOfNameLines = max(1, numberOfNameLines) } }
    public var price = Price()
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
