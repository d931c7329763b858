// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A date range of a playlist (EXT-X-DATERANGE), placed on the item's timeline.
public struct TimedDateRange: Hashable, Sendable {
    /// A client-defined attribute such as `X-TITLE`.
    public struct Attribute: Hashable, Sendable {
        /// The name with its prefix, such as `X-TITLE`.
        public var name: String
        /// Without quotes.
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The ID attribute, unique in a playlist.
    public var id: String
    /// CLASS: ranges of one class have the same meaning.
    public var classification: String?
    /// Seconds on the item's timeline; may be outside the playable range.
    public var start: Double
    /// Seconds on the item's timeline; nil while unknown, equal to ``start`` for a point.
    public var end: Double?
    /// `X-…` attributes in playlist order, without those of interstitials.
    public var attributes: [Attribute]
    /// Binary splice information: SCTE35-OUT, SCTE35-IN and SCTE35-CMD.
    public var spliceOut: [UInt8]?
    /// SCTE35-IN; see ``spliceOut``.
    public var spliceIn: [UInt8]?
    /// SCTE35-CMD; see ``spliceOut``.
    public var spliceCommand: [UInt8]?
    /// It plays other content and is scheduled as a ``ScheduledInterstitial``.
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

    /// All ranges of a playlist that have a date, in timeline order.
    static func all(of playlist: MediaPlaylist, dateOfZero zero: Double) -> [TimedDateRange] {
        var list: [(range: TimedDateRange, endsOnNext: Bool)] = []
        for range in playlist.dateRanges.prefix(maximumCount) {
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

    /// Limits what a hostile playlist can add.
    private static let maximumCount = 4096
}
