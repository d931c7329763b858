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
    static let kinds = [entry, person, message, participant, reminder]
}
