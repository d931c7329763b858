// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Makes feeds and hands them out page by page. What a viewer does wrong is told by `APIError`.
public protocol FeedRepository: Sendable {
    /// A new feed and its first page.
    func makeFeed(_ request: FeedRequest, for viewer: Viewer, at now: Date) async throws -> FeedPage
    /// A further page. The same cursor gives the same items again, whatever was published or seen since.
    func page(of feedID: String, cursor: String, for viewer: Viewer, at now: Date) async throws -> FeedPage
    /// What a feed is made of. Asking for it doesn't have it live on.
    func source(of feedID: String, for viewer: Viewer, at now: Date) async throws -> FeedSource
    /// Forgets the feeds that nobody asked for within ``FeedSession/idle``.
    /// - Returns: how many.
    func forgetExpired(at now: Date) async throws -> Int
}

/// Who asks for a feed.
public struct Viewer: Hashable, Sendable {
    public var guestID: String
    public var appID: String
    /// Where the viewer is, ISO 3166-1 alpha-2; nil when that isn't known.
    public var country: String?
    /// Whoever isn't tracked has no past here: what was seen is known to the device alone.
    public var tracking: TrackingLevel

    public init(guestID: String, appID: String, country: String? = nil, tracking: TrackingLevel = .all) {
        self.guestID = guestID
        self.appID = appID
        self.country = country
        self.tracking = tracking
    }
}

public enum FeedSession {
    /// Seconds after which a feed that nobody asks for is gone.
    public static let idle = 300.0
}
