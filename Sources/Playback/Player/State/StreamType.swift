// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// How an item relates to the present.
public enum StreamType: Hashable, Sendable, CaseIterable {
    /// Nothing is known yet.
    case unknown
    /// It has a beginning and an end.
    case onDemand
    /// Now, and only now.
    case live
    /// Now, with a window of the past that can be sought.
    case dvr
}

enum StreamTypeRule {
    /// - Parameter minimumWindow: seconds; a live stream that offers less of the past is plain live.
    static func streamType(of timeline: Timeline?, minimumWindow: Double) -> StreamType {
        guard let timeline else { return .unknown }
        if timeline.duration != nil || timeline.kind == .onDemand { return .onDemand }
        if timeline.kind == .live || timeline.seekable.isEmpty || timeline.seekable.duration < minimumWindow { return .live }
        return .dvr
    }

    /// What can be sought: for plain live an empty range at the edge.
    static func seekable(of timeline: Timeline?, minimumWindow: Double) -> TimeRange? {
        guard let timeline else { return nil }
        let edge = timeline.seekable.end
        return streamType(of: timeline, minimumWindow: minimumWindow) == .live ? TimeRange(start: edge, end: edge) : timeline.seekable
    }
}
