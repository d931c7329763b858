// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// What watching one item was like: how long its first picture took, how often and how long it stood still.
struct PlaybackQuality: Sendable {
    enum Event: Hashable, Sendable {
        /// The viewer waits for its first picture from now on.
        case awaited
        case picture
        /// Playing came to a stand for want of data, or goes on.
        case stalled(Bool)
        /// Changes of quality since the player began with the item, and seconds behind the live moment.
        case measured(renditionChanges: Int, latency: Double?)
    }

    private var awaitedSince: Double?
    private var startup: Double?
    private var stalledSince: Double?
    private var stalled = 0.0
    private var stalls = 0
    private var changes = 0
    private var changesTold = 0
    private var latency = (sum: 0.0, count: 0)

    var isAwaited: Bool { awaitedSince != nil }
    var hasPicture: Bool { startup != nil }

    /// - Parameter now: seconds of any clock that runs evenly.
    mutating func handle(_ event: Event, at now: Double) {
        switch event {
        case .awaited: if awaitedSince == nil { awaitedSince = now }
        case .picture: if startup == nil, let awaitedSince { startup = max(0, now - awaitedSince) }
        case .stalled(true):
            // What nobody saw begin can't stand still.
            guard hasPicture, stalledSince == nil else { break }
            stalledSince = now
            stalls += 1
        case .stalled(false):
            stalled += standing(at: now)
            stalledSince = nil
        case .measured(let count, let seconds):
            // A player that plays its item anew counts anew.
            changes += count >= changesTold ? count - changesTold : count
            changesTold = count
            if let seconds, seconds.isFinite, seconds >= 0 { latency = (latency.sum + seconds, latency.count + 1) }
        }
    }

    /// It is watched again: what is told next is of that alone.
    mutating func beginAgain(at now: Double) {
        let told = changesTold
        self = PlaybackQuality()
        changesTold = told
        awaitedSince = now
    }

    /// - Parameter hasStarted: it played, whatever was seen of it.
    func properties(hasStarted: Bool, at now: Double) -> [String: JSONValue] {
        var measures: [SessionMeasure: Double] = [
            .stalled: (stalled + standing(at: now)) * 1000, .stalls: Double(stalls), .renditionChanges: Double(changes),
        ]
        measures[.startup] = startup.map { $0 * 1000 }
        if latency.count > 0 { measures[.liveLatency] = latency.sum / Double(latency.count) * 1000 }
        var properties: [String: JSONValue] = [SessionMeasure.exitedBeforeStart.rawValue: .bool(!hasStarted && !hasPicture)]
        for (measure, value) in measures { properties[measure.rawValue] = .integer(Int64(min(max(value, 0), 86_400_000).rounded())) }
        return properties
    }

    private func standing(at now: Double) -> Double { stalledSince.map { max(0, now - $0) } ?? 0 }
}
