// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Follows what a decoder is given on the way to a wanted picture, and tells when it needs no more to give that picture out.
///
/// A decoder gives pictures out in the order of presentation: it keeps one back until `depth` later ones are inside.
struct DecodeTargetTracker {
    /// Begin and end of the pictures that may still be inside, in decode order.
    private var inside: Deque<(start: Double, end: Double)> = []
    private var target: Double?

    /// No codec keeps more pictures back.
    private static let deepest = 17

    /// The decoder is empty.
    mutating func restart() {
        inside.removeAll()
        target = nil
    }

    /// Wants the picture of a time; nil for none.
    /// - Returns: whether the decoder has all it needs for it.
    mutating func aim(at time: Double?, depth: Int) -> Bool {
        target = time
        return hasArrived(depth)
    }

    /// Takes note of the next sample that the decoder got.
    /// - Returns: true once, when the decoder has all it needs for the wanted picture.
    mutating func follow(from start: Double, to end: Double, depth: Int) -> Bool {
        inside.append((start, end))
        if inside.count > Self.deepest { inside.removeFirst() }
        return hasArrived(depth)
    }

    private mutating func hasArrived(_ depth: Int) -> Bool {
        guard let target, inside.contains(where: { $0.start <= target + 0.001 && $0.end > target + 0.001 }) else { return false }
        guard inside.count(where: { $0.start > target + 0.001 }) >= depth else { return false }
        self.target = nil
        return true
    }
}
