// SPDX-License-Identifier: Apache-2.0

/// Silence that was put behind sound to push it out, and what a count of all that was played says of the sound alone.
struct SilencePadding {
    /// Frames of sound before each, and frames of silence.
    private var tails: [(after: Int64, count: Int64)] = []
    private(set) var frames: Int64 = 0

    /// - Parameter sound: frames of sound before it, from the beginning.
    mutating func add(_ count: Int64, after sound: Int64) {
        tails.append((sound, count))
        frames += count
    }

    /// - Parameter played: frames of sound and silence.
    func sound(in played: Int64) -> Int64 {
        var left = played
        for tail in tails where left > tail.after { left -= min(tail.count, left - tail.after) }
        return left
    }
}
