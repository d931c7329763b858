// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Commands for hosts to moderate the chat: hide and show messages, mute authors, answer, and give coupons.
struct ModerationRoutes: RouteGroup {
    let liveService: LiveStreamService

    var endpoints: [Endpoint] {
        [
            Endpoint("hideMessage") { try await show($0, isDeleted: true) },
            Endpoint("showMessage") { try await show($0, isDeleted: false) },
            Endpoint("muteAuthor") { try await mute($0, isMuted: true) },
            Endpoint("unmuteAuthor") { try await mute($0, isMuted: false) },
            Endpoint("sendHostMessage", send),
        ]
    }

    private func show(_ call: AdminContext, isDeleted: Bool) async throws -> ChatMessage {
        let id = try await liveService.owned(call).id
        let messageID = call.path["m"]
        return try await liveService.perform(on: id, at: call.now) { live, stream in
            guard var record = try live.find(ChatRecord.self, id: messageID), record.streamID == stream.id else { throw Audience.nothing }
            guard record.message.deleted != isDeleted else { return record.message }
            record.message.deleted = isDeleted
            try live.save(record)
            if isDeleted {
                try live.emit(removed: record)
            } else {
                try live.emit(.chatRestored, record, as: record.presented(stream.chatSettings))
            }
            return record.message
        }.result
    }

    private func mute(_ call: AdminContext, isMuted: Bool) async throws -> ChatMessage {
        let id = try await liveService.owned(call).id
        let messageID = call.path["m"]
        return try await liveService.perform(on: id, at: call.now) { live, stream in
            guard let record = try live.find(ChatRecord.self, id: messageID), record.streamID == stream.id else { throw Audience.nothing }
            guard record.message.isHost != true else { throw APIError(.conflict, "A host can't be muted.") }
            var participant = try live.participant(record.guestID, in: stream.id)
            participant.isMuted = isMuted ? true : nil
            try live.save(participant)
            return record.message
        }.result
    }

    private func send(_ call: AdminContext, _ request: HostMessageRequest) async throws -> ChatMessage {
        let owned = try await liveService.owned(call)
        let channel = try await liveService.catalogue.resources.find(VideoChannel.self, id: owned.channelID)?.name
        let text = try ChatText.checked(request.text, "text", limit: 2000)
        let coupon = try request.couponCode.map { try ChatText.checked($0, "coupon_code", limit: 64) }
        let now = call.now
        return try await liveService.perform(on: owned.id, at: now) { live, stream in
            var message = ChatMessage(
                id: OpaqueID.make(), guestID: ChatRecord.host, username: stream.hosts.first ?? channel ?? "Host", text: text)
            (message.isHost, message.replyTo, message.couponCode) = (true, request.replyTo, coupon)
            var reader = ChatRecord.host
            if let replyTo = request.replyTo {
                guard let asked = try live.find(ChatRecord.self, id: replyTo), asked.streamID == stream.id else {
                    throw APIError(.invalidField, "There is no such message.", field: "reply_to")
                }
                if asked.message.isPrivate { (message.isPrivate, reader) = (true, asked.guestID) }
            }
            let record = ChatRecord(id: message.id, streamID: stream.id, guestID: reader, message: message, createdAt: now)
            try live.save(record)
            try live.emit(.chatAdded, record, as: record.presented(stream.chatSettings))
            if let coupon {
                try live.emit(
                    .coupon, ["code": .string(coupon), "text": .string(text), "message_id": .string(message.id)],
                    key: "coupon:\(coupon)", to: message.isPrivate ? reader : nil)
            }
            return message
        }.result
    }
}
