// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia
public import WindowboxTransport

/// A request to the service.
public struct ServiceCall<Answer: Decodable & Sendable>: Sendable {
    /// The HTTP method.
    public var method: TransportRequest.Method
    /// Including the query.
    public var path: String
    /// Sent as JSON; nil for none.
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

extension ServiceCall {
    /// A request of a route of the contract.
    /// - Parameters:
    ///   - operationID: the route's.
    ///   - values: those of the path's parameters, in their order.
    ///   - query: without those that are nil.
    /// - Precondition: the contract has the operation, with as many parameters.
    package init(
        _ operationID: String, _ values: [String] = [], query: KeyValuePairs<String, String?> = [:],
        body: (any Encodable & Sendable)? = nil,
        asGuest: Bool = true, idempotencyKey: String? = nil, headers: TransportHeaders = [:]
    ) {
        guard let route = APIRoute.named(operationID) else { preconditionFailure("The contract has no \(operationID)") }
        self.init(
            TransportRequest.Method(route.method.rawValue.uppercased()), route.path(values, query: query), body: body, asGuest: asGuest,
            idempotencyKey: idempotencyKey, headers: headers)
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
    /// Sends a request and decodes the response.
    /// - Throws: an error of the network or the service, or if the response can't be decoded.
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
    /// Becomes a guest of an app.
    public static func authenticate(_ request: GuestRequest) -> Self { Self("authenticateGuest", body: request, asGuest: false) }
}

extension ServiceCall where Answer == AppConfiguration {
    /// The app's configuration.
    public static var configuration: Self { Self("configuration") }
}

extension ServiceCall where Answer == FeedPage {
    /// Starts a feed; the answer is its first page.
    public static func makeFeed(_ request: FeedRequest) -> Self { Self("makeFeed", body: request) }
    /// - Parameter path: from `FeedPage.next`.
    public static func feedPage(_ path: String) -> Self { Self(.get, path) }
}

extension ServiceCall where Answer == ResourceList<Video> {
    /// Searches videos by words; the answer is the first page.
    /// - Parameters:
    ///   - words: at most the first 256 characters count.
    ///   - channel: nil searches all channels.
    public static func search(_ words: String, channel: String? = nil, pageSize: Int? = nil) -> Self {
        Self("searchVideos", query: ["q": String(words.prefix(256)), "channel_id": channel, "page_size": pageSize.map(String.init)])
    }
    /// - Parameter path: from `Paging.next`.
    public static func videos(_ path: String) -> Self { Self(.get, path) }
}

extension ServiceCall where Answer == EventReceipt {
    /// Sends events, at most as many as `EventBatch.limit`.
    public static func record(_ events: [ViewerEvent]) -> Self { Self("recordEvents", body: EventBatch(events: events)) }
}

extension ServiceCall where Answer == PurchaseAccepted {
    /// Sends an order. Repetitions with the same key count once.
    public static func record(_ purchase: PurchaseRequest, key: String) -> Self {
        Self("recordPurchase", body: purchase, idempotencyKey: key)
    }
}

extension ServiceCall where Answer == ResourceList<Product> {
    /// The products of a video, in order.
    public static func products(ofVideo id: String) -> Self { Self("videoProducts", [id]) }
}

extension ServiceCall where Answer == ResourceList<Interaction> {
    /// The polls, questions and other interactions of a video.
    public static func interactions(ofVideo id: String) -> Self { Self("videoInteractions", [id]) }
}

extension ServiceCall where Answer == Product {
    /// - Parameter id: any of its identifiers: the service's, the shop's, GTIN, SKU or MPN.
    public static func product(_ id: String, store: String? = nil) -> Self {
        Self("product", [id], query: ["store_id": store])
    }
}

extension ServiceCall where Answer == ShareAnswer {
    /// Makes a share link.
    public static func share(_ request: ShareRequest) -> Self { Self("makeShare", body: request) }
}

extension ServiceCall where Answer == AdAnswer {
    /// - Parameter position: index of the feed item that the ad follows.
    public static func nextAd(feed: String, position: Int, placement: AdPlacement = .feed) -> Self {
        Self("nextAd", query: ["feed_id": feed, "placement": placement.rawValue, "position": String(position)])
    }
}

extension ServiceCall where Answer == NoContent {
    /// An ad of the service was shown.
    public static func adShown(_ id: String) -> Self { Self("recordAdImpression", [id]) }
    /// Erases everything the service stores about this guest.
    public static var erase: Self { Self("eraseGuest") }
}

extension ServiceCall where Answer == Guest {
    /// Sets how much the service may store about this guest.
    public static func setTracking(_ level: TrackingLevel) -> Self {
        Self("setTracking", body: TrackingRequest(tracking: level))
    }
}

extension ServiceCall where Answer == LiveStream {
    /// - Parameter unlockToken: for a stream with an access code.
    public static func liveStream(_ id: String, unlockToken: String? = nil) -> Self {
        Self("liveStream", [id], headers: unlockToken.map { ["X-Unlock-Token": $0] } ?? [:])
    }
}

extension ServiceCall where Answer == UnlockAnswer {
    /// Exchanges the access code of a video for a token.
    public static func unlock(_ id: String, code: String) -> Self {
        Self("unlockLiveStream", [id], body: UnlockRequest(code: code))
    }
}

extension ServiceCall where Answer == InteractionEntry {
    /// Sends the answer to an interaction of a video.
    public static func enter(_ interaction: String, ofVideo id: String, _ entry: EntryRequest) -> Self {
        Self("enterInteraction", [id, interaction], body: entry)
    }
}
