// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A shop's confirmation of an order, server to server. Sending it again updates the order.
public struct OrderConfirmation: Codable, Hashable, Sendable {
    /// The order as confirmed by the shop.
    public var order: PurchaseRequest
    /// The app of the order; nil uses the guest's app, or the business's oldest.
    public var appID: String?
    /// The buyer's guest id from sign-in, which determines the attribution. Without it, the only claim of this order with this value and
    /// currency is used. An unknown or erased guest is ignored.
    public var guestID: String?
    /// The time of the order; nil uses the time of the first confirmation. It never changes afterwards.
    public var madeAt: Date?
    /// The total refund; nil keeps the previous value.
    public var refunded: Amount?

    public init(order: PurchaseRequest, guestID: String? = nil, refunded: Amount? = nil) {
        self.order = order
        self.guestID = guestID
        self.refunded = refunded
    }

    enum CodingKeys: String, CodingKey { case order, refunded, appID = "app_id", guestID = "guest_id", madeAt = "made_at" }
}

/// The refunded part of an order.
public struct RefundRequest: Codable, Hashable, Sendable {
    /// The total refund, so that repeating the request changes nothing.
    public var refunded: Amount
    public init(refunded: Amount) { self.refunded = refunded }
}

/// An order confirmed by its shop.
public struct ShopOrder: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the app in which it was made.
    public var appID: String
    /// nil if unknown, if the guest does not allow it, or after the guest was erased.
    public var guestID: String?
    /// The order as last confirmed.
    public var order: PurchaseRequest
    /// The total refund.
    public var refunded: Amount
    /// When it was first reported or confirmed.
    public var madeAt: Date
    /// When it was last changed.
    public var changedAt: Date
    /// The video that it is attributed to; nil if none.
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
