// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia
public import WindowboxTransport

/// One thing to ask the service for.
public struct ServiceCall<Answer: Decodable & Sendable>: Sendable {
    public var method: TransportRequest.Method
    /// With the query.
    public var path: String
    public var body: (any Encodable & Sendable)?
    /// Whether it is asked as a guest.
    public var asGuest: Bool
    /// Asked twice with the same one, it is done once.
    public var idempotencyKey: String?
    /// Further fields, such as the token of a stream that was unlocked.
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

/// An answer without content.
public struct NoContent: Decodable, Hashable, Sendable {
    public init() {}
}

/// Whoever answers what feeds ask: ``ServiceClient``, or a test.
public protocol FeedService: Sendable {
    /// Becomes a guest of an app; what was asked for as another one's guest is asked for no more.
    @discardableResult func authenticate(appID: String) async throws(ServiceError) -> GuestToken
    func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer
    /// The guest was erased: nothing that was known of it is sent any more, and who asks next is another guest.
    func forgetGuest() async
    /// Opens the socket of a live stream.
    /// - Parameters:
    ///   - after: the last number that was told; nil: from the beginning.
    ///   - unlockToken: of a stream that has an access code.
    func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection
}

extension FeedService {
    public func forgetGuest() async {}

    public func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection {
        throw ServiceError(.refused, "This service has no sockets.")
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
    /// - Parameter path: as `FeedPage.next` says.
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
    /// - Parameter id: any of its names: its own, the shop's, GTIN, SKU or MPN.
    public static func product(_ id: String, store: String? = nil) -> Self {
        Self(.get, "/v1/products/\(PercentEncoding.encoded(id))" + (store.map { "?store_id=\(PercentEncoding.encoded($0))" } ?? ""))
    }
}

extension ServiceCall where Answer == ShareAnswer {
    public static func share(_ request: ShareRequest) -> Self { Self(.post, "/v1/share", body: request) }
}

extension ServiceCall where Answer == AdAnswer {
    /// - Parameter position: behind which item of the feed, from 0.
    public static func nextAd(feed: String, position: Int, placement: AdPlacement = .feed) -> Self {
        Self(
            .get,
            "/v1/ads/next?feed_id=\(PercentEncoding.encoded(feed))&placement=\(PercentEncoding.encoded(placement.rawValue))&position=\(position)"
        )
    }
}

extension ServiceCall where Answer == NoContent {
    public static func adShown(_ id: String) -> Self { Self(.post, "/v1/ads/\(PercentEncoding.encoded(id))/impressions") }
    /// All that the service keeps of this guest.
    public static var erase: Self { Self(.delete, "/v1/guests/me") }
}

extension ServiceCall where Answer == Guest {
    public static func setTracking(_ level: TrackingLevel) -> Self {
        Self(.patch, "/v1/guests/me", body: TrackingRequest(tracking: level))
    }
}

extension ServiceCall where Answer == LiveStream {
    /// - Parameter unlockToken: of a stream that has an access code.
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
