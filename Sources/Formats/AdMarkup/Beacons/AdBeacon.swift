// SPDX-License-Identifier: Apache-2.0

/// One message to an ad server about one ad in one session.
public struct AdBeacon: Hashable, Sendable, Codable {
    /// The same for the same message, so that it is counted once.
    public var id: String
    /// As VAST names it; `impression` and `error` are the addresses of those elements.
    public var event: String
    /// Macros are not filled in yet.
    public var url: String
    public var adID: String
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
