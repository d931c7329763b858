// SPDX-License-Identifier: Apache-2.0

/// What somebody wrote beside a live stream.
public struct ChatMessage: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Viewers are told another name for each guest of each stream, so that nobody is followed from one to the next.
    public var guestID: String
    public var username: String
    public var text: String
    /// Between the writer and the hosts.
    public var isPrivate = false
    /// The id of another message.
    public var replyTo: String?
    public var deleted = false
    public var couponCode: String?
    /// Written by who made the stream.
    public var isHost: Bool?

    public init(id: String, guestID: String, username: String, text: String) {
        self.id = id
        self.guestID = guestID
        self.username = username
        self.text = text
    }

    enum CodingKeys: String, CodingKey {
        case id, username, text, deleted, guestID = "guest_id", isPrivate = "private", replyTo = "reply_to", couponCode = "coupon_code"
        case isHost = "host"
    }
}
