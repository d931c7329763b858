// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Guests' comments on videos.
struct CommentRoutes: RouteGroup {
    let catalogue: Catalogue
    let access: LiveAccess
    private static let (maximumText, maximumName) = (1000, 60)
    /// Comments of a guest per day.
    private static let maxComments = 200

    var endpoints: [Endpoint] {
        [
            Endpoint("comments", list).packed(),
            Endpoint("writeComment", write).limited(by: .messages).taking(upTo: 16 << 10),
            Endpoint("deleteComment", delete),
        ]
    }

    private func list(_ call: GuestContext) async throws -> ResourceList<VideoComment> {
        let video = try await access.openVideo(call)
        let page = try await CommentPage.read(CommentRecord.self, parents: [video.id], call.call, in: catalogue)
        let next = page.next.map {
            APIRoute.path("comments", video.id, query: ["page_size": String(page.size), "before_id": $0])
        }
        return ResourceList(data: page.records.map { $0.presented(to: call.guest.id) }, paging: Paging(next: next))
    }

    private func write(_ call: GuestContext, _ request: CommentRequest) async throws -> VideoComment {
        let video = try await access.openVideo(call)
        let text = try ChatText.checked(request.text, "text", limit: Self.maximumText)
        let name = try request.username.map { try ChatText.checked($0, "username", limit: Self.maximumName) }
        guard let business = try await catalogue.resources.parent(of: VideoChannel.self, id: video.channelID) else {
            throw Audience.nothing
        }
        let rules = try await Business.find(business, in: catalogue).comments ?? CommentSettings()
        guard rules.isOpen else { throw APIError(.commentsClosed, "Comments can't be written here.") }
        if let name, name.contains(where: \.isNewline) || ChatText.isBlocked(name, by: rules.blocklist) {
            throw APIError(.invalidField, "This name can't be used here.", field: "username")
        }
        if let wait = try await catalogue.quotas.take(
            GuestRecords.quota("comments", of: call.guest.id), limit: Self.maxComments, within: 86_400, at: call.now)
        {
            throw RateLimitExceeded(retryAfter: wait)
        }
        let guest = call.guest.id
        let record = CommentRecord(
            id: OpaqueID.make(), videoID: video.id, guestID: guest,
            username: name ?? "Guest \(GuestAlias.of(guest, in: video.id).filter(\.isLetter).prefix(5))", text: text, createdAt: call.now,
            isHidden: rules.areHeld || ChatText.isBlocked(text, by: rules.blocklist))
        let now = call.now
        return try await catalogue.moderation.perform(at: now) { transaction in
            // Within the transaction, so that a mute decided meanwhile counts.
            guard try transaction.find(Commenter.self, id: Commenter.id(guest, in: business))?.isMuted != true else {
                throw APIError(.chatMuted, "The moderators have muted you here.")
            }
            try transaction.save(record)
            if record.isHidden {
                var report = ContentReport(
                    id: ReportRecord.id(guest, about: record.id), videoID: video.id, commentID: record.id, reason: .held, createdAt: now)
                report.text = nil
                try transaction.save(ReportRecord(id: report.id, businessID: business, guestID: guest, report: report))
            }
            return record.presented(to: guest)
        }
    }

    private func delete(_ call: GuestContext) async throws {
        // Also of a video that the guest may not see any more.
        guard let record = try await catalogue.resources.find(CommentRecord.self, id: call.path["comment"]),
            record.videoID == call.path["id"], record.guestID == call.guest.id
        else { throw Audience.nothing }
        _ = try await catalogue.resources.delete(CommentRecord.self, id: record.id)
    }
}

/// A page of records, newest first.
struct CommentPage<Record: StoredResource> {
    let records: [Record]
    let size: Int
    /// The cursor of the next page.
    let next: String?
}

extension CommentPage {
    static func read(_: Record.Type, parents: [String], _ call: RequestContext, in catalogue: Catalogue) async throws -> CommentPage {
        let size = call.query.integer("page_size") ?? 20
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page can have 1 to 100 items.", field: "page_size") }
        do {
            let page = try await catalogue.resources.page(
                Record.self, parents: parents, before: call.query["before_id"].map(PageCursor.init), since: nil, limit: size + 1)
            let cursors = page.cursors.prefix(size)
            let records = page.entries.prefix(size).compactMap { if case .whole(let record, _) = $0 { record } else { nil } }
            return CommentPage(records: records, size: size, next: page.entries.count > size ? cursors.last?.description : nil)
        } catch is CursorExpired {
            throw APIError(
                .invalidField, "Nothing exists with this id any more. Use the paging links of the previous page.", field: "before_id")
        }
    }
}
