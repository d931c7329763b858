// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A date range of a playlist (EXT-X-DATERANGE) at its place on the item's timeline.
public struct TimedDateRange: Hashable, Sendable {
    /// What the author adds, as `X-TITLE`.
    public struct Attribute: Hashable, Sendable {
        public var name: String
        /// Without quotes.
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var id: String
    /// CLASS: ranges of one class have the same meaning.
    public var classification: String?
    /// Seconds on the item's timeline; may lie outside of what can be played.
    public var start: Double
    /// Seconds on the item's timeline; nil while nothing says it, equal to ``start`` for a point.
    public var end: Double?
    /// `X-…` attributes in the order of the playlist, those of interstitials not among them.
    public var attributes: [Attribute]
    /// Splice information in binary: SCTE35-OUT, SCTE35-IN and SCTE35-CMD.
    public var spliceOut: [UInt8]?
    public var spliceIn: [UInt8]?
    public var spliceCommand: [UInt8]?
    /// It plays other content, and is planned as a ``ScheduledInterstitial``.
    public var isInterstitial: Bool

    public init(
        id: String, classification: String? = nil, start: Double, end: Double? = nil, attributes: [Attribute] = [],
        spliceOut: [UInt8]? = nil, spliceIn: [UInt8]? = nil, spliceCommand: [UInt8]? = nil, isInterstitial: Bool = false
    ) {
        self.id = id
        self.classification = classification
        self.start = start
        self.end = end
        self.attributes = attributes
        self.spliceOut = spliceOut
        self.spliceIn = spliceIn
        self.spliceCommand = spliceCommand
        self.isInterstitial = isInterstitial
    }

    init?(_ range: DateRange, dateOfZero zero: Double) {
        guard let date = range.startDate else { return nil }
        self.init(
            id: range.id, classification: range.classification, start: date - zero, end: range.statedEnd.map { $0 - zero },
            spliceOut: range.scte35Out, spliceIn: range.scte35In, spliceCommand: range.scte35Command,
            isInterstitial: range.isInterstitial)
        for attribute in range.clientAttributes { attributes.append(Attribute(name: attribute.name, value: attribute.value)) }
    }

    /// All ranges of a playlist that have a date, in the order of the timeline.
    static func all(of playlist: MediaPlaylist, dateOfZero zero: Double) -> [TimedDateRange] {
        var list: [(range: TimedDateRange, endsOnNext: Bool)] = []
        for range in playlist.dateRanges.prefix(most) {
            if let timed = TimedDateRange(range, dateOfZero: zero) { list.append((timed, range.isEndOnNext)) }
        }
        list.sort { $0.range.start < $1.range.start }
        // END-ON-NEXT: until the next one of the same class begins.
        var nextOfClass: [String: Double] = [:]
        for index in list.indices.reversed() {
            guard let name = list[index].range.classification else { continue }
            if list[index].endsOnNext { list[index].range.end = nextOfClass[name] }
            nextOfClass[name] = list[index].range.start
        }
        var ranges: [TimedDateRange] = []
        for entry in list { ranges.append(entry.range) }
        return ranges
    }

    /// Playlists can be hostile.
    private static let most = 4096
}
