// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How a product's page looks.
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
    /// Words of a second button, below the one that sells; nil: there is none.
    public var secondaryButton: String?
    public var isNoVariantSelectedByDefault = false
    public var isOriginalPriceHiddenForNoSelectedVariant = false
    /// Nil is our own words.
    public var unavailableText: String?

    public init() {}
}

/// How a product's card over a video looks.
public struct ProductCardConfiguration: Hashable, Sendable {
    public enum CTAText: Hashable, Sendable { case shopNow, buyNow }

    public struct Price: Hashable, Sendable {
        public enum Axis: Hashable, Sendable { case horizontal, vertical }

        public var axis = Axis.horizontal
        public var isPriceFirst = false
        public var isOriginalPriceHidden = false
        /// Nil of each: as the appearance has it.
        public var color: Color?
        public var originalColor: Color?

        public init() {}
    }

    public struct Border: Hashable, Sendable {
        public var color: Color
        /// Points.
        public var width: Double

        public init(color: Color, width: Double = 1) { (self.color, self.width) = (color, width) }
    }

    public var appearance = FeedAppearance.dark
    public var ctaText = CTAText.shopNow
    public var isCTAHidden = false
    /// Points.
    public var cornerRadius = 8.0
    public var iconCornerRadius = 4.0
    /// Points; nil: as its content needs.
    public var width: Double?
    public var height: Double?
    public var backgroundColor: Color?
    /// Nil: none.
    public var border: Border?
    /// Nil of each: as the appearance has it.
    public var nameColor: Color?
    public var discountColor: Color?
    /// At least 1.
    public var numberOfNameLines = 1 { didSet { numberOfNameLines = max(1, numberOfNameLines) } }
    public var price = Price()
    public var isHiddenForNoAvailableVariant = false

    public init() {}
}

/// Of the list of a video's products.
public enum ProductList {
    /// The part of the view's height that it takes at first.
    public static let initialHeight = 0.8

    /// What the button with the number of products says: above nine, that it is more.
    public static func countText(_ count: Int) -> String { count > 9 ? "9+" : String(max(0, count)) }
}
