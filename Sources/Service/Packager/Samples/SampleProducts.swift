// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The products in the sample clips.
enum SampleProducts {
    static let business = Business(id: "samples", name: "Sample Business")
    static let store = BusinessStore(id: "samplestore", businessID: "samples", name: "Sample Store", currency: "EUR")
    static let channel = VideoChannel(id: "samples", businessID: "samples", name: "Samples", slug: "samples")

    static var all: [Product] {
        [
            product("lamp", "Evening Lamp", "Light that fades with the day", [("LAMP-1", "", "49.9", nil)]),
            product(
                "jacket", "Rain Jacket", "Dry in any weather",
                [("JACK-S", "S", "89", "119"), ("JACK-M", "M", "89", "119"), ("JACK-L", "L", "89", "119")]),
            product("boots", "Walking Boots", "For ten thousand steps", [("BOOT-40", "40", "129", nil), ("BOOT-42", "42", "129", nil)]),
            product("mug", "Big Mug", "Half a litre", [("MUG-1", "", "12.5", "15")]),
        ]
    }

    private static func product(
        _ id: String, _ name: String, _ subtitle: String, _ units: [(sku: String, size: String, price: String, before: String?)]
    ) -> Product {
        var product = Product(id: id, storeID: store.id, externalID: "sample-\(id)", name: name, currency: store.currency)
        product.subtitle = subtitle
        product.units = units.enumerated().compactMap { number, unit in
            guard let price = Amount(unit.price) else { return nil }
            var made = ProductUnit(
                id: "\(id)\(number + 1)", externalID: "sample-\(unit.sku)", name: unit.size.isEmpty ? name : "\(name), \(unit.size)",
                price: price)
            made.sku = unit.sku
            made.originalPrice = unit.before.flatMap { Amount($0) }
            if !unit.size.isEmpty { made.options = [ProductOption(name: "Size", value: unit.size)] }
            made.position = number
            return made
        }
        return product
    }
}
