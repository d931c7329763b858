// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Brings captions from the order of decoding, in which pictures are stored, into that of presentation, in which they were written.
public struct ClosedCaptionOrder: Sendable {
    /// In the order of their times; those of one time as they came.
    private var waiting: [ClosedCaptionData] = []
    private let depth: Int

    /// - Parameter depth: How many pictures wait at most; no codec reorders more than 16 (H.264 A.3.1, H.265 A.4.1).
    public init(depth: Int = 16) { self.depth = max(depth, 1) }

    /// Takes the captions of the next picture in the order of decoding; returns what can be decoded now.
    ///
    /// - Parameter decodeTime: Of the picture, where it is known: no later picture is shown before it.
    public mutating func push(_ data: ClosedCaptionData, decodeTime: MediaTime? = nil) -> [ClosedCaptionData] {
        let index = (waiting.lastIndex { $0.time <= data.time } ?? -1) + 1
        waiting.insert(data, at: index)
        var ready = decodeTime.map { time in waiting.prefix { $0.time <= time }.count } ?? 0
        ready = max(ready, waiting.count - depth)
        let first = Array(waiting.prefix(ready))
        waiting.removeFirst(ready)
        return first
    }

    /// What still waits; at the end, and before a picture behind a discontinuity.
    public mutating func finish() -> [ClosedCaptionData] {
        defer { waiting = [] }
        return waiting
    }
}
