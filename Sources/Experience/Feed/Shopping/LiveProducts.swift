// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The products of a live stream, as its hosts show them now.
public enum LiveProducts {
    /// Products in the hosts' order, without what they hide; what they say is sold out can't be bought.
    /// - Parameters:
    ///   - products: all that are known, by any order.
    ///   - live: as the stream has them; empty: the products as they are.
    public static func products(_ products: [ShownProduct], in live: [LiveProduct]) -> [ShownProduct] {
        guard !live.isEmpty else { return products }
        let byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        return live.compactMap { place in
            guard !place.hidden, var shown = byID[place.productID] else { return nil }
            if place.soldOut { shown.product.isAvailable = false }
            return shown
        }
    }

    /// Those that are pinned, the newest first.
    public static func pinned(_ products: [ShownProduct], in state: LiveState) -> [ShownProduct] {
        let shown = Self.products(products, in: state.products)
        return state.pinned.compactMap { id in shown.first { $0.id == id } }
    }
}
