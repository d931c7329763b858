// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The variant of a product that the user has selected by its options.
public struct ProductChoice: Hashable, Sendable {
    /// An option such as the size.
    public struct Option: Hashable, Sendable {
        /// The name of the option, as given by the shop.
        public var name: String
        /// In the shop's order.
        public var values: [Value]
        /// The selected index; nil if none is selected yet.
        public var selection: Int?
    }

    /// One value of an option.
    public struct Value: Hashable, Sendable {
        /// The value, as given by the shop.
        public var value: String
        /// Available in combination with the other selected values.
        public var isAvailable: Bool
    }

    /// The product with its variants.
    public let product: Product
    private var chosen: [String: String] = [:]
    /// The selected variant of a product whose variants can't be distinguished by options.
    private var chosenUnit: String?

    /// - Parameter preselects: starts with the first available variant, or the first one if none is available.
    public init(_ product: Product, preselects: Bool = true) {
        self.product = product
        let only = product.units.count == 1
        guard preselects || only, let first = product.units.first(where: \.isAvailable) ?? product.units.first else { return }
        choose(first)
    }

    /// Whether there is more than one variant.
    public var isNeeded: Bool { product.units.count > 1 }

    private var names: [String] {
        var names: [String] = []
        for option in product.units.flatMap(\.options) where !names.contains(option.name) { names.append(option.name) }
        return names
    }

    /// The options to choose. If options don't distinguish all variants, there is one option with an empty name, whose values are
    /// the variants' names.
    public var options: [Option] {
        guard isNeeded else { return [] }
        guard let names = sharedNames else {
            return [
                Option(
                    name: "", values: product.units.map { Value(value: $0.name, isAvailable: $0.isAvailable) },
                    selection: product.units.firstIndex { $0.id == chosenUnit })
            ]
        }
        return names.map { name in
            var values: [String] = []
            for unit in product.units { if let value = unit[name], !values.contains(value) { values.append(value) } }
            let others = chosen.filter { $0.key != name }
            return Option(
                name: name,
                values: values.map { value in
                    Value(
                        value: value,
                        isAvailable: product.units.contains { unit in
                            unit.isAvailable && unit[name] == value && others.allSatisfy { unit[$0.key] == $0.value }
                        })
                }, selection: chosen[name].flatMap { values.firstIndex(of: $0) })
        }
    }

    /// Option names that every variant has, if their combinations are unique; nil if options don't distinguish the variants.
    private var sharedNames: [String]? {
        let names = names
        guard !names.isEmpty, product.units.allSatisfy({ unit in names.allSatisfy { unit[$0] != nil } }) else { return nil }
        let combinations = Set(product.units.map { unit in names.map { unit[$0] ?? "" } })
        return combinations.count == product.units.count ? names : nil
    }

    /// The selected variant; nil while a selection is missing.
    public var unit: ProductUnit? {
        guard isNeeded else { return product.units.first }
        guard let names = sharedNames else { return product.units.first { $0.id == chosenUnit } }
        guard names.allSatisfy({ chosen[$0] != nil }) else { return nil }
        return product.units.first { unit in names.allSatisfy { unit[$0] == chosen[$0] } }
    }

    /// The name of the first option without a selection.
    public var missing: String? { options.first { $0.selection == nil }?.name }

    /// Selects a variant, and all of its options.
    public mutating func choose(_ unit: ProductUnit) {
        chosenUnit = unit.id
        chosen = Dictionary(unit.options.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - option: index in ``options``.
    ///   - value: index in the option's values; an invalid index is ignored.
    public mutating func choose(option: Int, value: Int) {
        let options = options
        guard options.indices.contains(option), options[option].values.indices.contains(value) else { return }
        guard sharedNames != nil else { return choose(product.units[value]) }
        let (name, newValue) = (options[option].name, options[option].values[value].value)
        chosen[name] = newValue
        // If the combination doesn't exist, switch to the closest one that does.
        if unit == nil, chosen.count == options.count {
            let near = product.units.filter { $0[name] == newValue }
            if let found = near.first(where: \.isAvailable) ?? near.first { choose(found) }
        }
    }
}

extension ProductUnit {
    fileprivate subscript(name: String) -> String? { options.first { $0.name == name }?.value }
}
