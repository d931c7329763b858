// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where a reloaded item resumes.
///
/// The timeline of a live stream starts with the first segment listed when it was loaded, so its times are meaningless after a reload.
enum ResumePosition: Hashable {
    /// Seconds on a timeline that is the same after each load.
    case time(Double)
    /// Seconds since 1970, for streams with dates.
    case date(Double)
    /// Seconds behind the live position at a moment; the distance grows with the time since.
    case behindLive(Double, at: Instant)
    /// The default start position.
    case start

    /// - Parameters:
    ///   - position: seconds on the timeline.
    ///   - moment: when the timeline was reported.
    init(position: Double, on timeline: Timeline, reportedAt moment: Instant, as type: StreamType) {
        switch (type, timeline.dateOfZero, timeline.livePosition) {
        case (.live, _, _): self = .start
        case (.dvr, let zero?, _): self = .date(zero + position)
        case (.dvr, nil, let live?): self = .behindLive(max(live - position, 0), at: moment)
        default: self = .time(position)
        }
    }
}
