// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// The captions that are shown, and the file shown along with them. A value.
struct CombinedCaptions {
    var first: CaptionSource
    /// nil for none.
    var second: CueBuffer?
    var timing = CaptionTiming()

    /// The next change is asked for again before this many seconds of playing are over.
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
