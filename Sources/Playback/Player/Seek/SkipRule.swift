// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A direction to skip in.
public enum SkipDirection: Hashable, Sendable, CaseIterable { case backward, forward }

/// Defines whether a skip is possible and where it leads.
enum SkipRule {
    /// Within the last second there is no skip forward: the end is near enough.
    static let endGuard = 1.0

    /// - Parameters:
    ///   - time: the target of a seek in progress, else the current time.
    ///   - interval: seconds; positive.
    static func canSkip(
        _ direction: SkipDirection, from time: Double?, by interval: Double, in range: TimeRange?, streamType: StreamType
    ) -> Bool {
        guard let range, !range.isEmpty, let time else { return false }
        switch (direction, streamType) {
        case (.backward, _), (.forward, .onDemand): return true
        case (.forward, _): return time + interval <= range.end
        }
    }

    /// The target of a skip; nil if there is nothing to do.
    static func target(
        _ direction: SkipDirection, from time: Double?, by interval: Double, in range: TimeRange?, streamType: StreamType
    ) -> SeekPosition? {
        guard canSkip(direction, from: time, by: interval, in: range, streamType: streamType), let range, let time else { return nil }
        switch direction {
        case .backward: return .before(time - interval)
        case .forward: return time > range.end - endGuard ? nil : .after(time + interval)
        }
    }

    // MARK: The default position

    /// - Parameter chunkDuration: seconds; a live edge nearer than this counts as reached.
    static func canSkipToDefault(from time: Double?, in range: TimeRange?, streamType: StreamType, chunkDuration: Double?) -> Bool {
        switch streamType {
        case .onDemand, .live: return true
        case .dvr:
            guard let range, let time, let chunkDuration else { return false }
            return time < range.end - chunkDuration
        case .unknown: return false
        }
    }

    /// The start of an on-demand item, or the live edge of a window.
    static func defaultPosition(in range: TimeRange?, streamType: StreamType) -> SeekPosition {
        streamType == .dvr ? .after(range?.end ?? 0) : .near(range?.start ?? 0)
    }
}
