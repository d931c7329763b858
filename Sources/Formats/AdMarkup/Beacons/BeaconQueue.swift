// SPDX-License-Identifier: Apache-2.0

/// Beacons that are to be sent: each until it is taken, again after a while when nobody answers, and those for one ad and one server in
/// their order. It can be stored; what was under way then is sent again.
public struct BeaconQueue: Hashable, Sendable, Codable {
    public struct Settings: Hashable, Sendable, Codable {
        /// Times that one is sent at most.
        public var attempts = 5
        /// Seconds before the second time; then twice as long each time.
        public var firstDelay = 2.0
        public var longestDelay = 60.0
        /// Seconds that an answer may take.
        public var timeout = 3.0
        /// Seconds after which one is worth nothing any more.
        public var lifetime = 3600.0
        /// Kept at most; then the oldest are given up.
        public var capacity = 10_000
        /// Under way at most at one time.
        public var parallel = 64

        public init() {}
    }

    public enum Event: Sendable {
        case add([AdBeacon])
        case sent(id: String)
        /// - `isFinal`: the server said that it will never take it: a status of 400 to 499 but 408 and 429.
        case failed(id: String, isFinal: Bool)
        case clock
    }

    public enum Action: Hashable, Sendable {
        /// With ``BeaconQueue/Settings/timeout``.
        case send(AdBeacon)
        /// It was given up after so many attempts.
        case giveUp(AdBeacon, attempts: Int)
        /// Nothing happens before this time, in seconds since 1970.
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

    public let settings: Settings
    var entries: [Entry] = []
    /// What was added lately, so that it is not added again.
    private var known = RecentNames()

    public init(settings: Settings = Settings()) { self.settings = settings }

    public var count: Int { entries.count }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds since 1970.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .add(let beacons):
            for beacon in beacons where beacon.url != "about:blank" && known.insert(beacon.id, limit: settings.capacity) {
                entries.append(Entry(beacon: beacon, due: now))
            }
            while entries.count > settings.capacity {
                let entry = entries.removeFirst()
                actions.append(.giveUp(entry.beacon, attempts: entry.attempts))
            }
        case .sent(let id): entries.removeAll { $0.beacon.id == id }
        case .failed(let id, let isFinal):
            guard let place = entries.firstIndex(where: { $0.beacon.id == id && $0.isUnderWay }) else { break }
            entries[place].isUnderWay = false
            let attempts = entries[place].attempts
            if isFinal || attempts >= settings.attempts {
                actions.append(.giveUp(entries.remove(at: place).beacon, attempts: attempts))
            } else {
                var delay = settings.firstDelay
                for _ in 1..<max(1, attempts) { delay = min(settings.longestDelay, delay * 2) }
                entries[place].due = now + delay
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
            // Whichever comes back first asks again.
            guard underWay < settings.parallel else { break }
            // The first of each content type holds those behind it, so that they arrive in order.
            guard busy.insert(QueueKey(entries[index].beacon)).inserted, !entries[index].isUnderWay else { continue }
            if entries[index].due > now {
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

    /// Beacons of one ad to one server.
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
