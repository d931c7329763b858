// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// The events that viewers get, in the contract's format.
extension LiveTransaction {
    func emit(status stream: LiveStream) throws {
        var data: [String: JSONValue] = ["status": .string(stream.status.rawValue)]
        for (name, date) in [("scheduled_at", stream.scheduledAt), ("started_at", stream.startedAt), ("ended_at", stream.endedAt)] {
            if let date { data[name] = .string(Timestamp.text(date)) }
        }
        try emit(.status, .object(data), key: "status")
    }

    /// Publishes a webhook event to the stream's business in this transaction.
    func publish(_ type: String, _ stream: LiveStream, _ data: [String: JSONValue] = [:]) throws {
        guard let business = try find(VideoChannel.self, id: stream.channelID)?.businessID else { return }
        var facts = data
        facts["live_stream_id"] = .string(stream.id)
        facts["video_id"] = .string(stream.videoID)
        facts["title"] = .string(stream.title)
        facts["status"] = .string(stream.status.rawValue)
        try publish(type, business: business, data: .object(facts))
    }

    func emit(pinned stream: LiveStream) throws {
        try emit(.pinned, ["ids": .array(stream.pinned.map(JSONValue.string))], key: "pinned")
    }

    func emit(launched interaction: Interaction) throws {
        try emit(.interactionLaunched, JSONValue(encoding: interaction.forViewers), key: "launched:\(interaction.id)")
    }

    /// Replaces all earlier entries about it.
    func emit(ended interaction: Interaction) throws {
        try forget(key: "launched:\(interaction.id)")
        try forget(key: "results:\(interaction.id)")
        try emit(.interactionEnded, JSONValue(encoding: interaction.forViewers), key: "ended:\(interaction.id)")
    }

    func end(_ interaction: Interaction) throws -> Interaction {
        var ended = interaction
        ended.state = .ended
        try save(ended)
        try emit(ended: ended)
        return ended
    }

    /// - Parameters:
    ///   - type: whether it was added or is shown again.
    ///   - message: the message as viewers see it.
    func emit(_ type: SocketMessageType, _ record: ChatRecord, as message: ChatMessage) throws {
        try emit(
            type, JSONValue(encoding: message), key: record.key, to: message.isPrivate ? record.readerID : nil,
            author: record.authorID, isChat: true)
    }

    /// Replaces the message's entry, so that its text is no longer sent.
    func emit(removed record: ChatRecord) throws {
        try emit(
            .chatRemoved, ["id": .string(record.id)], key: record.key, to: record.message.isPrivate ? record.readerID : nil,
            author: record.authorID, isChat: true)
    }
}
