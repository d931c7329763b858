// SPDX-License-Identifier: Apache-2.0

/// A target time of a seek and its tolerances, in seconds on the item's timeline.
///
/// Tolerances only permit deviations: a player may always land on the exact time.
public struct SeekPosition: Hashable, Sendable {
    /// The target in seconds on the item's timeline.
    public var time: Double
    /// The permitted deviation to earlier times; may be infinite.
    public var toleranceBefore: Double
    /// The permitted deviation to later times; may be infinite.
    public var toleranceAfter: Double

    private init(_ time: Double, _ before: Double, _ after: Double) {
        self.time = time
        toleranceBefore = max(before, 0)
        toleranceAfter = max(after, 0)
    }

    /// Whether any frame nearby is acceptable if it is available quickly.
    var isAnywhereNear: Bool { toleranceBefore == .infinity && toleranceAfter == .infinity }

    /// The exact time.
    public static func at(_ time: Double) -> SeekPosition { SeekPosition(time, 0, 0) }
    /// Near a time, wherever it is quickest.
    public static func near(_ time: Double) -> SeekPosition { SeekPosition(time, .infinity, .infinity) }
    /// At a time or before it.
    public static func before(_ time: Double) -> SeekPosition { SeekPosition(time, .infinity, 0) }
    /// At a time or after it.
    public static func after(_ time: Double) -> SeekPosition { SeekPosition(time, 0, .infinity) }
    /// Within tolerances in seconds; negative values count as zero.
    public static func to(_ time: Double, before: Double, after: Double) -> SeekPosition { SeekPosition(time, before, after) }
}
