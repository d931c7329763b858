// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What a host knows better about a product; nil keeps what the service says.
public struct ProductHydration: Hashable, Sendable {
    public enum Strategy: Hashable, Sendable {
        /// Variants of the same external id are changed, others are added.
        case merge
        /// These variants take the place of all.
        case replace
    }

    /// As the shop calls the product.
    public var externalID: String
    public var name: String?
    public var subtitle: String?
    public var description: String?
    /// ISO 4217.
    public var currency: String?
    public var isAvailable: Bool?
    public var hidden: Bool?
    public var hidePrice: Bool?
    public var hidePrimaryCTA: Bool?
    /// It is shown, but nothing can be done with it.
    public var isDisabled: Bool?
    /// The address of the picture that is shown alone.
    public var mainProductImage: String?
    public var customCTA: CallToAction?
    public var variants: [VariantHydration] = []
    public var variantsStrategy = Strategy.merge

    public init(externalID: String) { self.externalID = externalID }

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
        let former = Dictionary(product.units.map { ($0.externalID, $0) }) { first, _ in first }
        let changed = variants.compactMap { variant in variant.applied(to: former[variant.externalID], images: &result.images) }
        switch variantsStrategy {
        case .replace: result.units = variants.isEmpty ? [] : changed
        case .merge:
            let byID = Dictionary(changed.map { ($0.externalID, $0) }) { _, last in last }
            result.units = product.units.map { byID[$0.externalID] ?? $0 }
            result.units += changed.filter { former[$0.externalID] == nil }
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

/// What a host knows better about a variant of a product; nil keeps what the service says.
public struct VariantHydration: Hashable, Sendable {
    /// As the shop calls it.
    public var externalID: String
    public var name: String?
    public var url: String?
    /// Addresses; the first is the variant's own.
    public var imageURLs: [String] = []
    public var price: Amount?
    public var originalPrice: Amount?
    public var isAvailable: Bool?
    public var options: [ProductOption]?

    public init(externalID: String) { self.externalID = externalID }

    /// - Parameter unit: the service's; nil for a variant that it doesn't know, which needs a price.
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

/// A product as it is shown.
public struct ShownProduct: Hashable, Sendable, Identifiable {
    public var product: Product
    /// It is shown, but nothing can be done with it.
    public var isDisabled: Bool

    public init(product: Product, isDisabled: Bool = false) {
        self.product = product
        self.isDisabled = isDisabled
    }

    public var id: String { product.id }

    /// Whether its button leads anywhere.
    public var canBeBought: Bool {
        !isDisabled && product.isAvailable && !product.hidePrimaryCTA && product.units.contains(where: \.isAvailable)
    }
}
