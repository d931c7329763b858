// SPDX-License-Identifier: Apache-2.0

/// The buffer of a simulated session, and its playback statistics.
struct SimulatedBuffer {
    private let segmentDuration: Double
    private(set) var levels: [Int] = []
    /// Seconds of the first buffered segment that have played.
    private var playedOfFirst = 0.0
    /// The levels of the segments that have started playing, in order.
    private(set) var played: [Int] = []
    private(set) var stalled = 0.0
    private(set) var stalls = 0
    private var isStalling = false

    init(segmentDuration: Double) { self.segmentDuration = segmentDuration }

    /// Seconds left to play.
    var level: Double { Double(levels.count) * segmentDuration - playedOfFirst }

    mutating func append(_ level: Int) {
        levels.append(level)
        isStalling = false
    }

    /// Replaces the level of a segment counted from the end (1 is the last); false if it has started playing.
    mutating func replace(fromEnd: Int, with level: Int) -> Bool {
        guard fromEnd > 0, fromEnd < levels.count || (fromEnd == levels.count && playedOfFirst == 0) else { return false }
        levels[levels.count - fromEnd] = level
        return true
    }

    /// Seconds until a segment counted from the end starts playing.
    func timeUntil(fromEnd: Int) -> Double { level - Double(fromEnd) * segmentDuration }

    /// Plays for some seconds and stalls for what the buffer lacks; returns the seconds stalled.
    mutating func play(_ seconds: Double) -> Double {
        var left = seconds
        while left > 0, !levels.isEmpty {
            if playedOfFirst == 0 { played.append(levels[0]) }
            let rest = segmentDuration - playedOfFirst
            if left < rest {
                playedOfFirst += left
                return 0
            }
            left -= rest
            levels.removeFirst()
            playedOfFirst = 0
        }
        // Less than a nanosecond is a rounding error, not a stall.
        guard left > 1e-9 else { return 0 }
        if !isStalling { stalls += 1 }
        isStalling = true
        stalled += left
        return left
    }

    /// Plays the rest of the buffer.
    mutating func playOut() {
        if playedOfFirst > 0 { levels.removeFirst() }
        played += levels
        levels = []
        playedOfFirst = 0
    }
}
