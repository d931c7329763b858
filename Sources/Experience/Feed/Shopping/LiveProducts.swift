// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The products of a live stream as currently presented by its hosts.
public enum LiveProducts {
    /// Visible products in the hosts' order; those marked as sold out can't be bought.
    /// - Parameters:
    ///   - products: all known products, in any order.
    ///   - live: from the stream; if empty, the products are returned unchanged.
    public static func products(_ products: [ShownProduct], in live: [LiveProduct]) -> [ShownProduct] {
        guard !live.isEmpty else { return products }
        let byID = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        return live.compactMap { entry in
            guard !entry.hidden, var shown = byID[entry.productID] else { return nil }
            if entry.soldOut { shown.product.isAvailable = false }
            return shown
        }
    }

    /// The pinned products, newest first.
    public static func pinned(_ products: [ShownProduct], in state: LiveState) -> [ShownProduct] {
        let shown = Self.products(products, in: state.products)
        return state.pinned.compactMap { id in shown.first { $0.id == id } }
    }
}
