// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What a shop says of an order, server to server. The same order again changes it.
public struct OrderConfirmation: Codable, Hashable, Sendable {
    public var order: PurchaseRequest
    /// The app that it was made in; the guest's otherwise, or the business's oldest.
    public var appID: String?
    /// Who bought, as the app was told when it signed the guest in. It decides which video led to the order. Without it the one claim
    /// of this order with this value and currency does; a guest who is not known, or not any more, is passed over.
    public var guestID: String?
    /// When the order was made; when it is first confirmed otherwise. It never changes afterwards.
    public var madeAt: Date?
    /// What was given back in all; what was said before otherwise.
    public var refunded: Amount?

    public init(order: PurchaseRequest, guestID: String? = nil, refunded: Amount? = nil) {
        self.order = order
        self.guestID = guestID
        self.refunded = refunded
    }

    enum CodingKeys: String, CodingKey { case order, refunded, appID = "app_id", guestID = "guest_id", madeAt = "made_at" }
}

/// How much of an order was given back.
public struct RefundRequest: Codable, Hashable, Sendable {
    /// In all, so that saying it twice changes nothing.
    public var refunded: Amount
    public init(refunded: Amount) { self.refunded = refunded }
}

/// An order that its shop confirmed.
public struct ShopOrder: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var appID: String
    /// Nil where it isn't known, where the guest doesn't allow it, and once the guest was erased.
    public var guestID: String?
    public var order: PurchaseRequest
    /// In all.
    public var refunded: Amount
    public var madeAt: Date
    public var changedAt: Date
    public var attribution: PurchaseAttribution?

    public init(id: String, appID: String, order: PurchaseRequest, refunded: Amount, madeAt: Date) {
        self.id = id
        self.appID = appID
        self.order = order
        self.refunded = refunded
        self.madeAt = madeAt
        changedAt = madeAt
    }

    enum CodingKeys: String, CodingKey {
        case id, order, refunded, attribution, appID = "app_id", guestID = "guest_id", madeAt = "made_at", changedAt = "changed_at"
    }
}
