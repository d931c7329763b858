// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia
import WindowboxTransport

/// A response that isn't JSON, such as a calendar entry.
public struct PlainText: Decodable, Hashable, Sendable {
    /// The text, which must be UTF-8.
    public var text: String
    /// - Parameter text: the text as received.
    public init(_ text: String) { self.text = text }
}

/// How a viewer wants to be reminded of a stream's start.
public enum LiveReminder: String, Hashable, Sendable {
    /// By an entry in the user's calendar.
    case calendar = "ics"
    /// By the business.
    case business = "webhook"
}

extension ServiceCall {
    fileprivate static func live(
        _ operationID: String, _ stream: String, _ unlockToken: String?, body: (any Encodable & Sendable)? = nil
    ) -> Self {
        Self(operationID, [stream], body: body, headers: unlockToken.map { ["X-Unlock-Token": $0] } ?? [:])
    }
}

extension ServiceCall where Answer == NoContent {
    /// Counts as watching for one minute; clients with a socket don't need it.
    public static func joinLive(_ stream: String, unlockToken: String? = nil) -> Self { live("joinLiveStream", stream, unlockToken) }
    /// The viewer has left, so that others don't count the guest any more.
    public static func leaveLive(_ stream: String) -> Self { live("leaveLiveStream", stream, nil) }
    /// Tells the service how the guest will be reminded of the start.
    public static func remind(_ stream: String, by reminder: LiveReminder) -> Self {
        live("remind", stream, nil, body: ReminderRequest(channel: reminder.rawValue))
    }
}

extension ServiceCall where Answer == LikesAnswer {
    /// Sends a like; the answer has the number of likes.
    public static func likeLive(_ stream: String, unlockToken: String? = nil) -> Self { live("likeLiveStream", stream, unlockToken) }
}

extension ServiceCall where Answer == ChatMessage {
    /// Sends a chat message; the answer is the message as others see it.
    public static func write(_ message: MessageRequest, inLive stream: String, unlockToken: String? = nil) -> Self {
        live("sendMessage", stream, unlockToken, body: message)
    }
}

extension ServiceCall where Answer == UsernameRequest {
    /// Sets the name under which the guest writes in a stream.
    public static func setUsername(_ name: String, inLive stream: String, unlockToken: String? = nil) -> Self {
        live("setUsername", stream, unlockToken, body: UsernameRequest(username: name))
    }
}

extension ServiceCall where Answer == PlainText {
    /// The start time as a calendar file (RFC 5545).
    public static func calendar(ofLive stream: String) -> Self { live("calendar", stream, nil) }
}

extension ServiceCall where Answer == InteractionEntry {
    /// - Parameter unlockToken: for a stream with an access code.
    public static func enter(
        _ interaction: String, ofVideo id: String, _ entry: EntryRequest, unlockToken: String
    ) -> Self {
        var call = enter(interaction, ofVideo: id, entry)
        call.headers["X-Unlock-Token"] = unlockToken
        return call
    }
}
