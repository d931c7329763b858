// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where an item that is loaded again goes on.
///
/// The timeline of a live stream begins with what was listed when it was loaded: its seconds mean nothing once it is loaded again.
enum ResumePlace: Hashable {
    /// Seconds on a timeline that is the same each time.
    case time(Double)
    /// Seconds since 1970, for streams that carry dates.
    case date(Double)
    /// Seconds behind the live position, as it was at a moment; the distance grows with the time since.
    case behindLive(Double, at: Instant)
    /// Where playing begins by itself.
    case start

    /// - Parameters:
    ///   - position: seconds on the timeline.
    ///   - moment: when the timeline was told.
    init(position: Double, on timeline: Timeline, toldAt moment: Instant, as type: StreamType) {
        switch (type, timeline.dateOfZero, timeline.livePosition) {
        case (.live, _, _): self = .start
        case (.dvr, let zero?, _): self = .date(zero + position)
        case (.dvr, nil, let live?): self = .behindLive(max(live - position, 0), at: moment)
        default: self = .time(position)
        }
    }
}
