// SPDX-License-Identifier: Apache-2.0

/// A position in a list that is sorted newest first. The list continues after it even if the item has been deleted.
///
/// Its text is the id, a dot and the creation time; the id alone is also accepted as long as the item exists.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
    public let id: String
    /// Milliseconds since 1970; nil if the database must look it up.
    public let created: Int64?

    public init(id: String, created: Int64?) {
        self.id = id
        self.created = created
    }

    public init(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
        let created = parts.count == 2 ? Int64(parts[1], radix: 36) : nil
        self.init(id: created == nil ? text : parts[0], created: created)
    }

    public var description: String { created.map { "\(id).\(String($0, radix: 36))" } ?? id }

    /// A condition on the columns `created` and `id`.
    func condition(_ comparison: SQL, created: Int64) -> SQL { "(created, id) \(comparison) (\(created), \(id))" }
}

/// A page of a list.
public struct ResourcePage<Resource: StoredResource>: Sendable {
    public enum Entry: Sendable {
        case whole(Resource, PageCursor)
        /// The record can't be read.
        case damaged(UnreadableRecord, PageCursor)

        public var cursor: PageCursor {
            switch self {
            case .whole(_, let cursor), .damaged(_, let cursor): cursor
            }
        }
    }

    public var entries: [Entry]

    public var resources: [Resource] { entries.compactMap { if case .whole(let resource, _) = $0 { resource } else { nil } } }
    public var damaged: [UnreadableRecord] { entries.compactMap { if case .damaged(let damaged, _) = $0 { damaged } else { nil } } }
    public var cursors: [PageCursor] { entries.map(\.cursor) }
}

/// The cursor is only an id, and the item no longer exists.
public struct CursorExpired: Error, Hashable, Sendable {}
