// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// The list decides which item is current; this keeps the engine in line with it.
extension PlayerCore {
    /// - Parameter startsAnew: the current item is loaded again even if the engine has it.
    func updateItems(startsAnew: Bool = false) {
        let current = queue.list.current
        if startsAnew || current !== queue.present {
            playback.change()
        }
        playback.time.playout.blocked = BlockedRanges(current?.metadata.markedRanges ?? [])
        loadItems()
        switch current?.content {
        case nil, .loading: playback.stopEngine()
        case .failing(let failure):
            if recovery.error == nil {
                fail(PlayerError(loader: failure))
                recovery.failAtLoader()
            }
        case .ready(let asset): if let current { admit(asset, of: current) }
        }
        playback.updateBlocks()
        prepareNext()
        playback.update()
    }

    /// At most two items load; after a failure only the failed one.
    private func loadItems() {
        let next = recovery.error == nil ? queue.list.upcoming : nil
        let inHand = [queue.list.current, next].compactMap { $0 }
        queue.load(inHand) { [weak self] in self?.contentChanged(of: $0) }
        playback.log(inHand: inHand)
    }

    private func contentChanged(of item: PlayerItem) {
        guard item === queue.list.current else { return prepareNext() }
        var isFailing = false
        if case .failing = item.content { isFailing = true }
        // If the loader withdraws the content during playback, the item resumes at this position later.
        if isFailing, recovery.error == nil, playback.output.streamType == .onDemand, let position = playback.position {
            recovery.resume(item, at: .time(position))
        }
        recovery.loaderChanged(isFailing: isFailing)
        updateItems()
    }

    private func admit(_ asset: Asset, of item: PlayerItem) {
        if let refusal = networkRestriction {
            playback.stopEngine()
            if recovery.error == nil { fail(refusal) }
        } else {
            playback.play(asset, of: item)
        }
    }

    /// Keeps the engine's prepared item in line with the list.
    ///
    /// Nothing is prepared if the current item should pause at its end, because the engine would continue with it, or if the next item has
    /// its own start position. Until the current item shows a frame, it has the network to itself.
    func prepareNext() {
        loadItems()
        guard let facts = playback.facts, recovery.error == nil, settings.actionAtItemEnd != .pause, facts.hasPicture,
            facts.status != .ended,
            let item = queue.list.upcoming, !recovery.resumes(item), case .ready(let asset) = item.content,
            asset.configuration.start == nil
        else { return playback.forgetNext() }
        playback.prepare(asset, of: item)
    }

    // MARK: Going to an item

    /// Goes to an item; one that failed is loaded again. In a list of one item, wrapping around restarts that item.
    func go(to item: PlayerItem) {
        item.reset()
        let isSame = queue.choose(item) == .same
        updateItems(startsAnew: isSame)
    }

    func choose(_ item: PlayerItem?) {
        // A failed item is loaded again when it becomes current, but not if it is current already.
        if item !== queue.list.current { item?.reset() }
        if queue.choose(item) == .same { playback.skipToDefault() } else { updateItems() }
    }

    func edit(_ change: (inout ItemQueue<PlayerItem>) -> Bool) -> Bool {
        let hasChanged = queue.edit(change)
        if hasChanged { updateItems() }
        return hasChanged
    }

    func returnToPreviousItem() {
        let elapsed = playback.seekableTimeRange.flatMap { range in playback.position.map { $0 - range.start } }
        let previous = queue.list.preceding
        let way = NavigationRule.onReturn(
            configuration.navigationMode, hasPrevious: previous != nil, streamType: playback.output.streamType, elapsed: elapsed)
        switch way {
        case .toStart: playback.seek(.near(0), .smooth)
        case .toPreviousItem: if let previous { go(to: previous) }
        case .nowhere: break
        }
    }

    // MARK: The end

    func itemEnded() {
        playback.resendSpeed()
        if let item = queue.list.current { events.send(.didEnd(item)) }
        switch settings.actionAtItemEnd {
        case .pause:
            stayAtEnd()
            setShouldPlay(false)
        case .advanceAndStayAtLast where queue.list.upcoming == nil: stayAtEnd()
        case .advance, .advanceAndStayAtLast: playNextItem()
        }
    }

    /// The engine has played backwards to the start of the item and has paused. From there playback can only go forwards.
    func reachedStart() {
        if let item = queue.list.current { events.send(.didReachStart(item)) }
        setShouldPlay(false)
        setDesiredSpeed(1)
    }

    private func stayAtEnd() {
        playback.stayAtEnd()
        prepareNext()
        playback.update()
    }

    /// Plays the next item of the list, whatever the engine does.
    private func playNextItem() {
        let old = queue.list.current
        queue.advanceAtEnd()
        if queue.list.current == nil { playback.output.speed.reset() }
        updateItems(startsAnew: queue.list.current === old)
    }

    /// The engine continued with the item it had prepared.
    func engineAdvanced(to id: ItemID) {
        if playback.advance(to: id) { updateItems() } else { playNextItem() }
    }
}
