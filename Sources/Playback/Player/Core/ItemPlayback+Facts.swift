// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// Facts that the engine reports about its items.
extension ItemPlayback {
    /// Records a fact that concerns only its own item.
    func note(_ fact: EngineFact) {
        switch fact {
        case .presentation(let id, let presentation):
            items.note(id) { $0.presentation = presentation }
            handle(presentation, of: id)
        case .timeline(let id, let timeline):
            let now = time.now
            items.note(id) { ($0.timeline, $0.timelineMoment) = (timeline, now) }
        case .metadata(let id, let metadata): items.item(id)?.use(metadata)
        case .kinds(let id, let kinds): items.note(id) { $0.kinds = kinds }
        case .picture(let id, let format): items.note(id) { $0.pictureSize = format.presentationSize }
        case .abilities(let id, let abilities): items.note(id) { $0.abilities = abilities }
        case .variant(let id, let change): items.note(id) { $0.variant = change.variant }
        case .seeked(let id, let report): jumped(id, report)
        case .reachedBlocked(let id, let block): reached(block, of: id)
        case .passedBlocked(let id, let block): passed(block, of: id)
        case .interstitials(let id, let schedule): items.note(id) { $0.interstitials = schedule }
        case .interstitial(let id, let fact): interrupted(id, fact)
        default: break
        }
    }

    func isOnAir(_ id: ItemID) -> Bool { id == items.onAir?.id }

    func receive(_ captions: EmbeddedCaptions, of id: ItemID) {
        select(selection.receive(captions, of: id, current: items.onAir?.id, next: items.upNext?.id))
    }

    func becameReady(_ id: ItemID, at position: Double) {
        items.note(id) { $0.hasPicture = true }
        if isOnAir(id) { time.playout.anchor(at: position, keepsRate: false, now: time.now) }
    }

    /// - Parameter status: any status except ``EngineStatus/ended``, which the list handles.
    func changed(_ id: ItemID, to status: EngineStatus) {
        items.note(id) {
            $0.status = status
            if status == .playing || status == .paused { $0.hasPicture = true }
        }
        if status == .playing { _ = recovery.handle(.recovered, at: time.now) }
        if status != .stalled {
            watchStall(.ended)
        } else if seeking.target == nil, time.playout.passing == nil, facts?.hasPicture == true {
            // A seek or a start also waits for data, but isn't a stall.
            watchStall(.lacksData)
        }
        takeSample()
    }

    /// The stream itself may jump. Seeks by the player have their own completion.
    private func jumped(_ id: ItemID, _ report: SeekReport) {
        guard isOnAir(id), seeking.target == nil, let position = report.position else { return }
        // A step backwards leaves the end.
        items.leaveEnd()
        time.playout.anchor(at: position, keepsRate: true, now: time.now)
        time.listeners.notify(position, hasJumped: true)
    }

    /// Asks the engine for values that change too fast for facts.
    func takeSample() {
        guard let id = items.onAir?.id else { return }
        time.wakeUps.sampled(at: time.now)
        engines.active.sample { [weak self] in self?.receive($0, of: id) }
    }

    private func receive(_ sample: EngineSample, of id: ItemID) {
        guard let onAir = items.onAir, onAir.id == id, recovery.error == nil else { return }
        metrics.measure(.engine(sample.metrics), at: time.now)
        items.note(id) { $0.loaded = sample.loaded }
        interstitials.report(onAir.facts.isInterrupted ? sample.interstitial : nil)
        if onAir.facts.hasPicture, seeking.target == nil { time.playout.anchor(at: sample.position, keepsRate: true, now: time.now) }
        update()
    }

    // MARK: Blocked ranges and interstitials

    private func reached(_ block: TimeRange, of id: ItemID) {
        guard isOnAir(id), recovery.error == nil, seeking.target == nil else { return }
        time.playout.reach(block)
        events.send(.willPassBlockedRange(block))
        events.send(.willSeek(to: block.end))
        time.listeners.notify(block.end, hasJumped: true)
    }

    private func passed(_ block: TimeRange, of id: ItemID) {
        guard isOnAir(id), time.playout.pass(block, at: time.now) else { return }
        events.send(.didSeek(to: position))
        events.send(.didPassBlockedRange(block))
    }

    private func interrupted(_ id: ItemID, _ fact: InterstitialFact) {
        guard isOnAir(id) else { return }
        interstitials.handle(fact)
        let isInterrupted = interstitials.event != nil
        items.note(id) { $0.isInterrupted = isInterrupted }
        takeSample()
    }
}
