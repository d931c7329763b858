// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Reorders captions from decoding order, in which frames are stored, to presentation order, in which captions are written.
public struct ClosedCaptionOrder: Sendable {
    /// Sorted by time; entries with equal times keep their order of arrival.
    private var waiting: [ClosedCaptionData] = []
    private let depth: Int

    /// - Parameter depth: The maximum number of frames to hold; no codec reorders more than 16 (H.264 A.3.1, H.265 A.4.1).
    public init(depth: Int = 16) { self.depth = max(depth, 1) }

    /// Adds the captions of the next frame in decoding order and returns those that can be decoded now.
    ///
    /// - Parameter decodeTime: The frame's decode time, if known. No later frame is presented before it.
    public mutating func push(_ data: ClosedCaptionData, decodeTime: MediaTime? = nil) -> [ClosedCaptionData] {
        let index = (waiting.lastIndex { $0.time <= data.time } ?? -1) + 1
        waiting.insert(data, at: index)
        var ready = decodeTime.map { time in waiting.prefix { $0.time <= time }.count } ?? 0
        ready = max(ready, waiting.count - depth)
        let first = Array(waiting.prefix(ready))
        waiting.removeFirst(ready)
        return first
    }

    /// Returns the captions still held. Call it at the end, and before a frame that follows a discontinuity.
    public mutating func finish() -> [ClosedCaptionData] {
        defer { waiting = [] }
        return waiting
    }
}
