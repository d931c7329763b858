// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Which renderers there are, by what they say and for how long it holds. It has no clock and no socket.
struct RendererDirectory: Sendable {
    enum Event: Hashable, Sendable {
        case begin
        case heard(SSDPMessage)
        case described(String, Renderer)
        /// The description at an address could not be had, or is none of a renderer.
        case notDescribed(String, CastingError)
        /// The moment has come that ``Action/wake(at:)`` named.
        case woken
    }

    enum Action: Hashable, Sendable {
        case search
        /// Fetch the description at an address.
        case describe(String)
        case wake(at: Instant)
        /// The list is another one.
        case tell
    }

    /// Devices that are remembered at most: whoever fills the network with names does not fill the memory.
    static let capacity = 256
    /// Datagrams get lost: so many searches are made at first, and then one now and then.
    private static let firstSearches = 3
    private static let betweenFirst = 1.0
    private static let betweenLater = 60.0

    private struct Entry: Sendable {
        var location: String
        var due: Instant
        var renderer: Renderer?
        var hasFailed = false
    }

    private var entries: [String: Entry] = [:]
    private var order: [String] = []
    private var searches = 0
    private var nextSearch: Instant?
    private var pending: Set<String> = []

    /// In the order in which they were found.
    var renderers: [Renderer] {
        var seen: Set<String> = []
        return order.compactMap { entries[$0]?.renderer }.filter { seen.insert($0.id).inserted }
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        let before = renderers
        var actions: [Action] = []
        switch event {
        case .begin:
            searches = 0
            nextSearch = now
        case .heard(.present(let name, let location, let lifetime)): actions += note(name, at: location, until: now + lifetime)
        case .heard(.leaving(let name)): forget(name)
        case .described(let location, let renderer):
            pending.remove(location)
            for name in order where entries[name]?.location == location { entries[name]?.renderer = renderer }
        case .notDescribed(let location, _):
            pending.remove(location)
            for name in order where entries[name]?.location == location { entries[name]?.hasFailed = true }
        case .woken: break
        }
        for name in order where entries[name].map({ $0.due <= now }) == true { forget(name) }
        if let due = nextSearch, due <= now {
            searches += 1
            nextSearch = now + (searches < Self.firstSearches ? Self.betweenFirst : Self.betweenLater)
            actions.append(.search)
            // A device whose description could not be had is asked once more for each search.
            for name in order where entries[name]?.hasFailed == true { entries[name]?.hasFailed = false }
        }
        if renderers != before { actions.append(.tell) }
        if let due = (entries.values.map(\.due) + [nextSearch].compactMap { $0 }).min() { actions.append(.wake(at: due)) }
        return actions
    }

    private mutating func note(_ name: String, at location: String, until due: Instant) -> [Action] {
        if var entry = entries[name] {
            entry.due = due
            if entry.location != location { entry = Entry(location: location, due: due, renderer: nil) }
            entries[name] = entry
        } else {
            guard order.count < Self.capacity else { return [] }
            entries[name] = Entry(location: location, due: due)
            order.append(name)
        }
        guard let entry = entries[name], entry.renderer == nil, !entry.hasFailed, pending.insert(location).inserted else { return [] }
        return [.describe(location)]
    }

    private mutating func forget(_ name: String) {
        entries[name] = nil
        order.removeAll { $0 == name }
    }
}
