// SPDX-License-Identifier: Apache-2.0

extension Player {
    /// Something can be started again: the list was played to its end or holds nothing current, the item failed, or it is at its end.
    public var canReplay: Bool {
        !items.isEmpty && (presentItem == nil || error != nil || playbackState == .ended)
    }

    /// Starts again and plays, even if the player was paused. Does nothing unless ``canReplay``.
    ///
    /// A failed item is loaded anew, and goes on where it was if the network was what failed, plain live at the edge; after the end
    /// of the list its first item plays.
    public func replay() {
        guard canReplay else { return }
        let isRestart = playbackState == .ended && error == nil
        if isRestart {
            skipToDefault()
            shouldPlay = true
        } else {
            shouldPlay = true
            guard let item = queue.current ?? queue.items.first else { return }
            if let place = retries.place, item === queue.current { resumption = (item, place) }
            go(to: item)
        }
    }

    /// Plays an item of the list from a position, now or as soon as its media are known. The position is used once; coming back
    /// later starts at the default one. Does nothing for an item that is not in the list.
    /// - Parameter position: seconds on the item's timeline.
    public func resume(at position: Double, in item: PlayerItem) {
        guard queue.items.contains(item) else { return }
        if item === queue.current, canSeek(to: position) {
            seek(.at(position), .immediate)
            return
        }
        resumption = (item, .time(position))
        if item !== queue.current {
            go(to: item)
        } else if engineItems.onAir != nil {
            updateItems(startsAnew: true)
        }
    }
}
