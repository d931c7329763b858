// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Whether an item is on demand or live.
public enum StreamType: Hashable, Sendable, CaseIterable {
    /// Unknown so far.
    case unknown
    /// It has a beginning and an end.
    case onDemand
    /// Live, without a seekable window.
    case live
    /// Live, with a seekable window of the past.
    case dvr
}

enum StreamTypeRule {
    /// - Parameter minimumWindow: seconds; a live stream with a shorter window counts as ``StreamType/live``.
    static func streamType(of timeline: Timeline?, minimumWindow: Double) -> StreamType {
        guard let timeline else { return .unknown }
        if timeline.duration != nil || timeline.kind == .onDemand { return .onDemand }
        return timeline.kind == .dvr && Timeline.isWindow(timeline.seekable, ofAtLeast: minimumWindow) ? .dvr : .live
    }

    /// The seekable range; an empty range at the edge for live streams without a window.
    static func seekable(of timeline: Timeline?, minimumWindow: Double) -> TimeRange? {
        guard let timeline else { return nil }
        let edge = timeline.seekable.end
        return streamType(of: timeline, minimumWindow: minimumWindow) == .live ? TimeRange(start: edge, end: edge) : timeline.seekable
    }
}
