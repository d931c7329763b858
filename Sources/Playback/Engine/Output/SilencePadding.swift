// SPDX-License-Identifier: Apache-2.0

/// Tracks silence that was written to push audio out, and subtracts it from the count of played frames.
struct SilencePadding {
    /// The number of audio frames before each span of silence, and the length of the span in frames.
    private var tails: [(after: Int64, count: Int64)] = []
    private(set) var frames: Int64 = 0

    /// - Parameter sound: the number of audio frames written before the silence, since the beginning.
    mutating func add(_ count: Int64, after sound: Int64) {
        tails.append((sound, count))
        frames += count
    }

    /// - Parameter played: frames of audio and silence.
    /// - Returns: the frames of audio among them.
    func sound(in played: Int64) -> Int64 {
        var left = played
        for tail in tails where left > tail.after { left -= min(tail.count, left - tail.after) }
        return left
    }
}
