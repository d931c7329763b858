// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Holds back work until the first frame. For a short while after a start or a seek, or until a frame is on screen, the session is not
/// notified of loaded segments, and segments that the frame does not need are not fetched. Fetching and demuxing them would compete with
/// decoding for the processor.
struct FirstFrameHold {
    struct Finished {
        let job: SegmentJob
        let facts: SegmentFacts
    }

    private(set) var isHolding = false
    /// Everything for the first frame is queued. No more segments are needed for it.
    private var isCovered = false
    private var finished: [Finished] = []
    private var waiting: [StreamLoad] = []
    private var timer: Task<Void, Never>?

    /// - Parameter timer: ends the hold when nothing else does.
    mutating func begin(_ timer: Task<Void, Never>) {
        isHolding = true
        isCovered = false
        self.timer?.cancel()
        self.timer = timer
    }

    mutating func isCovered(_ isCovered: Bool) { self.isCovered = isCovered }

    /// - Returns: what was held back.
    mutating func end() -> (loads: [StreamLoad], finished: [Finished]) {
        defer { (isHolding, finished, waiting) = (false, [], []) }
        timer?.cancel()
        return (waiting, finished)
    }

    /// - Parameter position: seconds at which playback begins.
    /// - Returns: whether the load is held back.
    mutating func holds(_ load: StreamLoad, position: Double) -> Bool {
        guard isHolding, isCovered, case .segment(let segment) = load.content, segment.range.start > position else { return false }
        waiting.append(load)
        return true
    }

    /// - Returns: whether the notification of the segment is held back.
    mutating func holds(_ segment: Finished) -> Bool {
        if isHolding { finished.append(segment) }
        return isHolding
    }

    mutating func cancel(_ id: LoadID) { waiting.removeAll { $0.id == id } }

    func stop() { timer?.cancel() }
}
