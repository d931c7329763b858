// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Hands carts over to shops' checkouts, which handle delivery and payment.
struct CartRoutes: RouteGroup {
    let catalogue: Catalogue
    let vault: Vault
    /// Link lifetime in seconds.
    private static let lifetime = 1800.0

    var endpoints: [Endpoint] { [Endpoint("makeCart", make).taking(upTo: 32 << 10)] }

    private func make(_ call: GuestContext, _ request: CartRequest) async throws -> Response {
        let audience = try await Audience(catalogue, call)
        guard (1...CartRequest.maxItems).contains(request.items.count), Set(request.items.map(\.unitID)).count == request.items.count
        else {
            throw APIError(.invalidField, "A cart needs 1 to \(CartRequest.maxItems) items, each with a different unit.", field: "items")
        }
        if let id = request.videoID { _ = try await audience.video(id) }
        let products = try await catalogue.resources.find(Product.self, ids: Array(Set(request.items.map(\.productID))))
        let known = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        let store = try await store(of: known[request.items[0].productID], audience)
        var (items, currencies, total) = ([CartContent.Item](), Set<String>(), Int64(0))
        for (index, item) in request.items.enumerated() {
            let field = "items[\(index)]"
            guard CartRequest.quantities.contains(item.quantity) else {
                throw APIError(.invalidField, "Enter a number from 1 to 999.", field: "\(field).quantity")
            }
            guard let product = known[item.productID], !product.hidden, product.storeID == store.id else {
                throw APIError(.invalidField, "The store of the other items has no such product.", field: "\(field).product_id")
            }
            guard let unit = product.units.first(where: { $0.id == item.unitID }) else {
                throw APIError(.invalidField, "The product has no such unit.", field: "\(field).unit_id")
            }
            guard product.isAvailable, unit.isAvailable else {
                throw APIError(.conflict, "It is sold out. Remove it from the cart.", field: "\(field).unit_id")
            }
            let (price, exceedsLimit) = unit.price.millionths.multipliedReportingOverflow(by: Int64(item.quantity))
            let (sum, isTooMuchInAll) = total.addingReportingOverflow(price)
            guard !exceedsLimit, !isTooMuchInAll else { throw APIError(.invalidField, "The total is too large.", field: field) }
            total = sum
            currencies.insert(product.currency)
            items.append(
                CartContent.Item(
                    externalID: product.externalID, unitExternalID: unit.externalID, sku: unit.sku, name: product.name,
                    unitName: unit.name, price: unit.price, quantity: item.quantity))
        }
        guard let currency = currencies.first, currencies.count == 1, let amount = Amount(millionths: total) else {
            throw APIError(.invalidField, "All items must have the same currency, and the total must be in range.", field: "items")
        }
        guard let address = store.checkoutURL, let key = store.checkoutKey.flatMap(vault.open) else {
            throw APIError(.conflict, "The store doesn't accept carts. Its owner must set checkout_url.")
        }
        var content = CartContent(
            id: OpaqueID.make(), storeID: store.id, currency: currency, total: amount, items: items,
            expiresAt: call.now.addingTimeInterval(Self.lifetime))
        content.guestID = call.guest.tracking == .all ? call.guest.id : nil
        content.videoID = request.videoID
        let text = try ContractJSON.encode(content).base64URL
        let joint = address.contains("?") ? "&" : "?"
        let url = "\(address)\(joint)cart=\(text)&signature=\(CartSignature.text(text, key: key))"
        return try .json(CartLink(url: url, expiresAt: content.expiresAt), status: 201)
    }

    /// The first product's store. A store of another business is reported as not found.
    private func store(of first: Product?, _ audience: Audience) async throws -> BusinessStore {
        guard let first, let store = try await catalogue.resources.find(BusinessStore.self, id: first.storeID),
            audience.mayShow(business: store.businessID)
        else { throw Audience.nothing }
        return store
    }
}

/// Signs carts, so that a shop can verify their origin.
enum CartSignature {
    static func makeKey() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL }

    static func text(_ cart: String, key: String) -> String {
        Data(HMAC<SHA256>.authenticationCode(for: Data(cart.utf8), using: SymmetricKey(data: Data(key.utf8)))).base64URL
    }
}
