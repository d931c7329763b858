// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The known renderers, from their announcements and lifetimes. It has no clock and no socket.
struct RendererDirectory: Sendable {
    enum Event: Hashable, Sendable {
        case begin
        case received(SSDPMessage)
        case described(String, Renderer)
        /// The description could not be loaded, or isn't that of a renderer.
        case notDescribed(String, CastingError)
        /// The time requested by ``Action/wake(at:)`` has come.
        case woken
    }

    enum Action: Hashable, Sendable {
        case search
        /// Load the description from a URL.
        case describe(String)
        case wake(at: Instant)
        /// The list of renderers has changed.
        case publish
    }

    /// Maximum number of devices, so that flooding the network with names can't exhaust memory.
    static let capacity = 256
    /// Maximum number of descriptions loaded at a time, so that announcements can't direct a flood of requests at anybody.
    static let maxPending = 8
    /// Datagrams get lost: a few searches at first, then one at longer intervals. In seconds.
    private static let firstSearches = 3
    private static let betweenFirst = 1.0
    private static let betweenLater = 60.0

    private struct Entry: Sendable {
        var location: String
        var due: Instant
        var renderer: Renderer?
        var hasFailed = false
        /// Its description is still to be loaded.
        var isWaiting = false
    }

    private var entries: [String: Entry] = [:]
    private var order: [String] = []
    private var searches = 0
    private var nextSearch: Instant?
    private var pending: Set<String> = []

    /// In order of discovery.
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
        case .received(.present(let name, let location, let lifetime)): note(name, at: location, until: now + lifetime)
        case .received(.leaving(let name)): forget(name)
        case .described(let location, let renderer):
            pending.remove(location)
            for name in order where entries[name]?.location == location { entries[name]?.renderer = renderer }
        case .notDescribed(let location, _):
            pending.remove(location)
            for name in order where entries[name]?.location == location { entries[name]?.hasFailed = true }
        case .woken: break
        }
        for name in order where entries[name].map({ $0.due <= now }) == true { forget(name) }
        actions += describeNext()
        if let due = nextSearch, due <= now {
            searches += 1
            nextSearch = now + (searches < Self.firstSearches ? Self.betweenFirst : Self.betweenLater)
            actions.append(.search)
            // Retry failed descriptions once per search.
            for name in order where entries[name]?.hasFailed == true { entries[name]?.hasFailed = false }
        }
        if renderers != before { actions.append(.publish) }
        if let due = (entries.values.map(\.due) + [nextSearch].compactMap { $0 }).min() { actions.append(.wake(at: due)) }
        return actions
    }

    private mutating func note(_ name: String, at location: String, until due: Instant) {
        if entries[name] == nil {
            guard order.count < Self.capacity else { return }
            order.append(name)
        }
        var entry = entries[name] ?? Entry(location: location, due: due)
        // A device in two networks announces two addresses. Its known description stays valid until the other one has been loaded.
        if entry.location != location { (entry.location, entry.hasFailed) = (location, false) }
        entry.due = due
        entry.isWaiting = true
        entries[name] = entry
    }

    /// Loads pending descriptions, once per URL.
    private mutating func describeNext() -> [Action] {
        var actions: [Action] = []
        for name in order where pending.count < Self.maxPending {
            guard let entry = entries[name], entry.isWaiting else { continue }
            entries[name]?.isWaiting = false
            guard !entry.hasFailed, entry.renderer?.location != entry.location else { continue }
            if pending.insert(entry.location).inserted { actions.append(.describe(entry.location)) }
        }
        return actions
    }

    private mutating func forget(_ name: String) {
        entries[name] = nil
        order.removeAll { $0 == name }
    }
}
