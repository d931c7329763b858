// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// The list decides which item is current; here the engine is brought in line with it.
extension PlayerCore {
    /// - Parameter startsAnew: the current item is loaded again, even if the engine has it.
    func updateItems(startsAnew: Bool = false) {
        let current = queue.list.current
        if startsAnew || current !== queue.present {
            leaveItem()
            showCurrent()
        }
        time.playout.blocked = BlockedRanges(current?.metadata.markedRanges ?? [])
        loadItems()
        switch current?.content {
        case nil, .loading: stopEngine()
        case .failing(let failure):
            if recovery.error == nil {
                fail(PlayerError(loader: failure))
                recovery.failAtLoader()
            }
        case .ready(let asset): if let current { admit(asset, of: current) }
        }
        engines.perform(items.updateBlocks())
        prepareNext()
        update()
    }

    /// Forgets everything about the item that was current.
    private func leaveItem() {
        tracking.willLeave { trackerProperties() }
        recovery.clear()
        interstitials.leave()
        items.leave()
        time.pulse.leave()
        watchStall(.ended)
        time.playout.leave()
        // Nobody drags in another item; the engine forgets by itself, but not one that plays elsewhere.
        if seeking.forgetScrubbing(), engines.isExternal, settings.shouldPlay { engines.active.play() }
        selection.leave()
        _ = recovery.handle(.left, at: time.now)
        perform(seeking.cancel())
    }

    /// The list's current item becomes the one that everything is about, or is loaded again.
    private func showCurrent() {
        let (changed, former) = queue.showCurrent()
        guard changed else { return logAnew() }
        tracking.leave(for: queue.present) { trackerProperties() }
        if let former { metrics.forget(former) }
        if !settings.textStyleRules.isEmpty, queue.present != nil { events.send(.textStyled(settings.textStyleRules)) }
    }

    private func logAnew() {
        if let item = queue.present { log(.anew(isKnown: item.isKnown), of: item) }
    }

    /// Two items load at most; after a failure only the failed one.
    private func loadItems() {
        let next = recovery.error == nil ? queue.list.upcoming : nil
        let inHand = [queue.list.current, next].compactMap { $0 }
        queue.load(inHand) { [weak self] in self?.contentChanged(of: $0) }
        log(inHand: inHand)
    }

    private func contentChanged(of item: PlayerItem) {
        guard item === queue.list.current else { return prepareNext() }
        var isFailing = false
        if case .failing = item.content { isFailing = true }
        // Somebody who is sent away in the middle comes back there.
        if isFailing, recovery.error == nil, output.streamType == .onDemand, let position { recovery.resume(item, at: .time(position)) }
        recovery.loaderChanged(isFailing: isFailing)
        updateItems()
    }

    private func admit(_ asset: Asset, of item: PlayerItem) {
        if let refusal = networkRefusal {
            stopEngine()
            if recovery.error == nil { fail(refusal) }
        } else {
            play(asset, of: item)
        }
    }

    private func play(_ asset: Asset, of item: PlayerItem) {
        if items.refresh(asset) { return }
        if items.onAir != nil {
            leaveItem()
            logAnew()
        }
        let actions = items.load(asset, of: item, at: takeStart(of: item, asset))
        metrics.begin(variant: facts?.variant, at: time.now)
        engines.perform(actions)
        if let onAir = items.onAir, let presentation = onAir.facts.presentation { know(presentation, of: onAir.id) }
    }

    /// A place to go on at is used up here; it goes before the item's own start.
    private func takeStart(of item: PlayerItem, _ asset: Asset) -> StartPosition {
        switch recovery.takePlace(of: item) {
        case .time(let seconds): return .time(time.playout.blocked.landing(for: seconds))
        case .date(let date): return .date(date)
        case .behindLive(let distance, let moment): return .behindLive(distance + max(time.now - moment, 0))
        case .start, nil: return asset.configuration.start.map { .time(time.playout.blocked.landing(for: $0)) } ?? .automatic
        }
    }

    func stopEngine() {
        engines.perform(items.stop())
        if queue.list.current == nil { output.speed.empty() }
    }

    /// Keeps the engine's second item in line with the list.
    ///
    /// An item behind one that is to stay at its end is not prepared, because the engine would go on to it; nor is one that starts
    /// elsewhere than at its default position. Until the current item shows something, the network is its own.
    func prepareNext() {
        loadItems()
        guard let facts, recovery.error == nil, settings.actionAtItemEnd != .pause, facts.hasPicture, facts.status != .ended,
            let item = queue.list.upcoming, !recovery.resumes(item), case .ready(let asset) = item.content,
            asset.configuration.start == nil
        else { return engines.perform(items.forgetNext()) }
        engines.perform(items.prepare(asset, of: item))
        engines.perform(items.updateBlocks())
    }

    func know(_ presentation: Presentation, of id: ItemID) {
        if id == items.onAir?.id {
            select(selection.know(presentation, of: id))
        } else if id == items.upNext?.id {
            for choice in selection.choices(ahead: presentation) { engines.active.select(choice, of: id) }
        }
    }

    // MARK: Going to an item

    /// A list of one item wraps around to that very item, which starts anew. An item that had failed is loaded anew.
    func go(to item: PlayerItem) {
        item.reset()
        let isSame = queue.choose(item) == .same
        updateItems(startsAnew: isSame)
    }

    func choose(_ item: PlayerItem?) {
        // An item that failed is loaded anew when it becomes current, but not when it is so already.
        if item !== queue.list.current { item?.reset() }
        if queue.choose(item) == .same { skipToDefault() } else { updateItems() }
    }

    func edit(_ change: (inout ItemQueue<PlayerItem>) -> Bool) -> Bool {
        let hasChanged = queue.edit(change)
        if hasChanged { updateItems() }
        return hasChanged
    }

    // MARK: The end

    func itemEnded() {
        if let item = queue.list.current { events.send(.didEnd(item)) }
        switch settings.actionAtItemEnd {
        case .pause:
            stayAtEnd()
            setShouldPlay(false)
        case .advanceAndStayAtLast where queue.list.upcoming == nil: stayAtEnd()
        case .advance, .advanceAndStayAtLast: goOn()
        }
    }

    private func stayAtEnd() {
        if let id = items.onAir?.id { items.note(id) { $0.status = .ended } }
        prepareNext()
        update()
    }

    /// Plays what follows in the list, whatever the engine does.
    private func goOn() {
        let old = queue.list.current
        queue.advanceAtEnd()
        if queue.list.current == nil { output.speed.reset() }
        updateItems(startsAnew: queue.list.current === old)
    }

    /// The engine went on to the item it had prepared.
    func engineAdvanced(to id: ItemID) {
        guard let upNext = items.upNext, upNext.id == id, upNext.item === queue.list.upcoming else { return goOn() }
        if let item = queue.list.current { events.send(.didEnd(item)) }
        let status = facts?.status
        leaveItem()
        engines.perform(items.advance(from: status))
        time.playout.anchor(at: 0, keepsRate: false, now: time.now)
        metrics.begin(variant: facts?.variant, at: time.now)
        metrics.measure(.ready(position: 0), at: time.now)
        queue.advanceAtEnd()
        showCurrent()
        log(.ready, of: upNext.item)
        if let presentation = upNext.facts.presentation { know(presentation, of: id) }
        time.listeners.tell(position, hasJumped: true)
        updateItems()
    }
}
