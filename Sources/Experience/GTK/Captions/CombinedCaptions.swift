// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// The displayed captions, combined with a second subtitle file. A value.
struct CombinedCaptions {
    var first: CaptionSource
    /// The second file's cues; nil for none.
    var second: CueBuffer?
    var timing = CaptionTiming()

    /// How far ahead changes are computed, in seconds of playback; callers ask again within this time.
    static let horizon = 2.0

    private var sources: [CaptionSource] { [first] + (second.map { [.shelf($0)] } ?? []) }

    /// - Parameter time: on the item's timeline.
    func active(at time: MediaTime) -> ActiveCues {
        let time = timing.fileTime(at: time).seconds
        return sources.dropFirst().reduce(first.active(at: time)) { $0.joined(with: $1.active(at: time)) }
    }

    /// Seconds of the item's time from `time` to the next change of ``active(at:)``; nil if none is known within ``horizon``.
    func timeToChange(after time: MediaTime) -> Double? {
        let time = timing.fileTime(at: time).seconds
        guard let change = sources.compactMap({ $0.nextChange(after: time) }).min() else { return nil }
        let wait = (change - time) * timing.scale
        return wait < Self.horizon ? wait : nil
    }
}
