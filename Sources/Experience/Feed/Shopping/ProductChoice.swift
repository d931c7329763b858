// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Which variant of a product a person has chosen, by its options.
public struct ProductChoice: Hashable, Sendable {
    /// One thing to choose, such as the size.
    public struct Option: Hashable, Sendable {
        public var name: String
        /// In the shop's order.
        public var values: [Value]
        /// The index of what is chosen; nil: nothing yet.
        public var selection: Int?
    }

    public struct Value: Hashable, Sendable {
        public var value: String
        /// Together with what else is chosen it can be had.
        public var isAvailable: Bool
    }

    public let product: Product
    private var chosen: [String: String] = [:]
    /// Of a product whose variants have no options: chosen as a whole.
    private var chosenUnit: String?

    /// - Parameter preselects: begins with the first variant that can be had, or with the first of all.
    public init(_ product: Product, preselects: Bool = true) {
        self.product = product
        let only = product.units.count == 1
        guard preselects || only, let first = product.units.first(where: \.isAvailable) ?? product.units.first else { return }
        choose(first)
    }

    /// Whether there is anything to choose at all.
    public var isNeeded: Bool { product.units.count > 1 }

    private var names: [String] {
        var names: [String] = []
        for option in product.units.flatMap(\.options) where !names.contains(option.name) { names.append(option.name) }
        return names
    }

    /// All that is to be chosen; a product whose variants have no options, or not all the same ones, offers its variants by name,
    /// under an empty name.
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

    /// Names that every variant has, each variant in a combination of its own; nil where options don't tell the variants apart.
    private var sharedNames: [String]? {
        let names = names
        guard !names.isEmpty, product.units.allSatisfy({ unit in names.allSatisfy { unit[$0] != nil } }) else { return nil }
        let combinations = Set(product.units.map { unit in names.map { unit[$0] ?? "" } })
        return combinations.count == product.units.count ? names : nil
    }

    /// The variant that is chosen; nil as long as something is missing.
    public var unit: ProductUnit? {
        guard isNeeded else { return product.units.first }
        guard let names = sharedNames else { return product.units.first { $0.id == chosenUnit } }
        guard names.allSatisfy({ chosen[$0] != nil }) else { return nil }
        return product.units.first { unit in names.allSatisfy { unit[$0] == chosen[$0] } }
    }

    /// The first option that nothing is chosen of, by its name.
    public var missing: String? { options.first { $0.selection == nil }?.name }

    public mutating func choose(_ unit: ProductUnit) {
        chosenUnit = unit.id
        chosen = Dictionary(unit.options.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - option: its index in ``options``.
    ///   - value: its index in the option's values; what is out of range changes nothing.
    public mutating func choose(option: Int, value: Int) {
        let options = options
        guard options.indices.contains(option), options[option].values.indices.contains(value) else { return }
        guard sharedNames != nil else { return choose(product.units[value]) }
        let (name, wanted) = (options[option].name, options[option].values[value].value)
        chosen[name] = wanted
        // A combination that there isn't gives way to one that there is, as near as can be.
        if unit == nil, chosen.count == options.count {
            let near = product.units.filter { $0[name] == wanted }
            if let found = near.first(where: \.isAvailable) ?? near.first { choose(found) }
        }
    }
}

extension ProductUnit {
    fileprivate subscript(name: String) -> String? { options.first { $0.name == name }?.value }
}
