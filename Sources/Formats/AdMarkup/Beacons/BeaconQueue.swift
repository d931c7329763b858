// SPDX-License-Identifier: Apache-2.0

/// A queue of beacons with retries. Beacons of one ad to one server are sent in order. The queue can be stored; beacons in flight at
/// that time are sent again.
public struct BeaconQueue: Hashable, Sendable, Codable {
    /// How often and how long a beacon is tried.
    public struct Settings: Hashable, Sendable, Codable {
        /// The maximum number of attempts per beacon.
        public var attempts = 5
        /// Seconds before the first retry; doubled for each further retry.
        public var firstDelay = 2.0
        /// The longest time between two attempts, in seconds.
        public var longestDelay = 60.0
        /// The response timeout in seconds.
        public var timeout = 3.0
        /// Seconds after which a beacon is dropped.
        public var lifetime = 3600.0
        /// The maximum number of beacons kept; the oldest that are not in flight are dropped first.
        public var capacity = 10_000
        /// The maximum number of requests in flight.
        public var parallel = 64

        public init() {}
    }

    /// What happens to the queue.
    public enum Event: Sendable {
        /// New beacons; those whose id was added before are dropped.
        case add([AdBeacon])
        /// The server has accepted a beacon.
        case sent(id: String)
        /// - `isFinal`: The server rejected it permanently: a status from 400 to 499 except 408 and 429.
        case failed(id: String, isFinal: Bool)
        /// Time has passed.
        case clock
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Send it, with ``BeaconQueue/Settings/timeout``.
        case send(AdBeacon)
        /// The beacon was dropped after this many attempts.
        case giveUp(AdBeacon, attempts: Int)
        /// Send ``BeaconQueue/Event/clock`` at this time, in seconds since 1970. No beacon is due before.
        case wake(at: Double)
    }

    struct Entry: Hashable, Sendable, Codable {
        var beacon: AdBeacon
        var attempts = 0
        var due: Double
        var isUnderWay = false

        enum CodingKeys: String, CodingKey { case beacon, attempts, due }

        init(beacon: AdBeacon, due: Double) {
            self.beacon = beacon
            self.due = due
        }
    }

    /// The settings given at initialization.
    public let settings: Settings
    var entries: [Entry] = []
    /// Recently added ids, to drop duplicates.
    private var known = RecentNames()

    /// Creates an empty queue.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// The number of beacons that wait or are being sent.
    public var count: Int { entries.count }

    /// - Parameters:
    ///   - event: The event to handle.
    ///   - now: Seconds since 1970.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .add(let beacons):
            for beacon in beacons where beacon.url != "about:blank" && known.insert(beacon.id, limit: settings.capacity) {
                entries.append(Entry(beacon: beacon, due: now))
            }
            // Beacons in flight are kept: they may still be delivered.
            var excess = entries.count - settings.capacity
            entries.removeAll { entry in
                guard excess > 0, !entry.isUnderWay else { return false }
                excess -= 1
                actions.append(.giveUp(entry.beacon, attempts: entry.attempts))
                return true
            }
        case .sent(let id): entries.removeAll { $0.beacon.id == id }
        case .failed(let id, let isFinal):
            guard let index = entries.firstIndex(where: { $0.beacon.id == id && $0.isUnderWay }) else { break }
            entries[index].isUnderWay = false
            let attempts = entries[index].attempts
            if isFinal || attempts >= settings.attempts {
                actions.append(.giveUp(entries.remove(at: index).beacon, attempts: attempts))
            } else {
                var delay = settings.firstDelay
                for _ in 1..<max(1, attempts) { delay = min(settings.longestDelay, delay * 2) }
                entries[index].due = now + delay
            }
        case .clock: break
        }
        send(now, &actions)
        return actions
    }

    private mutating func send(_ now: Double, _ actions: inout [Action]) {
        let old = entries.filter { !$0.isUnderWay && now - $0.beacon.at > settings.lifetime }
        for entry in old { actions.append(.giveUp(entry.beacon, attempts: entry.attempts)) }
        if !old.isEmpty { entries.removeAll { !$0.isUnderWay && now - $0.beacon.at > settings.lifetime } }
        var underWay = entries.count { $0.isUnderWay }
        var busy: Set<QueueKey> = []
        var next: Double?
        for index in entries.indices {
            // Called again when a request completes.
            guard underWay < settings.parallel else { break }
            // The first beacon for each ad and server blocks those after it, which keeps them in order.
            guard busy.insert(QueueKey(entries[index].beacon)).inserted, !entries[index].isUnderWay else { continue }
            // A time beyond the longest delay was set by a clock that has been turned back since.
            if entries[index].due > now, entries[index].due - now <= max(settings.firstDelay, settings.longestDelay) {
                next = min(next ?? .infinity, entries[index].due)
            } else {
                entries[index].isUnderWay = true
                entries[index].attempts += 1
                underWay += 1
                actions.append(.send(entries[index].beacon))
            }
        }
        if let next { actions.append(.wake(at: next)) }
    }

    /// Identifies beacons of one ad to one server.
    private struct QueueKey: Hashable {
        var adID: String
        var breakID: String
        var server: Substring

        init(_ beacon: AdBeacon) {
            adID = beacon.adID
            breakID = beacon.breakID
            let host = beacon.url.utf8.drop { $0 != 0x3A }.drop { $0 == 0x3A || $0 == 0x2F }
            server = Substring(host.prefix { $0 != 0x2F && $0 != 0x3F })
        }
    }
}
