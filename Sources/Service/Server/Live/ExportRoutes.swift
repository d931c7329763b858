// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Exports a stream's chat and entries as CSV for its hosts. There can be any number of them, so they are sent while they are read.
struct ExportRoutes: RouteGroup {
    let liveService: LiveStreamService
    /// Records read at once.
    private static let batch = 1000

    var endpoints: [Endpoint] { [Endpoint("exportComments", comments), Endpoint("exportInteractions", interactions)] }

    private func comments(_ call: AdminContext) async throws -> Response {
        let stream = try await liveService.owned(call)
        let columns = ["id", "at", "guest_id", "username", "text", "private", "deleted", "host", "reply_to", "coupon_code"]
        return .table(columns, named: "comments-\(stream.id)") { table in
            var records = reader(ChatRecord.self, of: stream.id)
            while let record = try await records.next() {
                let message = record.message
                try await table.add([
                    record.id, Timestamp.text(record.createdAt), record.guestID, message.username, message.text, String(message.isPrivate),
                    String(message.deleted), String(message.isHost == true), message.replyTo, message.couponCode,
                ])
            }
        }
    }

    private func interactions(_ call: AdminContext) async throws -> Response {
        let stream = try await liveService.owned(call)
        let showsContacts = call.administrator.has(Administrator.contactScope)
        let columns = [
            "interaction_id", "type", "prompt", "entry_id", "at", "guest_id", "username", "option_id", "option", "answer", "email",
            "correct", "winner", "draw", "draw_seed", "draw_entries", "draw_digest",
        ]
        return .table(columns, named: "interactions-\(stream.id)") { table in
            var names: [String: String] = [:]
            var participants = reader(Participant.self, of: stream.id)
            while let participant = try await participants.next() { names[participant.guestID] = participant.username }
            var interactions = reader(Interaction.self, of: stream.id)
            while let interaction = try await interactions.next() {
                let rule = WinnerDraw(interaction: interaction)
                let draw = try await liveService.catalogue.resources.find(WinnerDrawRecord.self, id: interaction.id)
                var entries = reader(GuestEntry.self, of: interaction.id)
                while let kept = try await entries.next() {
                    let entry = kept.entry
                    try await table.add([
                        interaction.id, interaction.type.rawValue, interaction.prompt, kept.id, Timestamp.text(entry.createdAt),
                        kept.guestID, names[kept.guestID], entry.choice, interaction.options.first { $0.id == entry.choice }?.text,
                        entry.answer, showsContacts ? entry.email : nil, rule.isRight(entry).map(String.init),
                        String(kept.isWinner == true), draw?.winners.firstIndex(of: kept.id).map { String($0 + 1) }, draw?.seed,
                        draw.map { String($0.count) }, draw?.digest,
                    ])
                }
            }
        }
    }

    private func reader<Resource: StoredResource>(_ type: Resource.Type, of parent: String) -> ResourceReader<Resource> {
        ResourceReader(resources: liveService.catalogue.resources, parent: parent, batch: Self.batch)
    }
}

/// Reads the resources of a parent, oldest first, some at a time. They may be added and deleted meanwhile.
struct ResourceReader<Resource: StoredResource> {
    let resources: any ResourceRepository
    let parent: String
    let batch: Int
    /// Newest first.
    private var found: [Resource] = []
    /// Before the first one.
    private var last: PageCursor? = PageCursor(id: "", created: -1)

    init(resources: any ResourceRepository, parent: String, batch: Int) {
        self.resources = resources
        self.parent = parent
        self.batch = batch
    }

    mutating func next() async throws -> Resource? {
        while found.isEmpty, let since = last {
            let page = try await resources.page(Resource.self, parents: [parent], before: nil, since: since, limit: batch)
            found = page.resources
            last = page.entries.count < batch ? nil : page.entries.first?.cursor
        }
        return found.popLast()
    }
}
