// SPDX-License-Identifier: Apache-2.0

/// A span of wall-clock time with attributes (EXT-X-DATERANGE, RFC 8216bis 4.4.5.1).
public struct DateRange: Hashable, Sendable {
    /// CUE: when to trigger it.
    public struct Cue: Hashable, Sendable {
        /// Before the primary content starts, regardless of the date.
        public var isPre: Bool
        /// After the primary content ends.
        public var isPost: Bool
        /// Only once, even if its position is played again.
        public var isOnce: Bool
        public init(isPre: Bool = false, isPost: Bool = false, isOnce: Bool = false) {
            self.isPre = isPre
            self.isPost = isPost
            self.isOnce = isOnce
        }
    }

    /// The ID attribute, unique in a playlist.
    public var id: String
    /// CLASS: ranges of one class have the same semantics.
    public var classification: String?
    /// Seconds since 1970. A tag that only updates a range takes the first tag's date; nil if no tag states one.
    public var startDate: Double?
    /// When an interstitial plays, regardless of its dates: CUE; nil for its start date.
    public var cue: Cue?
    /// Seconds since 1970; nil if not stated.
    public var endDate: Double?
    /// Seconds.
    public var duration: Double?
    /// Expected duration in seconds, before the actual one is known.
    public var plannedDuration: Double?
    /// The range ends where the next one of its class starts.
    public var isEndOnNext: Bool
    /// SCTE35-CMD, -OUT, -IN: binary splice information.
    public var scte35Command: [UInt8]?
    /// See ``scte35Command``.
    public var scte35Out: [UInt8]?
    /// See ``scte35Command``.
    public var scte35In: [UInt8]?
    /// The interstitial's attributes. In a range of another class they are kept but have no effect.
    public var interstitial: Interstitial?
    /// `X-…` attributes of the author.
    public var clientAttributes: [Attribute]

    /// Whether it schedules an interstitial: it names an asset and has the interstitial class (appendix D).
    public var isInterstitial: Bool { interstitial != nil && classification == Interstitial.classification }

    /// - Parameter startDate: seconds since 1970.
    public init(id: String, startDate: Double? = nil) {
        self.id = id
        self.startDate = startDate
        classification = nil
        cue = nil
        endDate = nil
        duration = nil
        plannedDuration = nil
        isEndOnNext = false
        scte35Command = nil
        scte35Out = nil
        scte35In = nil
        interstitial = nil
        clientAttributes = []
    }

    /// The end stated by its attributes, in seconds since 1970; nil if only the next range of its class, or nothing, ends it.
    public var statedEnd: Double? {
        if let endDate { return endDate }
        guard let startDate, let length = duration else { return nil }
        return startDate + length
    }
}
