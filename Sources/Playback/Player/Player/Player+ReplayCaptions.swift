// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

// "What was just said": text after a short way back, for a while.
extension Player {
    func replayCaptions(from before: Double?) {
        guard showsReplayCaptions, let before, let target = seeks.target else { return }
        justSaid.seeked(from: MediaTime(seconds: before), to: MediaTime(seconds: target))
        followReplay()
    }

    /// Begins and ends it as time goes on.
    func followReplay() {
        guard showsReplayCaptions || selection.isReplaying else { return }
        let isShowing = showsReplayCaptions && (time.map { justSaid.isShowing(at: MediaTime(seconds: $0)) } ?? false)
        if isShowing != selection.isReplaying { tell(selection.replay(isShowing)) }
    }
}
