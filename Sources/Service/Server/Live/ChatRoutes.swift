// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Accepts guests' chat messages and chat names.
struct ChatRoutes: RouteGroup {
    let liveService: LiveStreamService
    let access: LiveAccess
    private static let maximumText = 1000
    private static let maximumName = 60

    var endpoints: [Endpoint] {
        [Endpoint("sendMessage", send).limited(by: .messages).taking(upTo: 16 << 10), Endpoint("setUsername", setName).taking(upTo: 4096)]
    }

    private func send(_ call: GuestContext, _ request: MessageRequest) async throws -> ChatMessage {
        let id = try await access.openStream(call).id
        let text = try ChatText.checked(request.text, "text", limit: Self.maximumText)
        let name = try request.username.map { try ChatText.checked($0, "username", limit: Self.maximumName) }
        let guest = call.guest.id
        let now = call.now
        return try await liveService.perform(on: id, at: now) { live, stream in
            let isPrivate = request.isPrivate == true
            guard stream.chatSettings.isOpen(stream.status, isPrivate: isPrivate) else {
                throw APIError(.chatClosed, "The chat of this stream is closed.")
            }
            var participant = try live.participant(guest, in: stream.id)
            guard participant.isMuted != true else { throw APIError(.chatMuted, "The hosts have muted you in this chat.") }
            if let name, stream.chatSettings.usernameEditable { try live.rename(&participant, name, stream) }
            if let wait = stream.chatSettings.wait(after: participant.wroteAt, at: now) { throw RateLimitExceeded(retryAfter: wait) }
            participant.wroteAt = now
            try live.save(participant)
            var message = ChatMessage(id: OpaqueID.make(), guestID: guest, username: participant.username, text: text)
            message.isPrivate = isPrivate
            // Stored as hidden, so that the hosts can still show it.
            message.deleted = ChatText.isBlocked(text, by: stream.chatSettings.blocklist)
            let record = ChatRecord(id: message.id, streamID: stream.id, guestID: guest, message: message, createdAt: now)
            try live.save(record)
            let presented = record.presented(stream.chatSettings)
            if !message.deleted { try live.emit(.chatAdded, record, as: presented) }
            return presented
        }.result
    }

    private func setName(_ call: GuestContext, _ request: UsernameRequest) async throws -> UsernameRequest {
        let id = try await access.openStream(call).id
        let name = try ChatText.checked(request.username, "username", limit: Self.maximumName)
        let guest = call.guest.id
        return try await liveService.perform(on: id, at: call.now) { live, stream in
            guard stream.chatSettings.usernameEditable else { throw APIError(.conflict, "Names can't be chosen in this stream.") }
            var participant = try live.participant(guest, in: stream.id)
            guard participant.isMuted != true else { throw APIError(.chatMuted, "The hosts have muted you in this chat.") }
            try live.rename(&participant, name, stream)
            try live.save(participant)
            return UsernameRequest(username: participant.username)
        }.result
    }
}

extension LiveTransaction {
    func participant(_ guest: String, in stream: String) throws -> Participant {
        let new = Participant(guest, in: stream)
        return try find(Participant.self, id: new.id) ?? new
    }

    /// Rejects names that another guest or a host has, and blocked words.
    func rename(_ participant: inout Participant, _ name: String, _ stream: LiveStream) throws {
        guard !name.contains(where: \.isNewline), !ChatText.isBlocked(name, by: stream.chatSettings.blocklist) else {
            throw APIError(.invalidField, "This name can't be used here.", field: "username")
        }
        let folded = ChatText.folded(name)
        guard !stream.hosts.contains(where: { ChatText.folded($0) == folded }), try claim(name: folded, for: participant.guestID) else {
            throw APIError(.conflict, "Somebody else already uses this name.", field: "username")
        }
        participant.username = name
    }
}

extension ChatSettings {
    /// Whether messages can be written. Private messages to the hosts are also possible during a replay.
    func isOpen(_ status: LiveStatus, isPrivate: Bool) -> Bool {
        switch status {
        case .idle: onTrailer
        case .live, .paused: onLive
        case .replay: onReplay || isPrivate
        default: false
        }
    }

    /// Seconds until the next message may be written; nil if one may be written now.
    func wait(after last: Date?, at now: Date) -> Double? {
        guard let last, let slowModeSeconds else { return nil }
        let left = Double(slowModeSeconds) - now.timeIntervalSince(last)
        return left > 0 ? left : nil
    }
}
