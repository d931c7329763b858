// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// What was written beside a stream, as it is kept.
struct ChatRecord: GuestRecord {
    static let kind = GuestRecords.message
    var id: String
    var streamID: String
    /// Who wrote it; for a host's answer in private, whom it is for: it goes when the guest is forgotten.
    var guestID: String
    var message: ChatMessage
    var createdAt: Date

    var parentID: String { streamID }
    /// Under which it is told.
    var key: String { "chat:\(id)" }
    /// Who may read it when it is private.
    var readerID: String { guestID }
    var authorID: String? { guestID == Self.host ? nil : guestID }

    /// Stands for hosts: no guest has an id of this length.
    static let host = "host"

    /// As viewers see it: under a name that is the stream's own.
    func told(_ settings: ChatSettings) -> ChatMessage {
        var told = message
        told.guestID = message.isHost == true ? Self.host : GuestAlias.of(guestID, in: streamID)
        if !settings.usernameVisible, told.isHost != true { told.username = "" }
        return told
    }
}

/// How a guest is called in one stream.
struct Participant: GuestRecord {
    static let kind = GuestRecords.participant
    var id: String
    var streamID: String
    var guestID: String
    var username: String
    /// When the last message was written.
    var wroteAt: Date?
    /// Hosts let this guest write nothing more beside this stream.
    var isMuted: Bool?

    var parentID: String { streamID }

    init(_ guest: String, in stream: String) {
        id = GuestAlias.of("participant \(guest)", in: stream)
        streamID = stream
        guestID = guest
        username = "Guest \(GuestAlias.of(guest, in: stream).filter(\.isLetter).prefix(5))"
    }
}

/// Another name for a guest in each stream, from which the guest's id is not to be had.
enum GuestAlias {
    static func of(_ guest: String, in stream: String) -> String {
        String(Data(SHA256.hash(data: Data("\(stream) \(guest)".utf8))).base64URL.prefix(16))
    }
}
