// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// The list decides what is current; here the engine is brought in line with it.
extension Player {
    /// - Parameter startsAnew: the current item is loaded again, even if the engine has it.
    func updateItems(startsAnew: Bool = false) {
        let current = queue.current
        if startsAnew || current !== presentItem {
            leaveItem()
            if current !== presentItem { presentItem = current } else { logAnew() }
        }
        blocked = BlockedRanges(current?.metadata.markedRanges ?? [])
        enterItems()
        switch current?.content {
        case nil, .loading: stopEngine()
        case .failing(let failure):
            if error == nil {
                fail(PlayerError(loader: failure))
                isRefused = true
            }
        case .ready(let asset): if let current { admit(asset, of: current) }
        }
        tellBlocks()
        prepareNext()
        update()
    }

    /// Two items load at most; after a failure the failed one alone.
    private func enterItems() {
        let next = error == nil ? queue.upcoming : nil
        let inHand = [queue.current, next].compactMap { $0 }
        engineItems.enter(inHand) { [weak self] in self?.contentChanged(of: $0) }
        logItems(inHand)
    }

    private func contentChanged(of item: PlayerItem) {
        if item === queue.current {
            forgetRefusal(of: item)
            updateItems()
        } else {
            prepareNext()
        }
    }

    /// A loader may give now what it refused before, or refuse now what it gave: who is sent away in the middle comes back there.
    private func forgetRefusal(of item: PlayerItem) {
        if case .failing = item.content {
            if error == nil, streamType == .onDemand, let time { resumption = (item, .time(time)) }
            if error != nil { error = nil }
        } else if isRefused, error != nil {
            error = nil
        }
        isRefused = false
    }

    private func admit(_ asset: Asset, of item: PlayerItem) {
        if let refusal = networkRefusal {
            stopEngine()
            if error == nil { fail(refusal) }
        } else {
            play(asset, of: item)
        }
    }

    private func play(_ asset: Asset, of item: PlayerItem) {
        if let onAir = engineItems.onAir, onAir.asset.isSameResource(as: asset) {
            engineItems.onAir?.asset = asset
            return
        }
        if engineItems.onAir != nil {
            leaveItem()
            logAnew()
        }
        let start = takeStart(of: item, asset)
        let held: EngineItems.Held
        if let prepared = engineItems.upNext, prepared.item === item, prepared.asset.isSameResource(as: asset), start == .automatic {
            held = prepared
        } else {
            held = EngineItems.Held(item: item, id: engineItems.nextID(), asset: asset)
        }
        engineItems.upNext = nil
        engineItems.onAir = held
        engineItems.isEngineBusy = true
        beginMeter()
        engine.load(asset, as: held.id, at: start)
        if let presentation = held.facts.presentation { know(presentation, of: held.id) }
    }

    /// A position to resume at is used up here; it goes before the item's own.
    private func takeStart(of item: PlayerItem, _ asset: Asset) -> StartPosition {
        if let resumption, resumption.item === item {
            self.resumption = nil
            switch resumption.place {
            case .time(let time): return .time(blocked.landing(for: time))
            case .date(let date): return .date(date)
            case .behindLive(let distance, let moment): return .behindLive(distance + max(clock.now - moment, 0))
            case .start: break
            }
        }
        return asset.configuration.start.map { .time(blocked.landing(for: $0)) } ?? .automatic
    }

    private func stopEngine() {
        if engineItems.isEngineBusy { engine.unload() }
        engineItems.isEngineBusy = false
        engineItems.onAir = nil
        engineItems.upNext = nil
        if queue.current == nil { speed.empty() }
    }

    /// Forgets everything about the item that was current.
    private func leaveItem() {
        trackersWillLeave()
        if error != nil { error = nil }
        isRefused = false
        if interstitial != nil { (interstitial, interstitialAsset) = (nil, nil) }
        tell(playing: nil)
        engineItems.onAir = nil
        estimate = nil
        lastSample = nil
        endStall()
        passing = nil
        forgetScrubbing()
        selection.leave()
        retries.handle(.left, at: clock.now).forEach(perform)
        perform(seeks.cancel())
    }

    /// Keeps the engine's second item in line with the list.
    ///
    /// An item behind one that is to stay at its end is not prepared, for the engine would go on to it; nor is one that starts
    /// elsewhere than at its default position. Until the current item shows something, the network is its own.
    func prepareNext() {
        enterItems()
        guard let onAir = engineItems.onAir, error == nil, actionAtItemEnd != .pause, onAir.facts.hasPicture,
            onAir.facts.status != .ended, let item = queue.upcoming, resumption?.item !== item,
            case .ready(let asset) = item.content, asset.configuration.start == nil
        else { return forgetNext() }
        if let upNext = engineItems.upNext, upNext.item === item, upNext.asset.isSameResource(as: asset) { return tellBlocks() }
        forgetNext()
        let held = EngineItems.Held(item: item, id: engineItems.nextID(), asset: asset)
        engineItems.upNext = held
        engine.prepare(asset, as: held.id)
        tellBlocks()
    }

    private func forgetNext() {
        guard let upNext = engineItems.upNext else { return }
        engineItems.upNext = nil
        engine.prepare(nil, as: upNext.id)
    }

    // MARK: Failure

    func fail(_ failure: PlayerError) {
        noteLoss(failure)
        error = failure
        log(.failed(failure), of: queue.current)
        perform(seeks.cancel(.refused))
        passing = nil
        endStall()
        estimate = nil
        if case .failing = queue.current?.content { stopEngine() }
        prepareNext()
        update()
        if configuration.actionAtItemFailure == .advance { passOverFailures() }
    }

    /// A loop, for each item of a long list may fail at once.
    private func passOverFailures() {
        guard !isPassingOver else { return }
        isPassingOver = true
        defer { isPassingOver = false }
        while error != nil, !isWaitingForNetwork, let failed = queue.current, let next = queue.successor {
            happenings.send(.didPassOver(failed))
            go(to: next)
        }
    }

    // MARK: The end

    func itemEnded() {
        if let item = queue.current { happenings.send(.didEnd(item)) }
        switch actionAtItemEnd {
        case .pause:
            stayAtEnd()
            shouldPlay = false
        case .advanceAndStayAtLast where queue.upcoming == nil: stayAtEnd()
        case .advance, .advanceAndStayAtLast: goOn()
        }
    }

    private func stayAtEnd() {
        if let id = engineItems.onAir?.id { engineItems.note(id) { $0.status = .ended } }
        prepareNext()
        update()
    }

    /// Plays what follows, from the list, whatever the engine does.
    private func goOn() {
        let old = queue.current
        _ = queue.advanceAtEnd()
        if queue.current == nil { speed.reset() }
        updateItems(startsAnew: queue.current === old)
    }

    /// The engine went on to the item it had prepared.
    func engineAdvanced(to id: ItemID) {
        guard let upNext = engineItems.upNext, upNext.id == id, upNext.item === queue.upcoming else { return goOn() }
        if let item = queue.current { happenings.send(.didEnd(item)) }
        let status = engineItems.onAir?.facts.status
        leaveItem()
        engine.advanced(to: id)
        engineItems.onAir = upNext
        engineItems.upNext = nil
        // The engine plays on without a pause.
        engineItems.note(id) { ($0.hasPicture, $0.status) = (true, status == .ended ? .playing : status) }
        estimate = PlayoutEstimate(position: 0, moment: clock.now, rate: 0)
        beginMeter()
        meter.handle(.ready(position: 0), at: clock.now)
        _ = queue.advanceAtEnd()
        if presentItem !== queue.current { presentItem = queue.current } else { logAnew() }
        log(.ready, of: upNext.item)
        if let presentation = upNext.facts.presentation { know(presentation, of: id) }
        timeListeners.tell(time, hasJumped: true)
        updateItems()
    }
}
