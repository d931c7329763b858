// SPDX-License-Identifier: Apache-2.0

/// Something that a guest left: it is told with all else that is kept of the guest, and goes when the guest is forgotten.
public protocol GuestRecord: StoredResource {
    var guestID: String { get }
}

extension GuestRecord {
    public var linkID: String? { guestID }
}

/// The kinds of ``GuestRecord``.
public enum GuestRecords {
    public static let entry = "entry"
    /// Under which address of e-mail a guest takes part.
    public static let person = "entry_person"
    public static let message = "message"
    /// Under which name a guest writes.
    public static let participant = "participant"
    public static let reminder = "reminder"
    static let kinds = [entry, person, message, participant, reminder]
}
