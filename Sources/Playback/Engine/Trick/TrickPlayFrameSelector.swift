// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Selects which frame to show during trick play: the furthest one that is due.
struct TrickPlayFrameSelector {
    /// Media seconds per second; negative is backwards.
    var rate: Double
    /// In the direction of playback.
    private var frames: [VideoFrame] = []
    private var shown: Double?

    init(rate: Double) { self.rate = rate }

    private func isBefore(_ left: Double, _ right: Double) -> Bool { rate > 0 ? left < right : left > right }

    mutating func add(_ frame: VideoFrame) {
        // A frame that arrives after its successor was shown would jump back.
        if let shown, !isBefore(shown, frame.time) { return }
        let index = frames.firstIndex { isBefore(frame.time, $0.time) } ?? frames.count
        frames.insert(frame, at: index)
        if frames.count > 16 { frames.removeFirst() }
    }

    /// The frame to show now. Earlier ones are skipped.
    mutating func due(at position: Double) -> VideoFrame? {
        var found: VideoFrame?
        while let first = frames.first, !isBefore(position, first.time) {
            found = first
            frames.removeFirst()
        }
        if let found { shown = found.time }
        return found
    }

    /// Seconds until the next frame is due; nil without one.
    func wait(from position: Double) -> Double? { frames.first.map { max(($0.time - position) / rate, 0) } }
}
