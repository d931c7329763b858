// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS

/// The segments of a representation in a period: their locations and times.
package struct DASHSegments: Hashable, Sendable {
    /// Consecutive segments of equal duration (the element `S`).
    package struct Run: Hashable, Sendable {
        /// Ticks; nil means the end of the previous run.
        var time: Int64?
        /// Ticks; above 0.
        var duration: Int64
        /// The number of segments after the first one; if negative, they continue until the next run or the period's end.
        var repeats: Int64
        /// The number of the first segment; nil means the one after the previous run.
        var number: Int64?
        /// The number of parts in which each segment is published (a segment sequence).
        var parts: Int64 = 1
    }

    package struct Location: Hashable, Sendable {
        /// Absolute URL.
        package var url: String
        package var range: ByteRange?
    }

    package enum Addressing: Hashable, Sendable {
        case template(DASHTemplate)
        case list([Location])
        /// One file with a segment index.
        case index(Location)
        /// A single file that is a single segment, unless an index is found in it.
        case whole(String)
    }

    /// The absolute base URL of segment names.
    var base: String
    var addressing: Addressing
    /// Whether a single file may have an index that the manifest doesn't mention.
    var impliesIndex = false
    package var initialization: Location?
    /// Ticks per second.
    var timescale: Int64 = 1
    /// The media time of the period's start, in ticks.
    var presentationTimeOffset: Int64 = 0
    var startNumber: Int64 = 1
    var endNumber: Int64?
    /// The duration of each segment in ticks, if there is no timeline.
    var duration: Int64?
    /// The number of parts in which each segment of equal duration is published (a segment sequence).
    var parts: Int64 = 1
    /// The attribute `eptDelta`: how many ticks after its period the first segment begins, usually negative; nil if not stated.
    var firstDelta: Int64?
    var timeline: [Run]?
    /// Seconds by which segments are available before they are complete; infinite if they always are.
    var availabilityTimeOffset = 0.0
    /// The line in the manifest.
    var line = 0

    /// Adds a query to all URLs.
    mutating func add(_ query: DASHQuery) {
        func added(_ location: Location) -> Location { Location(url: query.added(to: location.url), range: location.range) }
        switch addressing {
        case .template(var template):
            template.query = query
            addressing = .template(template)
        case .list(let locations): addressing = .list(locations.map(added))
        case .index(let location): addressing = .index(added(location))
        case .whole(let url): addressing = .whole(query.added(to: url))
        }
        initialization = initialization.map(added)
    }

    /// The segment index to read before the segments are known. Without a range, it is to be looked for in the file.
    package var index: Location? {
        switch addressing {
        case .index(let location): location
        case .whole(let url) where impliesIndex: Location(url: url, range: nil)
        default: nil
        }
    }

    /// The media time of the period's start, in seconds.
    var mediaStart: Double { Double(presentationTimeOffset) / Double(timescale) }
}

/// One segment of a representation.
struct DASHTimedSegment: Hashable, Sendable {
    /// In seconds on the presentation's timeline.
    var start: Double
    /// In seconds.
    var duration: Double
    /// Media time in ticks. Identifies the segment within its period.
    var time: Int64
    var location: DASHSegments.Location

    var end: Double { start + duration }
}
