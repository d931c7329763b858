// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Creates feeds and returns their pages. Invalid requests throw `APIError`.
public protocol FeedRepository: Sendable {
    /// Creates a feed and returns its first page.
    func makeFeed(_ request: FeedRequest, for viewer: Viewer, at now: Date) async throws -> FeedPage
    /// Returns another page. The same cursor always gives the same items, whatever was published or seen since.
    func page(of feedID: String, cursor: String, for viewer: Viewer, at now: Date) async throws -> FeedPage
    /// A feed's source. Doesn't extend the feed's life.
    func source(of feedID: String, for viewer: Viewer, at now: Date) async throws -> FeedSource
    /// Deletes feeds that weren't used within ``FeedSession/idle``.
    /// - Returns: how many.
    func forgetExpired(at now: Date) async throws -> Int
}

/// The viewer of a feed.
public struct Viewer: Hashable, Sendable {
    public var guestID: String
    public var appID: String
    /// ISO 3166-1 alpha-2; nil if unknown.
    public var country: String?
    /// For viewers who aren't tracked, only their device knows what they have seen.
    public var tracking: TrackingLevel

    public init(guestID: String, appID: String, country: String? = nil, tracking: TrackingLevel = .all) {
        self.guestID = guestID
        self.appID = appID
        self.country = country
        self.tracking = tracking
    }
}

public enum FeedSession {
    /// Seconds after which an unused feed expires.
    public static let idle = 300.0
}
