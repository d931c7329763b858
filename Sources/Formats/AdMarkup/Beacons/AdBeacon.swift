// SPDX-License-Identifier: Apache-2.0

/// A tracking request to an ad server, for one ad in one session.
public struct AdBeacon: Hashable, Sendable, Codable {
    /// A stable identifier of the request; duplicates are dropped.
    public var id: String
    /// The VAST event name; `impression` and `error` for the URLs of those elements.
    public var event: String
    /// The URL, with macros not yet expanded.
    public var url: String
    /// Identifies the ad in logs.
    public var adID: String
    /// Identifies the break in logs.
    public var breakID: String
    /// When it happened, in seconds since 1970.
    public var at: Double

    public init(id: String, event: String, url: String, adID: String, breakID: String, at: Double) {
        self.id = id
        self.event = event
        self.url = url
        self.adID = adID
        self.breakID = breakID
        self.at = at
    }
}
