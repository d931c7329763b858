// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    /// An item's source can bring nothing more. What it has brought is played first, to the last picture.
    func gaveUp(_ item: PlayingItem, _ error: StreamingError) {
        if item.isAsset { return assetFailed(item, error) }
        guard item === current, item.hasBeenReady, wantsToPlay, trick == nil, item.seek == nil, !item.hasEnded else {
            item.failure = error
            if item === current { fail(item) }
            return
        }
        item.lastWord = error
        forgetNext()
        for kind in item.needed { item.tracks.complete(kind) }
        continueIfPossible()
    }

    func fail(_ item: PlayingItem, _ error: StreamingError) {
        item.failure = error
        fail(item)
    }

    func fail(_ item: PlayingItem) {
        guard let error = item.failure else { return }
        if item.isAsset { return assetFailed(item, error) }
        clock.pause()
        speaker.pause()
        finishSeek(item, landed: nil)
        tell.yield(.failed(item.id, error))
    }
}
