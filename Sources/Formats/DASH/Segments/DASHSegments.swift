// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS

/// The locations and times of a representation's segments in a period.
package struct DASHSegments: Hashable, Sendable {
    /// Consecutive segments of equal duration (an `S` element).
    package struct Run: Hashable, Sendable {
        /// Start in ticks; nil continues at the end of the previous run.
        var time: Int64?
        /// Duration of each segment in ticks, greater than 0.
        var duration: Int64
        /// The number of segments after the first one; if negative, they continue until the next run or the period's end.
        var repeats: Int64
    }

    package struct Location: Hashable, Sendable {
        /// Absolute URL.
        package var url: String
        package var range: ByteRange?
    }

    package enum Addressing: Hashable, Sendable {
        case template(DASHTemplate)
        case list([Location])
        /// A single file with a segment index at this location.
        case index(Location)
        /// A single file that is a single segment.
        case whole(String)
    }

    /// The absolute base URL.
    var base: String
    var addressing: Addressing
    package var initialization: Location?
    /// Ticks per second.
    var timescale: Int64 = 1
    /// The media's clock at the period's start, in ticks.
    var presentationTimeOffset: Int64 = 0
    var startNumber: Int64 = 1
    var endNumber: Int64?
    /// The duration of each segment in ticks, if there is no timeline.
    var duration: Int64?
    var timeline: [Run]?
    /// How many seconds before their completion segments are available; infinite if they are always available.
    var availabilityTimeOffset = 0.0
    /// The representation's line in the manifest.
    var line = 0

    /// The segment index to load before the segments are known; nil if none is needed.
    package var index: Location? { if case .index(let location) = addressing { location } else { nil } }

    /// The media's clock at the period's start, in seconds.
    var mediaStart: Double { Double(presentationTimeOffset) / Double(timescale) }
}

/// One segment of a representation.
struct DASHSegmentPlace: Hashable, Sendable {
    /// In seconds on the presentation's timeline.
    var start: Double
    /// In seconds.
    var duration: Double
    /// Start in ticks of the media's clock; unique within the period.
    var time: Int64
    var location: DASHSegments.Location

    var end: Double { start + duration }
}
