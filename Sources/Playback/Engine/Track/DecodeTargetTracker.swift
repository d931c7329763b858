// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Tracks the samples that a decoder receives on the way to a target frame, and determines when it has all it needs to output that frame.
///
/// A decoder outputs frames in presentation order: it holds a frame back until it has `depth` later ones.
struct DecodeTargetTracker {
    /// Start and end of the frames that may still be inside, in decode order.
    private var inside: Deque<(start: Double, end: Double)> = []
    private var target: Double?

    /// No codec holds back more frames.
    private static let deepest = 17
    /// The depth that a decoder states at first may be too small.
    private static let surplus = 4

    /// The decoder is empty.
    mutating func restart() {
        inside.removeAll()
        target = nil
    }

    /// Sets the time of the target frame; nil for none.
    /// - Returns: whether the decoder already has all it needs for it.
    mutating func aim(at time: Double?, depth: Int) -> Bool {
        target = time
        return hasArrived(depth)
    }

    /// Records the next sample given to the decoder.
    /// - Returns: true once, when the decoder has all it needs for the target frame.
    mutating func follow(from start: Double, to end: Double, depth: Int) -> Bool {
        inside.append((start, end))
        if inside.count > Self.deepest { inside.removeFirst() }
        return hasArrived(depth)
    }

    private mutating func hasArrived(_ depth: Int) -> Bool {
        guard let target else { return false }
        let earlier = inside.lazy.filter { $0.start <= target + 0.001 }
        let later = inside.count { $0.start > target + 0.001 }
        if earlier.contains(where: { $0.end > target + 0.001 }) {
            guard later >= depth else { return false }
        } else {
            // Durations may be shorter than the distance of frames. So many later ones prove that none before the target follows.
            guard !earlier.isEmpty, later > depth + Self.surplus else { return false }
        }
        self.target = nil
        return true
    }
}
