// SPDX-License-Identifier: Apache-2.0

/// The requests in flight: their purpose, and the response head once it has arrived.
struct RequestTable: Sendable {
    enum Purpose: Hashable, Sendable {
        case root, steering
        /// A media playlist, by its index in ``PlaylistLibrary/tracks``.
        case track(Int)
        case segment(ContentType)
        case replacement, picture, preview
        /// An earlier segment, for the subtitles inside it.
        case lookBack
    }

    private struct Entry: Sendable {
        var purpose: Purpose
        var head: ResponseHead?
    }

    private var entries: [LoadID: Entry] = [:]
    /// The last assigned ID.
    private(set) var last = LoadID(0)

    subscript(_ id: LoadID) -> Purpose? { entries[id]?.purpose }

    /// Opens a request with the next ID.
    mutating func open(_ purpose: Purpose) -> LoadID {
        last = LoadID(last.number + 1)
        entries[last] = Entry(purpose: purpose)
        return last
    }

    mutating func responded(_ id: LoadID, _ head: ResponseHead) { entries[id]?.head = head }

    /// Ends a request; nil if it was cancelled before.
    mutating func close(_ id: LoadID) -> (purpose: Purpose, head: ResponseHead?)? {
        entries.removeValue(forKey: id).map { ($0.purpose, $0.head) }
    }

    /// Ends all requests and returns their IDs in ascending order.
    mutating func closeAll() -> [LoadID] {
        defer { entries.removeAll() }
        return entries.keys.sorted()
    }

    /// The requests in flight for a purpose, in ascending order.
    func requests(for purpose: Purpose) -> [LoadID] {
        var found: [LoadID] = []
        for (id, entry) in entries where entry.purpose == purpose { found.append(id) }
        return found.sorted()
    }
}
