// SPDX-License-Identifier: Apache-2.0

/// The meaning of one marker of an origin, in whatever form.
public struct BreakCue: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The ads begin.
        case out
        /// The break continues, for players that join in the middle.
        case proceeding
        /// The content returns.
        case back
        /// Cancels the event announced with the same id.
        case cancelled
    }

    /// The form of the marker.
    public enum Source: String, Hashable, Sendable, Codable {
        case cueOut, cueOutCont, cueIn, cueSpan, cue, dateRange, openCable, splicePoint, splice, schedule
    }

    public var kind: Kind
    public var source: Source
    /// Seconds on the stream's clock.
    public var time: Double
    /// The id of the splice or segmentation event, or of the date range; nil if the form has none.
    public var id: String?
    /// The planned duration of the break in seconds.
    public var duration: Double?
    /// The elapsed time of the break in seconds.
    public var elapsed: Double?
    /// Whether the content returns automatically at the end of the duration.
    public var returnsAutomatically = true
    /// The binary SCTE 35 section.
    public var splice: [UInt8]?
    /// Metadata for the ad decision, by upper-case names.
    public var metadata: [String: String] = [:]

    public init(_ kind: Kind, source: Source, time: Double, id: String? = nil, duration: Double? = nil) {
        self.kind = kind
        self.source = source
        self.time = time
        self.id = id
        self.duration = duration
    }
}
