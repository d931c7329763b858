// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The playback quality of one item: start-up time, and number and duration of stalls.
struct PlaybackQuality: Sendable {
    enum Event: Hashable, Sendable {
        /// The viewer starts waiting for the first frame.
        case awaited
        case picture
        /// Playback has stalled for lack of data, or has resumed.
        case stalled(Bool)
        /// Quality changes since the player received the item, and live latency in seconds.
        case measured(renditionChanges: Int, latency: Double?)
    }

    private var awaitedSince: Double?
    private var startup: Double?
    private var stalledSince: Double?
    private var stalled = 0.0
    private var stalls = 0
    private var changes = 0
    private var reportedChanges = 0
    private var latency = (sum: 0.0, count: 0)

    var isAwaited: Bool { awaitedSince != nil }
    var hasPicture: Bool { startup != nil }

    /// - Parameter now: seconds of any monotonic clock.
    mutating func handle(_ event: Event, at now: Double) {
        switch event {
        case .awaited: if awaitedSince == nil { awaitedSince = now }
        case .picture: if startup == nil, let awaitedSince { startup = max(0, now - awaitedSince) }
        case .stalled(true):
            // Before the first frame there is no stall.
            guard hasPicture, stalledSince == nil else { break }
            stalledSince = now
            stalls += 1
        case .stalled(false):
            stalled += currentStall(at: now)
            stalledSince = nil
        case .measured(let count, let seconds):
            // A player that restarts its item also restarts its count.
            changes += count >= reportedChanges ? count - reportedChanges : count
            reportedChanges = count
            if let seconds, seconds.isFinite, seconds >= 0 { latency = (latency.sum + seconds, latency.count + 1) }
        }
    }

    /// Resets the measurements for another viewing.
    mutating func beginAgain(at now: Double) {
        let reported = reportedChanges
        self = PlaybackQuality()
        reportedChanges = reported
        awaitedSince = now
    }

    /// - Parameter hasStarted: whether playback started, even if no frame was seen.
    func properties(hasStarted: Bool, at now: Double) -> [String: JSONValue] {
        var measures: [SessionMeasure: Double] = [
            .stalled: (stalled + currentStall(at: now)) * 1000, .stalls: Double(stalls), .renditionChanges: Double(changes),
        ]
        measures[.startup] = startup.map { $0 * 1000 }
        if latency.count > 0 { measures[.liveLatency] = latency.sum / Double(latency.count) * 1000 }
        var properties: [String: JSONValue] = [SessionMeasure.exitedBeforeStart.rawValue: .bool(!hasStarted && !hasPicture)]
        for (measure, value) in measures { properties[measure.rawValue] = .integer(Int64(min(max(value, 0), 86_400_000).rounded())) }
        return properties
    }

    private func currentStall(at now: Double) -> Double { stalledSince.map { max(0, now - $0) } ?? 0 }
}
