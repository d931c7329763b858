// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS

/// Where the segments of a representation are in a period, and which times they cover.
package struct DASHSegments: Hashable, Sendable {
    /// A number of segments of equal length, one behind the other (the element `S`).
    package struct Run: Hashable, Sendable {
        /// Ticks; nil is the end of the run before.
        var time: Int64?
        /// Ticks, more than 0.
        var duration: Int64
        /// How many segments follow the first one; negative means up to the next run or the period's end.
        var repeats: Int64
    }

    package struct Location: Hashable, Sendable {
        /// Absolute.
        package var url: String
        package var range: ByteRange?
    }

    package enum Addressing: Hashable, Sendable {
        case template(DASHTemplate)
        case list([Location])
        /// One file, with an index of its segments in it.
        case index(Location)
        /// One file that is one segment.
        case whole(String)
    }

    /// Absolute, the address that names are relative to.
    var base: String
    var addressing: Addressing
    package var initialization: Location?
    /// Ticks in a second.
    var timescale: Int64 = 1
    /// Ticks of the media's clock at the period's start.
    var presentationTimeOffset: Int64 = 0
    var startNumber: Int64 = 1
    var endNumber: Int64?
    /// Ticks of each segment where there is no timeline.
    var duration: Int64?
    var timeline: [Run]?
    /// Seconds by which segments can be had before they are complete; infinite when they can be had at once.
    var availabilityTimeOffset = 0.0
    /// Where it stands in the manifest.
    var line = 0

    /// The index that has to be read before the segments are known.
    package var index: Location? { if case .index(let location) = addressing { location } else { nil } }

    /// Seconds of the media's clock at the period's start.
    var mediaStart: Double { Double(presentationTimeOffset) / Double(timescale) }
}

/// One segment of a representation.
struct DASHSegmentPlace: Hashable, Sendable {
    /// Seconds on the presentation's timeline.
    var start: Double
    /// Seconds.
    var duration: Double
    /// Ticks of the media's clock: what tells it from other segments of its period.
    var time: Int64
    var location: DASHSegments.Location

    var end: Double { start + duration }
}
