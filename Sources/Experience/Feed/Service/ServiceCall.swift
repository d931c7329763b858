// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia
public import WindowboxTransport

/// A request to the service.
public struct ServiceCall<Answer: Decodable & Sendable>: Sendable {
    public var method: TransportRequest.Method
    /// Including the query.
    public var path: String
    public var body: (any Encodable & Sendable)?
    /// Whether it needs a guest's token.
    public var asGuest: Bool
    /// Requests with the same key are executed only once.
    public var idempotencyKey: String?
    /// Additional headers, such as the token of an unlocked stream.
    public var headers: TransportHeaders

    public init(
        _ method: TransportRequest.Method, _ path: String, body: (any Encodable & Sendable)? = nil, asGuest: Bool = true,
        idempotencyKey: String? = nil, headers: TransportHeaders = [:]
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.asGuest = asGuest
        self.idempotencyKey = idempotencyKey
        self.headers = headers
    }
}

/// An empty response.
public struct NoContent: Decodable, Hashable, Sendable {
    public init() {}
}

/// The service behind feeds: ``ServiceClient``, or a test double.
public protocol FeedService: Sendable {
    /// Becomes a guest of an app. A pending authentication for another app is cancelled.
    @discardableResult func authenticate(appID: String) async throws(ServiceError) -> GuestToken
    func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer
    /// Forgets the guest after it was erased: its credentials are no longer used, and the next request creates a new guest.
    func forgetGuest() async
    /// Opens a live stream's socket.
    /// - Parameters:
    ///   - after: the last received sequence number; nil starts from the beginning.
    ///   - unlockToken: for a stream with an access code.
    func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection
}

extension FeedService {
    public func forgetGuest() async {}

    public func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection {
        throw ServiceError(.refused, "This service doesn't support WebSockets.")
    }
}

extension ServiceCall where Answer == GuestToken {
    public static func authenticate(_ request: GuestRequest) -> Self { Self(.post, "/v1/auth/guest", body: request, asGuest: false) }
}

extension ServiceCall where Answer == AppConfiguration {
    public static var configuration: Self { Self(.get, "/v1/config") }
}

extension ServiceCall where Answer == FeedPage {
    public static func makeFeed(_ request: FeedRequest) -> Self { Self(.post, "/v1/feeds", body: request) }
    /// - Parameter path: from `FeedPage.next`.
    public static func feedPage(_ path: String) -> Self { Self(.get, path) }
}

extension ServiceCall where Answer == EventReceipt {
    public static func record(_ events: [ViewerEvent]) -> Self { Self(.post, "/v1/events", body: EventBatch(events: events)) }
}

extension ServiceCall where Answer == PurchaseAccepted {
    public static func record(_ purchase: PurchaseRequest, key: String) -> Self {
        Self(.post, "/v1/purchases", body: purchase, idempotencyKey: key)
    }
}

extension ServiceCall where Answer == ResourceList<Product> {
    public static func products(ofVideo id: String) -> Self { Self(.get, "/v1/videos/\(PercentEncoding.encoded(id))/products") }
}

extension ServiceCall where Answer == ResourceList<Interaction> {
    public static func interactions(ofVideo id: String) -> Self { Self(.get, "/v1/videos/\(PercentEncoding.encoded(id))/interactions") }
}

extension ServiceCall where Answer == Product {
    /// - Parameter id: any of its identifiers: the service's, the shop's, GTIN, SKU or MPN.
    public static func product(_ id: String, store: String? = nil) -> Self {
        Self(.get, "/v1/products/\(PercentEncoding.encoded(id))" + (store.map { "?store_id=\(PercentEncoding.encoded($0))" } ?? ""))
    }
}

extension ServiceCall where Answer == ShareAnswer {
    public static func share(_ request: ShareRequest) -> Self { Self(.post, "/v1/share", body: request) }
}

extension ServiceCall where Answer == AdAnswer {
    /// - Parameter position: index of the feed item that the ad follows.
    public static func nextAd(feed: String, position: Int, placement: AdPlacement = .feed) -> Self {
        Self(
            .get,
            "/v1/ads/next?feed_id=\(PercentEncoding.encoded(feed))&placement=\(PercentEncoding.encoded(placement.rawValue))&position=\(position)"
        )
    }
}

extension ServiceCall where Answer == NoContent {
    public static func adShown(_ id: String) -> Self { Self(.post, "/v1/ads/\(PercentEncoding.encoded(id))/impressions") }
    /// Erases everything the service stores about this guest.
    public static var erase: Self { Self(.delete, "/v1/guests/me") }
}

extension ServiceCall where Answer == Guest {
    public static func setTracking(_ level: TrackingLevel) -> Self {
        Self(.patch, "/v1/guests/me", body: TrackingRequest(tracking: level))
    }
}

extension ServiceCall where Answer == LiveStream {
    /// - Parameter unlockToken: for a stream with an access code.
    public static func liveStream(_ id: String, unlockToken: String? = nil) -> Self {
        Self(.get, "/v1/live_streams/\(PercentEncoding.encoded(id))", headers: unlockToken.map { ["X-Unlock-Token": $0] } ?? [:])
    }
}

extension ServiceCall where Answer == UnlockAnswer {
    public static func unlock(_ id: String, code: String) -> Self {
        Self(.post, "/v1/live_streams/\(PercentEncoding.encoded(id))/unlock", body: UnlockRequest(code: code))
    }
}

extension ServiceCall where Answer == InteractionEntry {
    public static func enter(_ interaction: String, ofVideo id: String, _ entry: EntryRequest) -> Self {
        Self(.post, "/v1/videos/\(PercentEncoding.encoded(id))/interactions/\(PercentEncoding.encoded(interaction))/entries", body: entry)
    }
}

extension TransportRequest.Method {
    static let delete = Self("DELETE")
    static let patch = Self("PATCH")
}
