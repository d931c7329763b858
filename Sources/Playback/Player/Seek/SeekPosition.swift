// SPDX-License-Identifier: Apache-2.0

/// A time to go to, and how far from it playing may land, in seconds on the item's timeline.
///
/// Tolerances are leave, not orders: a player that lands on the very time does no wrong.
public struct SeekPosition: Hashable, Sendable {
    public var time: Double
    /// How much earlier than `time` is good enough; may be infinite.
    public var toleranceBefore: Double
    /// How much later than `time` is good enough; may be infinite.
    public var toleranceAfter: Double

    private init(_ time: Double, _ before: Double, _ after: Double) {
        self.time = time
        toleranceBefore = max(before, 0)
        toleranceAfter = max(after, 0)
    }

    /// Any picture will do, as long as it comes soon.
    var isAnywhereNear: Bool { toleranceBefore == .infinity && toleranceAfter == .infinity }

    /// The very time.
    public static func at(_ time: Double) -> SeekPosition { SeekPosition(time, 0, 0) }
    /// Wherever it is quickest, around a time.
    public static func near(_ time: Double) -> SeekPosition { SeekPosition(time, .infinity, .infinity) }
    /// A time or earlier.
    public static func before(_ time: Double) -> SeekPosition { SeekPosition(time, .infinity, 0) }
    /// A time or later.
    public static func after(_ time: Double) -> SeekPosition { SeekPosition(time, 0, .infinity) }
    /// Within tolerances in seconds; negative ones count as zero.
    public static func to(_ time: Double, before: Double, after: Double) -> SeekPosition { SeekPosition(time, before, after) }
}
