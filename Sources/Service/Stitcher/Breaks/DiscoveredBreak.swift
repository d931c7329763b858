// SPDX-License-Identifier: Apache-2.0

/// An opportunity for ads, whatever marked it.
public struct DiscoveredBreak: Hashable, Sendable, Codable {
    /// The same each time the origin is read: the marker's own, else the time it begins at.
    public var id: String
    /// Seconds on the stream's clock.
    public var start: Double
    /// Seconds, as planned; 0 is a place to insert at.
    public var duration: Double?
    /// Where the content is back; nil while nothing says so.
    public var end: Double?
    public var returnsAutomatically: Bool
    /// The forms in which it was marked, in the order met.
    public var sources: [BreakCue.Source]
    /// Of SCTE 35, in binary.
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

    /// Nothing of the content is replaced.
    public var isPoint: Bool { duration == 0 || end.map { $0 <= start + LiveStitch.tolerance } ?? false && duration ?? 0 == 0 }

    /// Seconds that are known to be free for ads; nil when only the way back will tell, and where none is replaced.
    public var room: Double? {
        guard !isPoint else { return nil }
        let planned = duration.flatMap { $0 > 0 ? $0 : nil }
        guard let end else { return planned }
        return min(planned ?? .infinity, end - start)
    }
}
