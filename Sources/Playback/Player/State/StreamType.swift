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
    /// - Parameters:
    ///   - minimumWindow: seconds; a live stream with a shorter window counts as ``StreamType/live``.
    ///   - previous: the type so far. The length of a window varies by a segment with each reload, so a window of about the minimum length
    ///     stays what it was.
    static func streamType(of timeline: Timeline?, minimumWindow: Double, previous: StreamType = .unknown) -> StreamType {
        guard let timeline else { return .unknown }
        if timeline.duration != nil || timeline.kind == .onDemand { return .onDemand }
        let slack = previous == .dvr ? timeline.targetDuration : 0
        let isWindow = Timeline.isWindow(timeline.seekable, ofAtLeast: max(minimumWindow - slack, 0))
        return timeline.kind == .dvr && isWindow ? .dvr : .live
    }

    /// The seekable range; an empty range at the edge for live streams without a window.
    static func seekable(of timeline: Timeline?, minimumWindow: Double, previous: StreamType = .unknown) -> TimeRange? {
        guard let timeline else { return nil }
        let edge = timeline.seekable.end
        let type = streamType(of: timeline, minimumWindow: minimumWindow, previous: previous)
        return type == .live ? TimeRange(start: edge, end: edge) : timeline.seekable
    }
}
