// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// As far behind the edge after a pause as before it.
extension PlaybackEngine {
    /// Playing stops for a while: remembers how far behind the edge.
    func noteOffsetFromLive() {
        guard let item = current, item.options.preservesOffsetFromLive, item.hasBeenReady, item.offsetFromLive == nil,
            let edge = item.timeline?.livePosition
        else { return }
        item.offsetFromLive = edge - playhead
    }

    /// Playing goes on: at the same distance from the edge, if the edge has moved away meanwhile.
    ///
    /// The edge is known by the playlist, which grows in steps: less than one and a half of them is no pause worth a jump.
    func restoreOffsetFromLive() {
        guard let item = current, let offset = item.offsetFromLive else { return }
        item.offsetFromLive = nil
        guard let timeline = item.timeline, let edge = timeline.livePosition, item.seek == nil else { return }
        let target = timeline.seekable.clamp(edge - offset)
        if target - playhead > 1.5 * timeline.targetDuration { jump(item, to: target) }
    }
}
