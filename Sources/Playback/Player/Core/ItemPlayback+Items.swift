// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// Loading and leaving items, and keeping the engine's items in line with the list.
extension ItemPlayback {
    /// Switches to the list's current item. If it is current already, it is loaded again.
    func change() {
        leave()
        showCurrent()
    }

    /// Resets everything about the item that was current.
    private func leave() {
        tracking.willLeave { trackerProperties() }
        recovery.clear()
        interstitials.leave()
        items.leave()
        time.wakeUps.leave()
        watchStall(.ended)
        time.playout.leave()
        // Scrubbing ends with the item. The local engine ends it on its own, but an external one was paused and must play again.
        if seeking.forgetScrubbing(), engines.isExternal, settings.shouldPlay { engines.active.play() }
        selection.leave()
        _ = recovery.handle(.left, at: time.now)
        perform(seeking.cancel())
    }

    private func showCurrent() {
        let (changed, previous) = queue.showCurrent()
        guard changed else { return logAnew() }
        tracking.leave(for: queue.present) { trackerProperties() }
        if let previous { metrics.forget(previous) }
        if !settings.textStyleRules.isEmpty, queue.present != nil { events.send(.textStyled(settings.textStyleRules)) }
    }

    private func logAnew() {
        if let item = queue.present { log(.anew(isKnown: item.isKnown), of: item) }
    }

    func play(_ asset: Asset, of item: PlayerItem) {
        if items.refresh(asset) { return }
        if items.onAir != nil {
            leave()
            logAnew()
        }
        let actions = items.load(asset, of: item, at: takeStart(of: item, asset))
        metrics.begin(variant: facts?.variant, at: time.now)
        engines.perform(actions)
        if let onAir = items.onAir, let presentation = onAir.facts.presentation { handle(presentation, of: onAir.id) }
    }

    /// Takes the pending resume position, which overrides the item's own start.
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

    /// The current item has failed: cancels seeks and stops its time.
    func fail(_ failure: PlayerError) {
        recovery.fail(failure)
        log(.failed(failure), of: queue.list.current)
        perform(seeking.cancel(.refused))
        watchStall(.ended)
        time.playout.leave()
        if case .failing = queue.list.current?.content { stopEngine() }
    }

    /// The current item played to its end and stays there.
    func stayAtEnd() {
        if let id = items.onAir?.id { items.note(id) { $0.status = .ended } }
    }

    // MARK: The next item

    func prepare(_ asset: Asset, of item: PlayerItem) {
        engines.perform(items.prepare(asset, of: item))
        updateBlocks()
    }

    func forgetNext() { engines.perform(items.forgetNext()) }

    /// The engine continued with the prepared item; the list follows.
    /// - Returns: false if that isn't the next item of the list.
    func advance(to id: ItemID) -> Bool {
        guard let next = items.upNext, next.id == id, next.item === queue.list.upcoming else { return false }
        if let item = queue.list.current { events.send(.didEnd(item)) }
        let status = facts?.status
        leave()
        engines.perform(items.advance(from: status))
        time.playout.anchor(at: 0, keepsRate: false, now: time.now)
        metrics.begin(variant: facts?.variant, at: time.now)
        metrics.measure(.ready(position: 0), at: time.now)
        queue.advanceAtEnd()
        showCurrent()
        log(.ready, of: next.item)
        if let presentation = next.facts.presentation { handle(presentation, of: id) }
        time.listeners.notify(position, hasJumped: true)
        return true
    }

    // MARK: Settings of both items

    func updateBlocks() { engines.perform(items.updateBlocks()) }

    func handle(_ presentation: Presentation, of id: ItemID) {
        if id == items.onAir?.id {
            select(selection.handle(presentation, of: id))
        } else if id == items.upNext?.id {
            for choice in selection.choices(ahead: presentation) { engines.active.select(choice, of: id) }
        }
    }

    /// Sends the current settings to an engine that takes over.
    func sendEngineSettings() {
        engines.active.set(volume: settings.volume)
        engines.active.set(isMuted: settings.isMuted)
        engines.active.set(processing: settings.processing)
        engines.active.set(rate: output.speed.effective)
        items.engineChanged()
    }
}
