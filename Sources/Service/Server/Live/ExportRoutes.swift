// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Exports a stream's chat and entries as CSV for its hosts.
struct ExportRoutes: RouteGroup {
    let liveService: LiveStreamService

    var endpoints: [Endpoint] { [Endpoint("exportComments", comments), Endpoint("exportInteractions", interactions)] }

    private func comments(_ call: AdminContext) async throws -> Response {
        let stream = try await liveService.owned(call)
        var table = SpreadsheetText(columns: [
            "id", "at", "guest_id", "username", "text", "private", "deleted", "host", "reply_to", "coupon_code",
        ])
        for record in try await all(ChatRecord.self, of: stream.id) {
            let message = record.message
            table.add([
                record.id, Timestamp.text(record.createdAt), record.guestID, message.username, message.text, String(message.isPrivate),
                String(message.deleted), String(message.isHost == true), message.replyTo, message.couponCode,
            ])
        }
        return .table(table, named: "comments-\(stream.id)")
    }

    private func interactions(_ call: AdminContext) async throws -> Response {
        let stream = try await liveService.owned(call)
        let showsContacts = call.administrator.has(Administrator.contactScope)
        var table = SpreadsheetText(columns: [
            "interaction_id", "type", "prompt", "entry_id", "at", "guest_id", "username", "option_id", "option", "answer", "email",
            "correct",
            "winner",
        ])
        let participants = try await all(Participant.self, of: stream.id)
        let names = Dictionary(participants.map { ($0.guestID, $0.username) }) { first, _ in first }
        for interaction in try await all(Interaction.self, of: stream.id) {
            let rule = WinnerDraw(interaction: interaction)
            for kept in try await all(GuestEntry.self, of: interaction.id) {
                let entry = kept.entry
                table.add([
                    interaction.id, interaction.type.rawValue, interaction.prompt, kept.id, Timestamp.text(entry.createdAt), kept.guestID,
                    names[kept.guestID], entry.choice, interaction.options.first { $0.id == entry.choice }?.text, entry.answer,
                    showsContacts ? entry.email : nil, rule.isRight(entry).map(String.init), String(kept.isWinner == true),
                ])
            }
        }
        return .table(table, named: "interactions-\(stream.id)")
    }

    /// All resources, oldest first.
    private func all<Resource: StoredResource>(_ type: Resource.Type, of parent: String) async throws -> [Resource] {
        var found: [Resource] = []
        var last: PageCursor?
        while true {
            // Pages by cursor, because messages may be deleted meanwhile.
            let page = try await liveService.catalogue.resources.page(type, parents: [parent], before: last, since: nil, limit: 1000)
            found += page.resources
            last = page.cursors.last
            if page.cursors.count < 1000 { return found.reversed() }
        }
    }
}

extension Response {
    /// A table as a file to save.
    static func table(_ table: SpreadsheetText, named name: String) -> Response {
        var answer = Response("text/csv; charset=utf-8; header=present", text: table.text)
        answer.fields[.contentDisposition] = "attachment; filename=\"\(name).csv\""
        answer.fields[.cacheControl] = "no-store"
        return answer
    }
}
