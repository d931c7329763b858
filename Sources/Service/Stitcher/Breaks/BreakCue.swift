// SPDX-License-Identifier: Apache-2.0

/// What one marker of an origin says, whatever its form.
public struct BreakCue: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Out to the ads.
        case out
        /// The break goes on, for who joins in its middle.
        case proceeding
        /// Back to the content.
        case back
        /// Takes back what was announced under the same identifier.
        case cancelled
    }

    /// In what form it came.
    public enum Source: String, Hashable, Sendable, Codable {
        case cueOut, cueOutCont, cueIn, cueSpan, cue, dateRange, openCable, splicePoint, splice, schedule
    }

    public var kind: Kind
    public var source: Source
    /// Seconds on the stream's clock.
    public var time: Double
    /// Of the splice or segmentation event, or of the date range; nil where the form has none.
    public var id: String?
    /// Seconds of the whole break, as planned.
    public var duration: Double?
    /// Seconds of the break that are over.
    public var elapsed: Double?
    /// Whether the stream comes back by itself when the duration is over.
    public var returnsAutomatically = true
    /// The section of SCTE 35, in binary.
    public var splice: [UInt8]?
    /// Metadata for whoever chooses the ads, by names in capitals.
    public var metadata: [String: String] = [:]

    public init(_ kind: Kind, source: Source, time: Double, id: String? = nil, duration: Double? = nil) {
        self.kind = kind
        self.source = source
        self.time = time
        self.id = id
        self.duration = duration
    }
}
