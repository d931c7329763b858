// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Records guests' orders and reports whether a video led to them, and shows them to the business. An order is on disk before the response.
struct PurchaseRoutes: RouteGroup {
    let catalogue: Catalogue
    let metrics: ServiceMetrics

    var endpoints: [Endpoint] {
        [
            Endpoint("recordPurchase", record).taking(upTo: 128 << 10), Endpoint("listPurchases", list), Endpoint("readPurchase", read),
        ]
    }

    private func record(_ call: GuestContext, _ order: PurchaseRequest) async throws -> PurchaseAccepted {
        if order.contact != nil { try await checkNeed(call.guest.appID) }
        let purchase = try await catalogue.purchases.record(order, of: call.viewer, at: call.now)
        metrics.count(.purchases)
        return PurchaseAccepted(attributed: purchase.attribution != nil)
    }

    /// Contacts are personal data, so they are taken only for shops that need them.
    private func checkNeed(_ app: String) async throws {
        let business = try await catalogue.resources.parent(of: ClientApp.self, id: app) ?? ""
        let stores = try await catalogue.resources.list(BusinessStore.self, parent: business, before: nil, since: nil, limit: 500)
        guard stores.contains(where: \.needsContact) else {
            throw APIError(.invalidField, "No store here asks for a contact. Leave it out.", field: "contact")
        }
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<ClaimedOrder> {
        let size = call.query.integer("page_size") ?? 10
        try FieldCheck.number(size, "page_size", 1...100)
        let found = try await CursorExpired.reported {
            try await catalogue.purchases.claims(
                business: call.administrator.businessID, orderID: call.query["order_id"], before: call.query["before_id"], limit: size + 1)
        }
        let page = found.prefix(size)
        let next = found.count > size ? page.last.map { "\(call.route.path)?page_size=\(size)&before_id=\($0.id)" } : nil
        return ResourceList(
            data: page.compactMap(\.claim).map { $0.presented(to: call.administrator) }, paging: Paging(next: next),
            damaged: page.compactMap { entry in
                guard case .damaged(let damaged) = entry else { return nil }
                return DamagedItem(id: damaged.id, message: "Its record can't be read.")
            })
    }

    private func read(_ call: AdminContext) async throws -> ClaimedOrder {
        guard let claim = try await catalogue.purchases.claim(id: call.path["id"], business: call.administrator.businessID) else {
            throw Audience.nothing
        }
        return claim.presented(to: call.administrator)
    }
}

extension ClaimedOrder {
    /// Without the buyer's name and addresses, unless the caller may see them.
    func presented(to administrator: Administrator) -> ClaimedOrder {
        var claim = self
        if !administrator.has(Administrator.contactScope) { claim.contact = nil }
        return claim
    }
}
