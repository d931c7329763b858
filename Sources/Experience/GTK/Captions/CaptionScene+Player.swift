// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension CaptionScene {
    /// The captions of a player: those selected, and a second file's.
    init(_ first: CaptionTrack.Source, second: CueBuffer?, timing: CaptionTiming) {
        let sources: [CaptionTrack.Source] = [first] + (second.map { [.cues($0)] } ?? [])
        self.init(tracks: sources.map { CaptionTrack($0, timing: timing) }, selected: Array(sources.indices))
    }

    /// Seconds of playback from `time` to the next change of what is shown; nil if none is known within `horizon`, in seconds.
    func timeToChange(after time: MediaTime, within horizon: Double) -> Double? {
        nextChange(after: time).map { ($0 - time).seconds }.flatMap { $0 < horizon ? $0 : nil }
    }
}
