// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A stored chat message.
struct ChatRecord: GuestRecord {
    static let kind = GuestRecords.message
    var id: String
    var streamID: String
    /// The author; for a host's private answer, its recipient. The message is deleted with this guest.
    var guestID: String
    var message: ChatMessage
    var createdAt: Date

    var parentID: String { streamID }
    /// The key of its entry in the stream's log.
    var key: String { "chat:\(id)" }
    /// Who may read a private message.
    var readerID: String { guestID }
    var authorID: String? { guestID == Self.host ? nil : guestID }

    /// Stands for hosts; no guest id has this length.
    static let host = "host"

    /// The message as viewers see it, with an author id that is specific to the stream.
    func presented(_ settings: ChatSettings) -> ChatMessage {
        var presented = message
        presented.guestID = message.isHost == true ? Self.host : GuestAlias.of(guestID, in: streamID)
        if !settings.usernameVisible, presented.isHost != true { presented.username = "" }
        return presented
    }
}

/// A guest's chat name in one stream.
struct Participant: GuestRecord {
    static let kind = GuestRecords.participant
    var id: String
    var streamID: String
    var guestID: String
    var username: String
    /// When the guest last wrote a message.
    var wroteAt: Date?
    /// Hosts have muted this guest in this stream.
    var isMuted: Bool?

    var parentID: String { streamID }

    init(_ guest: String, in stream: String) {
        id = GuestAlias.of("participant \(guest)", in: stream)
        streamID = stream
        guestID = guest
        username = "Guest \(GuestAlias.of(guest, in: stream).filter(\.isLetter).prefix(5))"
    }
}

/// A guest's alias within one stream, which doesn't reveal the guest's id.
enum GuestAlias {
    static func of(_ guest: String, in stream: String) -> String {
        String(Data(SHA256.hash(data: Data("\(stream) \(guest)".utf8))).base64URL.prefix(16))
    }
}
