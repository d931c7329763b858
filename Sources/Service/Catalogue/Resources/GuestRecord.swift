// SPDX-License-Identifier: Apache-2.0

/// A guest's data: exported with the guest's other data, and deleted with the guest.
public protocol GuestRecord: StoredResource {
    var guestID: String { get }
}

extension GuestRecord {
    public var linkID: String? { guestID }
}

/// The kinds of ``GuestRecord``.
public enum GuestRecords {
    public static let entry = "entry"
    /// The e-mail address with which a guest takes part.
    public static let person = "entry_person"
    public static let message = "message"
    /// A guest's chat name.
    public static let participant = "participant"
    public static let reminder = "reminder"
    /// A comment on a video.
    public static let comment = "comment"
    /// What moderators decided about a guest.
    public static let commenter = "commenter"
    /// A report of a video or a comment.
    public static let report = "report"
    static let kinds = [entry, person, message, participant, reminder, comment, commenter, report]

    /// The parent of a video's hidden comments.
    public static func hidden(_ video: String) -> String { "\(video) hidden" }

    /// The name of a guest's quota; it is erased with the guest.
    public static func quota(_ name: String, of guest: String) -> String { "guest \(guest) \(name)" }
    static let quotas = ["comments", "impressions", "reports"]
}
