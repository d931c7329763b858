// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The host's details of a product; nil values keep those of the service.
public struct ProductHydration: Hashable, Sendable {
    /// How variants are combined with those of the service.
    public enum Strategy: Hashable, Sendable {
        /// Variants with the same external ID are updated, others are added.
        case merge
        /// These variants replace all existing ones.
        case replace
    }

    /// The shop's identifier of the product.
    public var externalID: String
    /// The name for display.
    public var name: String?
    /// A second line for display.
    public var subtitle: String?
    /// A longer text for display.
    public var description: String?
    /// ISO 4217.
    public var currency: String?
    /// Whether the product can be bought.
    public var isAvailable: Bool?
    /// Whether the product isn't shown at all.
    public var hidden: Bool?
    /// Whether its price isn't shown.
    public var hidePrice: Bool?
    /// Whether its main button isn't shown.
    public var hidePrimaryCTA: Bool?
    /// Shown but not interactive.
    public var isDisabled: Bool?
    /// URL of the product's only image.
    public var mainProductImage: String?
    /// The product's own button in place of the usual one.
    public var customCTA: CallToAction?
    /// Details of variants; with ``Strategy/replace``, all of them.
    public var variants: [VariantHydration] = []
    /// Variants are merged by default.
    public var variantsStrategy = Strategy.merge

    public init(externalID: String) { self.externalID = externalID }

    /// The product with these details. Variants without a price are left out.
    public func applied(to product: Product) -> ShownProduct {
        var result = product
        result.name = name ?? product.name
        result.subtitle = subtitle ?? product.subtitle
        result.description = description ?? product.description
        result.currency = currency ?? product.currency
        result.isAvailable = isAvailable ?? product.isAvailable
        result.hidden = hidden ?? product.hidden
        result.hidePrice = hidePrice ?? product.hidePrice
        result.hidePrimaryCTA = hidePrimaryCTA ?? product.hidePrimaryCTA
        result.customCTA = customCTA ?? product.customCTA
        if let mainProductImage {
            for index in result.images.indices { result.images[index].primary = false }
            result.images.insert(Self.image(mainProductImage, isPrimary: true), at: 0)
        }
        let previous = Dictionary(product.units.map { ($0.externalID, $0) }) { first, _ in first }
        let changed = variants.compactMap { variant in variant.applied(to: previous[variant.externalID], images: &result.images) }
        switch variantsStrategy {
        case .replace: result.units = variants.isEmpty ? [] : changed
        case .merge:
            let byID = Dictionary(changed.map { ($0.externalID, $0) }) { _, last in last }
            result.units = product.units.map { byID[$0.externalID] ?? $0 }
            result.units += changed.filter { previous[$0.externalID] == nil }
        }
        for index in result.units.indices { result.units[index].position = index }
        return ShownProduct(product: result, isDisabled: isDisabled ?? false)
    }

    static func image(_ url: String, isPrimary: Bool = false) -> ProductImage {
        var image = ProductImage(externalID: url, url: url)
        image.primary = isPrimary
        return image
    }
}

/// The host's details of a product variant; nil values keep those of the service.
public struct VariantHydration: Hashable, Sendable {
    /// The shop's identifier of the variant.
    public var externalID: String
    /// The name for display.
    public var name: String?
    /// The URL of the variant's page in the shop.
    public var url: String?
    /// URLs; the first is the variant's main image.
    public var imageURLs: [String] = []
    /// The current price; required for a variant that the service doesn't know.
    public var price: Amount?
    /// The price before a discount.
    public var originalPrice: Amount?
    /// Whether the variant can be bought.
    public var isAvailable: Bool?
    /// The values that distinguish the variant, such as its size.
    public var options: [ProductOption]?

    public init(externalID: String) { self.externalID = externalID }

    /// - Parameter unit: the service's variant; nil for a new one, which needs a price.
    func applied(to unit: ProductUnit?, images: inout [ProductImage]) -> ProductUnit? {
        guard let price = price ?? unit?.price else { return nil }
        var result = unit ?? ProductUnit(id: externalID, externalID: externalID, name: name ?? externalID, price: price)
        result.price = price
        result.name = name ?? result.name
        result.url = url ?? result.url
        result.originalPrice = originalPrice ?? result.originalPrice
        result.isAvailable = isAvailable ?? result.isAvailable
        result.options = options ?? result.options
        for url in imageURLs where !images.contains(where: { $0.externalID == url }) { images.append(ProductHydration.image(url)) }
        if let first = imageURLs.first { result.imageID = first }
        return result
    }
}

/// A product with the host's details applied.
public struct ShownProduct: Hashable, Sendable, Identifiable {
    /// The product with the host's details.
    public var product: Product
    /// Shown but not interactive.
    public var isDisabled: Bool

    public init(product: Product, isDisabled: Bool = false) {
        self.product = product
        self.isDisabled = isDisabled
    }

    public var id: String { product.id }

    /// Whether it can be bought.
    public var canBeBought: Bool {
        !isDisabled && product.isAvailable && !product.hidePrimaryCTA && product.units.contains(where: \.isAvailable)
    }
}
