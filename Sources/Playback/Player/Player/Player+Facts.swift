// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// What the engine tells.
extension Player {
    func receive(_ fact: EngineFact) {
        told.send(fact)
        measure(fact)
        switch fact {
        case .presentation(let id, let presentation):
            engineItems.note(id) { $0.presentation = presentation }
            know(presentation, of: id)
        case .timeline(let id, let timeline): engineItems.note(id) { ($0.timeline, $0.timelineMoment) = (timeline, clock.now) }
        case .metadata(let id, let metadata): engineItems.item(id)?.take(metadata)
        case .kinds(let id, let kinds): engineItems.note(id) { $0.kinds = kinds }
        case .variant(let id, let change): engineItems.note(id) { $0.variant = change.variant }
        case .ready(let id, let position): becameReady(id, at: position)
        case .status(let id, let status): changed(id, to: status)
        case .seeked(let id, let report): jumped(id, report)
        case .advanced(let from, let to): if from == engineItems.onAir?.id { engineAdvanced(to: to) }
        case .failed(let id, let failure): if id == engineItems.onAir?.id { fail(PlayerError(failure)) }
        case .reachedBlocked(let id, let block): reached(block, of: id)
        case .passedBlocked(let id, let block): passed(block, of: id)
        case .interstitials(let id, let schedule): engineItems.note(id) { $0.interstitials = schedule }
        case .interstitial(let id, let fact): interrupted(id, fact)
        case .audioOutput(let event): heard(event)
        case .captions(let id, let captions): return hear(captions, of: id)
        case .text, .gap, .journal, .abilities, .picture, .dateRanges, .event, .metrics, .warning: return
        }
        update()
    }

    private func becameReady(_ id: ItemID, at position: Double) {
        engineItems.note(id) { $0.hasPicture = true }
        guard id == engineItems.onAir?.id else { return }
        estimate = PlayoutEstimate(position: position, moment: clock.now, rate: 0)
        prepareNext()
    }

    private func changed(_ id: ItemID, to status: EngineStatus) {
        guard id == engineItems.onAir?.id, error == nil else { return }
        let hasEnded = engineItems.onAir?.facts.status == .ended
        if status == .ended, !hasEnded { return itemEnded() }
        // An item ends before its media does where the rest of it is blocked.
        if status == .paused, hasEnded { return }
        engineItems.note(id) {
            $0.status = status
            if status == .playing || status == .paused { $0.hasPicture = true }
        }
        if status == .playing { perform(.recovered) }
        watchStall(status)
        takeSample()
        prepareNext()
    }

    /// The stream itself may ask to go elsewhere; what the player asked for is answered where it was asked.
    private func jumped(_ id: ItemID, _ report: SeekReport) {
        guard id == engineItems.onAir?.id, seeks.target == nil, let landed = report.landed else { return }
        // A step back leaves the end.
        engineItems.note(id) { if $0.status == .ended { $0.status = .paused } }
        estimate = PlayoutEstimate(position: landed, moment: clock.now, rate: estimate?.rate ?? 0)
        timeListeners.tell(landed, hasJumped: true)
    }

    /// Asks the engine for what changes too fast for facts.
    func takeSample() {
        guard let id = engineItems.onAir?.id else { return }
        lastSample = clock.now
        engine.sample { [weak self] in self?.receive($0, of: id) }
    }

    private func receive(_ sample: EngineSample, of id: ItemID) {
        guard let onAir = engineItems.onAir, onAir.id == id, error == nil else { return }
        meter.handle(.engine(sample.metrics), at: clock.now)
        engineItems.note(id) { $0.loaded = sample.loaded }
        tell(playing: onAir.facts.isInterrupted ? sample.interstitial : nil)
        if onAir.facts.hasPicture, seeks.target == nil {
            estimate = PlayoutEstimate(position: sample.position, moment: clock.now, rate: estimate?.rate ?? 0)
        }
        update()
    }

    // MARK: For reports

    /// Everything that the engine tells from now on: for reports, statistics and journals.
    public var engineFacts: AsyncStream<EngineFact> { told.listen() }

    /// The id by which ``engineFacts`` speak of the current item; nil without one.
    public var currentItemID: ItemID? { engineItems.onAir?.id }

    /// Counts since the player was made.
    public var counts: EngineCounts { get async { await engine.counts() } }
}
