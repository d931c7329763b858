// SPDX-License-Identifier: Apache-2.0

/// A pending change to the library.
enum LibraryChange: Hashable, Sendable {
    case item(RecentItem)
    case picture([UInt8], address: String)
    case forget(address: String)
    case forgetAll
    case settings(ViewerSettings)
}

/// Pending changes, in order: only the latest per item, so that it stays small while the disk is full.
struct Backlog: Sendable {
    /// Maximum number of pending changes; the oldest are dropped.
    static let capacity = 1000

    private(set) var changes: [LibraryChange] = []

    var isEmpty: Bool { changes.isEmpty }

    mutating func add(_ change: LibraryChange) {
        // An updated item keeps its position, so that it is written before its thumbnail.
        if case .item = change, let index = changes.firstIndex(where: change.replaces) {
            changes[index] = change
            return
        }
        changes.removeAll { change.replaces($0) }
        changes.append(change)
        if changes.count > Self.capacity { changes.removeFirst(changes.count - Self.capacity) }
    }

    mutating func takeAll() -> [LibraryChange] {
        defer { changes = [] }
        return changes
    }

    /// Returns changes that could not be written; changes added since then are newer.
    mutating func putBack(_ older: [LibraryChange]) {
        let newer = takeAll()
        for change in older + newer { add(change) }
    }
}

extension LibraryChange {
    fileprivate func replaces(_ older: LibraryChange) -> Bool {
        switch (self, older) {
        case (.item(let new), .item(let old)): new.address == old.address
        case (.picture(_, let new), .picture(_, let old)): new == old
        case (.forget(let address), .item(let old)): address == old.address
        case (.forget(let new), .picture(_, let old)), (.forget(let new), .forget(let old)): new == old
        case (.forgetAll, .settings): false
        case (.forgetAll, _), (.settings, .settings): true
        default: false
        }
    }
}
