// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Tracks what a decoder is given on the way to a target frame, and tells when it needs no more to output that frame.
///
/// A decoder outputs frames in presentation order: it holds a frame back until it has `depth` later ones.
struct DecodeTargetTracker {
    /// Start and end of the frames that may still be inside, in decode order.
    private var inside: Deque<(start: Double, end: Double)> = []
    private var target: Double?

    /// No codec holds back more frames.
    private static let deepest = 17

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
        let later = inside.count { $0.start > target + 0.001 }
        let earlier = inside.lazy.filter { $0.start <= target + 0.001 }
        // Where durations are shorter than the distance of frames, none reaches the target. With more later frames than the decoder can
        // reorder, none before the target follows.
        guard later > depth ? !earlier.isEmpty : later == depth && earlier.contains(where: { $0.end > target + 0.001 }) else {
            return false
        }
        self.target = nil
        return true
    }
}
