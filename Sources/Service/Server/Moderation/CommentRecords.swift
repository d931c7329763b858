// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A stored comment.
struct CommentRecord: GuestRecord {
    static let kind = GuestRecords.comment
    var id: String
    var videoID: String
    /// The author. The comment is deleted with this guest.
    var guestID: String
    var username: String
    var text: String
    var createdAt: Date
    var isHidden: Bool

    /// Hidden comments are listed apart.
    var parentID: String { isHidden ? GuestRecords.hidden(videoID) : videoID }

    /// - Parameter reader: the guest who asks; nil for administrators.
    func presented(to reader: String?) -> VideoComment {
        var described = VideoComment(
            id: id, videoID: videoID, authorID: GuestAlias.of(guestID, in: videoID), username: username, text: text, createdAt: createdAt,
            hidden: isHidden)
        described.isOwn = reader.map { $0 == guestID }
        return described
    }
}

/// What moderators decided about a guest, in all comments of a business.
struct Commenter: GuestRecord {
    static let kind = GuestRecords.commenter
    var id: String
    var businessID: String
    var guestID: String
    var isMuted: Bool

    var parentID: String { businessID }

    static func id(_ guest: String, in business: String) -> String { GuestAlias.of("commenter \(guest)", in: business) }
}

/// A stored report.
struct ReportRecord: GuestRecord {
    static let kind = GuestRecords.report
    var id: String
    var businessID: String
    /// Who reported it; the author of a held comment. The report is deleted with this guest.
    var guestID: String
    var report: ContentReport

    var parentID: String { Self.parent(businessID, isDecided: report.decision != nil) }

    static func parent(_ business: String, isDecided: Bool) -> String { "\(business) \(isDecided ? "decided" : "open")" }

    /// The same for each report of a guest about the same thing, so that repeating has no effect.
    static func id(_ guest: String, about thing: String) -> String { GuestAlias.of("report \(guest)", in: thing) }
}

/// A stored entry of the moderators' log. It names no guest, so it stays.
struct ModerationRecord: StoredResource {
    static let kind = "moderation"
    var businessID: String
    var entry: ModerationEntry

    var id: String { entry.id }
    var parentID: String { businessID }
}
