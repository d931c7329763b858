// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Moderators' work: comments, reports, and the log of what was done.
struct CommentModerationRoutes: RouteGroup {
    let catalogue: Catalogue
    private static let maximumNote = 500

    var endpoints: [Endpoint] {
        [
            Endpoint("listComments", comments),
            Endpoint("hideComment") { try await change($0, "comment_hidden") { $0.isHidden = true } },
            Endpoint("showComment") { try await change($0, "comment_shown") { $0.isHidden = false } },
            Endpoint("muteCommenter") { try await mute($0, isMuted: true) },
            Endpoint("unmuteCommenter") { try await mute($0, isMuted: false) },
            Endpoint("removeComment", remove),
            Endpoint("listReports", reports),
            Endpoint("decideReport", decide),
            Endpoint("listModeration", log),
        ]
    }

    private func comments(_ call: AdminContext) async throws -> ResourceList<VideoComment> {
        let id = call.query["video_id"] ?? ""
        guard let video = try await catalogue.resources.find(Video.self, id: id),
            try await video.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        let isHidden = call.query["hidden"] == "yes"
        let page = try await CommentPage.read(
            CommentRecord.self, parents: [isHidden ? GuestRecords.hidden(id) : id], call.call, in: catalogue)
        let next = page.next.map {
            APIRoute.path(
                "listComments",
                query: ["video_id": id, "page_size": String(page.size), "before_id": $0, "hidden": isHidden ? "yes" : nil])
        }
        return ResourceList(data: page.records.map { $0.presented(to: nil) }, paging: Paging(next: next))
    }

    /// The requested comment. Comments on videos of other businesses count as not found.
    private func owned(_ call: AdminContext) async throws -> CommentRecord {
        guard let record = try await catalogue.resources.find(CommentRecord.self, id: call.path["id"]),
            let channel = try await catalogue.resources.parent(of: Video.self, id: record.videoID),
            try await catalogue.resources.parent(of: VideoChannel.self, id: channel) == call.administrator.businessID
        else { throw Audience.nothing }
        return record
    }

    private func change(
        _ call: AdminContext, _ action: String, _ change: @escaping @Sendable (inout CommentRecord) -> Void
    ) async throws -> VideoComment {
        let id = try await owned(call).id
        return try await catalogue.moderation.perform(at: call.now) { transaction in
            var isChanged = false
            let changed = try transaction.update(CommentRecord.self, id: id) { record in
                let before = record
                change(&record)
                isChanged = record != before
            }
            guard let record = changed else { throw Audience.nothing }
            if isChanged { try transaction.log(action, call, video: record.videoID, comment: id) }
            return record.presented(to: nil)
        }
    }

    private func mute(_ call: AdminContext, isMuted: Bool) async throws -> VideoComment {
        let record = try await owned(call)
        let business = call.administrator.businessID
        let commenter = Commenter(
            id: Commenter.id(record.guestID, in: business), businessID: business, guestID: record.guestID, isMuted: isMuted)
        try await catalogue.moderation.perform(at: call.now) { transaction in
            guard try transaction.find(Commenter.self, id: commenter.id)?.isMuted ?? false != isMuted else { return }
            try transaction.save(commenter)
            try transaction.log(isMuted ? "author_muted" : "author_unmuted", call, video: record.videoID, comment: record.id)
        }
        return record.presented(to: nil)
    }

    private func remove(_ call: AdminContext) async throws {
        let record = try await owned(call)
        try await catalogue.moderation.perform(at: call.now) { transaction in
            try transaction.delete(CommentRecord.self, id: record.id)
            try transaction.log("comment_deleted", call, video: record.videoID, comment: record.id)
        }
    }

    private func reports(_ call: AdminContext) async throws -> ResourceList<ContentReport> {
        let isDecided = call.query["decided"] == "yes"
        let page = try await CommentPage.read(
            ReportRecord.self, parents: [ReportRecord.parent(call.administrator.businessID, isDecided: isDecided)], call.call, in: catalogue
        )
        let comments = try await catalogue.resources.find(CommentRecord.self, ids: page.records.compactMap(\.report.commentID))
        let byID = Dictionary(comments.map { ($0.id, $0) }) { first, _ in first }
        let described = page.records.map { record in
            var report = record.report
            report.comment = report.commentID.flatMap { byID[$0]?.presented(to: nil) }
            return report
        }
        let next = page.next.map {
            APIRoute.path(
                "listReports", query: ["page_size": String(page.size), "before_id": $0, "decided": isDecided ? "yes" : nil])
        }
        return ResourceList(data: described, paging: Paging(next: next))
    }

    private func decide(_ call: AdminContext, _ request: ReportDecision) async throws -> ContentReport {
        guard request.action.isKnown else { throw APIError(.invalidField, "This value is not known.", field: "action") }
        var decision = request
        decision.note = try request.note.map { try ChatText.checked($0, "note", limit: Self.maximumNote) }
        let id = call.path["id"]
        guard try await catalogue.resources.find(ReportRecord.self, id: id)?.businessID == call.administrator.businessID else {
            throw Audience.nothing
        }
        let decided = decision
        return try await catalogue.moderation.perform(at: call.now) { transaction in
            // Two moderators can't decide the same report.
            try transaction.lock("report \(id)")
            guard var record = try transaction.find(ReportRecord.self, id: id) else { throw Audience.nothing }
            guard record.report.decision == nil else {
                throw APIError(.invalidTransition, "This report was decided already.")
            }
            try transaction.act(on: record.report, decided.action)
            (record.report.decision, record.report.decidedAt) = (decided, call.now)
            try transaction.save(record)
            try transaction.log(
                "report_\(decided.action.rawValue)", call, video: record.report.videoID, comment: record.report.commentID, report: id,
                note: decided.note)
            var described = record.report
            described.comment = try described.commentID.flatMap { try transaction.find(CommentRecord.self, id: $0)?.presented(to: nil) }
            return described
        }
    }

    private func log(_ call: AdminContext) async throws -> ResourceList<ModerationEntry> {
        let page = try await CommentPage.read(
            ModerationRecord.self, parents: [call.administrator.businessID], call.call, in: catalogue)
        let next = page.next.map { APIRoute.path("listModeration", query: ["page_size": String(page.size), "before_id": $0]) }
        return ResourceList(data: page.records.map(\.entry), paging: Paging(next: next))
    }
}

extension ModerationTransaction {
    /// Does what a moderator decided.
    fileprivate func act(on report: ContentReport, _ action: ReportAction) throws {
        if let id = report.commentID {
            switch action {
            case .takeDown: try delete(CommentRecord.self, id: id)
            case .hide: _ = try update(CommentRecord.self, id: id) { $0.isHidden = true }
            default: if report.reason == .held { _ = try update(CommentRecord.self, id: id) { $0.isHidden = false } }
            }
            return
        }
        switch action {
        case .takeDown:
            _ = try update(Video.self, id: report.videoID) { video in
                if video.blockingReason?.isEmpty ?? true { video.blockingReason = "moderation" }
            }
        case .hide: throw APIError(.invalidField, "Only comments can be hidden. Take the video down.", field: "action")
        default: break
        }
    }

    fileprivate func log(
        _ action: String, _ call: AdminContext, video: String, comment: String? = nil, report: String? = nil, note: String? = nil
    ) throws {
        var entry = ModerationEntry(
            id: OpaqueID.make(), at: call.now, clientID: call.administrator.clientID, action: action, videoID: video)
        (entry.commentID, entry.reportID, entry.note) = (comment, report, note)
        try save(ModerationRecord(businessID: call.administrator.businessID, entry: entry))
    }
}
