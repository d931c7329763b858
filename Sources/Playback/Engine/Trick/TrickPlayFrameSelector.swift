// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Selects which frame to show during trick play: the furthest one that is due.
struct TrickPlayFrameSelector {
    /// Media seconds per second; negative is backwards.
    var rate: Double
    /// In the direction of playback.
    private var pictures: [VideoFrame] = []
    private var shown: Double?

    init(rate: Double) { self.rate = rate }

    private func isBefore(_ left: Double, _ right: Double) -> Bool { rate > 0 ? left < right : left > right }

    mutating func take(_ picture: VideoFrame) {
        // A frame that arrives after its successor was shown would jump back.
        if let shown, !isBefore(shown, picture.time) { return }
        let index = pictures.firstIndex { isBefore(picture.time, $0.time) } ?? pictures.count
        pictures.insert(picture, at: index)
        if pictures.count > 16 { pictures.removeFirst() }
    }

    /// The frame to show now. Earlier ones are skipped.
    mutating func due(at position: Double) -> VideoFrame? {
        var found: VideoFrame?
        while let first = pictures.first, !isBefore(position, first.time) {
            found = first
            pictures.removeFirst()
        }
        if let found { shown = found.time }
        return found
    }

    /// Seconds until the next frame is due; nil without one.
    func wait(from position: Double) -> Double? { pictures.first.map { max(($0.time - position) / rate, 0) } }
}
