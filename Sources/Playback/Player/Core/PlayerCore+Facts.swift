// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Facts that the engine reports, and their effects on the list.
extension PlayerCore {
    func receive(_ fact: EngineFact) {
        playback.engines.facts.send(fact)
        playback.measure(fact)
        switch fact {
        case .ready(let id, let position):
            playback.becameReady(id, at: position)
            if playback.isOnAir(id) { prepareNext() }
        case .status(let id, let status): changed(id, to: status)
        case .advanced(let from, let to): if playback.isOnAir(from) { engineAdvanced(to: to) }
        case .failed(let id, let failure): if playback.isOnAir(id) { fail(PlayerError(failure)) }
        case .audioOutput(let event): handle(event)
        case .captions(let id, let captions): return playback.receive(captions, of: id)
        case .presentation, .timeline, .metadata, .kinds, .picture, .variant, .abilities, .seeked, .reachedBlocked, .passedBlocked,
            .interstitials, .interstitial:
            playback.note(fact)
        case .text, .gap, .journal, .dateRanges, .event, .metrics, .warning: return
        }
        playback.update()
    }

    private func changed(_ id: ItemID, to status: EngineStatus) {
        guard playback.isOnAir(id), recovery.error == nil else { return }
        let hasEnded = playback.facts?.status == .ended
        if status == .ended, !hasEnded { return itemEnded() }
        // If the rest of the media is blocked, the item ends before its media does, and the engine pauses afterwards.
        if status == .paused, hasEnded { return }
        playback.changed(id, to: status)
        if status == .paused, settings.shouldPlay, playback.isBackAtStart { reachedStart() }
        prepareNext()
    }

    func wakeUp() {
        let time = playback.time
        time.wakeUps.woke()
        if let due = recovery.retryDue, time.now >= due { recover(.woke) }
        playback.watchStall(.woke(shouldPlay: settings.shouldPlay))
        playback.wakeUp()
    }
}
