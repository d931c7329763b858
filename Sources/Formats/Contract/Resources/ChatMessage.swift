// SPDX-License-Identifier: Apache-2.0

/// A chat message in a live stream.
public struct ChatMessage: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Viewers see a different id for each guest in each stream, so that guests cannot be tracked across streams.
    public var guestID: String
    /// The name under which the guest wrote.
    public var username: String
    /// The text as written.
    public var text: String
    /// Whether only the sender and the hosts see it.
    public var isPrivate = false
    /// The id of the message it replies to.
    public var replyTo: String?
    /// Whether it is hidden: the hosts have removed it, or it has a blocked word.
    public var deleted = false
    /// A code that viewers can copy; nil for none.
    public var couponCode: String?
    /// Whether a host wrote it.
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
