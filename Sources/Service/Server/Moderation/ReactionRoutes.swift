// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Likes of videos, and reports to their moderators.
struct ReactionRoutes: RouteGroup {
    let catalogue: Catalogue
    let access: LiveAccess
    private static let maximumNote = 500
    /// Reports of a guest per day.
    private static let maxReports = 50

    var endpoints: [Endpoint] {
        [
            Endpoint("videoLikes", likes),
            Endpoint("likeVideo", like).limited(by: .hearts),
            Endpoint("unlikeVideo", unlike).limited(by: .hearts),
            Endpoint("reportVideo", reportVideo).limited(by: .hearts).taking(upTo: 4096),
            Endpoint("reportComment", reportComment).limited(by: .hearts).taking(upTo: 4096),
        ]
    }

    private func likes(_ call: GuestContext) async throws -> VideoLikes {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        return try await catalogue.moderation.likes(of: video.id, guest: call.guest.id)
    }

    private func like(_ call: GuestContext) async throws -> VideoLikes {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        return try await catalogue.moderation.like(video.id, guest: call.guest.id, at: call.now)
    }

    private func unlike(_ call: GuestContext) async throws -> VideoLikes {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        return try await catalogue.moderation.unlike(video.id, guest: call.guest.id)
    }

    private func reportVideo(_ call: GuestContext, _ request: ReportRequest) async throws {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        try await report(ContentReport(id: "", videoID: video.id, reason: request.reason, createdAt: call.now), of: video, request, call)
    }

    private func reportComment(_ call: GuestContext, _ request: ReportRequest) async throws {
        let video = try await access.openVideo(call)
        guard let comment = try await catalogue.resources.find(CommentRecord.self, id: call.path["comment"]), comment.videoID == video.id,
            !comment.isHidden
        else { throw Audience.nothing }
        try await report(
            ContentReport(id: "", videoID: video.id, commentID: comment.id, reason: request.reason, createdAt: call.now), of: video,
            request, call)
    }

    private func report(_ made: ContentReport, of video: Video, _ request: ReportRequest, _ call: GuestContext) async throws {
        guard request.reason != .held else {
            throw APIError(.invalidField, "Only the service gives this reason.", field: "reason")
        }
        var report = made
        report.text = try request.text.map { try ChatText.checked($0, "text", limit: Self.maximumNote) }
        guard let business = try await catalogue.resources.parent(of: VideoChannel.self, id: video.channelID) else {
            throw Audience.nothing
        }
        if let wait = try await catalogue.quotas.take(
            GuestRecords.quota("reports", of: call.guest.id), limit: Self.maxReports, within: 86_400, at: call.now)
        {
            throw RateLimitExceeded(retryAfter: wait)
        }
        report.id = ReportRecord.id(call.guest.id, about: report.commentID ?? video.id)
        let record = ReportRecord(id: report.id, businessID: business, guestID: call.guest.id, report: report)
        _ = try await catalogue.resources.add(record, at: call.now)
    }
}

extension LiveAccess {
    /// The video, unless it has a password, or its live stream an access code, that the guest hasn't entered.
    func openVideo(_ call: GuestContext) async throws -> Video {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        try check(video, call)
        if let stream = try await catalogue.resources.liveStream(ofVideo: video.id) { try check(stream, call) }
        return video
    }
}
