// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides which single frames are fetched for fast or reverse playback.
struct TrickPlay: Sendable {
    /// Media seconds per second; negative plays backwards.
    let rate: Double
    /// The maximum number of frames shown per second: more would blur, and each costs a request.
    private let picturesPerSecond = 6.0
    /// How far ahead frames are requested, in seconds of real time.
    private let lead = 1.5
    private let inFlight = 3
    /// Smoothed seconds from a request to its frame.
    private var latency = 0.3
    /// The time of the last requested frame.
    private(set) var last: Double?
    private(set) var flights: [LoadID: Flight] = [:]
    /// Consecutive frames that failed to load.
    private(set) var failures = 0

    struct Flight: Sendable {
        var time: Double
        var started: Instant
    }

    init(rate: Double) { self.rate = rate }

    /// The index of the next frame to fetch; nil if none is due.
    /// - Parameters:
    ///   - position: the playback position, in seconds on the item's timeline.
    ///   - count: the number of frames in the playlist.
    ///   - at: returns the index of the last frame at or before a time; nil before the first.
    ///   - start: returns the time of the frame at an index.
    func next(from position: Double, count: Int, at: (Double) -> Int?, start: (Int) -> Double) -> Int? {
        guard count > 0, flights.count < inFlight else { return nil }
        var target = position + rate * latency
        if let last {
            let step = last + rate / picturesPerSecond
            target = rate > 0 ? max(target, step) : min(target, step)
        }
        var index = at(target) ?? 0
        if let last {
            // At least one frame further in the direction of playback.
            if rate > 0 {
                while index < count, start(index) <= last + 0.001 || start(index) < target - 0.001 { index += 1 }
            } else {
                while index >= 0, start(index) >= last - 0.001 { index -= 1 }
            }
        }
        guard index >= 0, index < count, (start(index) - position).magnitude <= rate.magnitude * lead + 0.001 || last == nil else {
            return nil
        }
        return index
    }

    mutating func requested(_ id: LoadID, time: Double, at now: Instant) {
        flights[id] = Flight(time: time, started: now)
        last = time
    }

    mutating func finished(_ id: LoadID, at now: Instant) {
        guard let flight = flights.removeValue(forKey: id) else { return }
        latency = 0.7 * latency + 0.3 * min(now - flight.started, 3)
        failures = 0
    }

    mutating func failed(_ id: LoadID) { if flights.removeValue(forKey: id) != nil { failures += 1 } }
}
