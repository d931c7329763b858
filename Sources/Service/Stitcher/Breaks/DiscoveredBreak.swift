// SPDX-License-Identifier: Apache-2.0

/// An opportunity for ads, however it was marked.
public struct DiscoveredBreak: Hashable, Sendable, Codable {
    /// Stable across loads of the origin: the marker's id, or else the start time.
    public var id: String
    /// Seconds on the stream's clock.
    public var start: Double
    /// The planned duration in seconds; 0 for an insertion point.
    public var duration: Double?
    /// When the content returns; nil while unknown.
    public var end: Double?
    public var returnsAutomatically: Bool
    /// The forms of its markers, in the order found.
    public var sources: [BreakCue.Source]
    /// The binary SCTE 35 section.
    public var splice: [UInt8]?
    public var metadata: [String: String]

    public init(id: String, start: Double, duration: Double? = nil) {
        self.id = id
        self.start = start
        self.duration = duration
        end = nil
        returnsAutomatically = true
        sources = []
        splice = nil
        metadata = [:]
    }

    /// Whether it replaces no content.
    public var isPoint: Bool { duration == 0 || end.map { $0 <= start + LiveStitch.tolerance } ?? false && duration ?? 0 == 0 }

    /// The known duration for ads in seconds; nil if it is known only when the content returns, or if no content is replaced.
    public var availableDuration: Double? {
        guard !isPoint else { return nil }
        let planned = duration.flatMap { $0 > 0 ? $0 : nil }
        guard let end else { return planned }
        return min(planned ?? .infinity, end - start)
    }
}
