// SPDX-License-Identifier: Apache-2.0

/// A span of wall-clock time with attributes (EXT-X-DATERANGE, RFC 8216bis 4.4.5.1).
public struct DateRange: Hashable, Sendable {
    /// CUE: when to act on it.
    public struct Cue: Hashable, Sendable {
        /// Before the primary content begins, at no date.
        public var isPre: Bool
        /// After the primary content ends.
        public var isPost: Bool
        /// Once only, even when playing passes it again.
        public var isOnce: Bool
        public init(isPre: Bool = false, isPost: Bool = false, isOnce: Bool = false) {
            self.isPre = isPre
            self.isPost = isPost
            self.isOnce = isOnce
        }
    }

    public var id: String
    /// CLASS: ranges of one class have the same meaning.
    public var classification: String?
    /// Seconds since 1970. In a tag that only adds to a range of the same ID, the first tag's date; nil when no tag states one.
    public var startDate: Double?
    public var cue: Cue?
    public var endDate: Double?
    /// Seconds.
    public var duration: Double?
    /// Seconds, as expected before the duration is known.
    public var plannedDuration: Double?
    /// The range lasts until the next one of its class begins.
    public var isEndOnNext: Bool
    /// SCTE35-CMD, -OUT, -IN: splice information in binary.
    public var scte35Command: [UInt8]?
    public var scte35Out: [UInt8]?
    public var scte35In: [UInt8]?
    /// What an interstitial plays; attributes of these names in a range of another class are kept, but interrupt nothing.
    public var interstitial: Interstitial?
    /// `X-…` attributes of the author.
    public var clientAttributes: [Attribute]

    /// Other content is to be played here: it is named, and the class is that of interstitials (appendix D).
    public var isInterstitial: Bool { interstitial != nil && classification == Interstitial.classification }

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

    /// Where it ends by its own attributes, in seconds since 1970; nil when only the next range of its class, or nothing, ends it.
    public var statedEnd: Double? {
        if let endDate { return endDate }
        guard let startDate, let length = duration else { return nil }
        return startDate + length
    }
}
