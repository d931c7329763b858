// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Which single pictures are fetched while playing runs at many times its speed, or backwards.
struct TrickPlay: Sendable {
    /// Media seconds per second; negative is backwards.
    let rate: Double
    /// Pictures shown per second at most: more are a blur, and each costs a request.
    private let picturesPerSecond = 6.0
    /// Seconds of real time that pictures are asked for ahead.
    private let lead = 1.5
    private let inFlight = 3
    /// Seconds from a request to its picture, smoothed.
    private var latency = 0.3
    /// Where the picture asked for last lies.
    private(set) var last: Double?
    private(set) var flights: [LoadID: Flight] = [:]
    /// Pictures that could not be had, one after the other.
    private(set) var failures = 0

    struct Flight: Sendable {
        var time: Double
        var started: Instant
    }

    init(rate: Double) { self.rate = rate }

    /// The place of the next picture to fetch; nil when nothing is to be fetched now.
    /// - Parameters:
    ///   - position: of playing, seconds on the item's timeline.
    ///   - count: of pictures in the playlist.
    ///   - at: the place of the last picture at or before a time; nil before the first.
    ///   - start: where the picture of a place lies.
    func next(from position: Double, count: Int, at: (Double) -> Int?, start: (Int) -> Double) -> Int? {
        guard count > 0, flights.count < inFlight else { return nil }
        var target = position + rate * latency
        if let last {
            let step = last + rate / picturesPerSecond
            target = rate > 0 ? max(target, step) : min(target, step)
        }
        var place = at(target) ?? 0
        if let last {
            // At least one picture on, in the direction of playing.
            if rate > 0 {
                while place < count, start(place) <= last + 0.001 || start(place) < target - 0.001 { place += 1 }
            } else {
                while place >= 0, start(place) >= last - 0.001 { place -= 1 }
            }
        }
        guard place >= 0, place < count, (start(place) - position).magnitude <= rate.magnitude * lead + 0.001 || last == nil else {
            return nil
        }
        return place
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
