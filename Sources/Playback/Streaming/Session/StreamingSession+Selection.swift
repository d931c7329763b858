// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    mutating func select(_ wish: Selection) {
        switch wish {
        case .audio(let choice): selectAudio(choice)
        case .subtitles(let choice): selectSubtitles(choice)
        case .variant(let choice):
            if let choice, choice < 0 || (isCatalogueKnown && choice >= selection.catalogue.variants.count) { return }
            if let choice, choice < selection.catalogue.variants.count,
                let reason = selection.catalogue.variants[choice].description.excluded
            {
                note(.variant, selection.variantText(choice) + " cannot be kept to: " + reason)
                return
            }
            selection.lockedVariant = choice
            lanes[0].waitUntil = nil
            note(.variant, choice.map { "kept to " + selection.variantText($0) } ?? "free again")
            if let choice, quality.grid?.level(of: choice) == nil, choice < selection.catalogue.variants.count { rebuildGrid(like: choice) }
        }
    }

    /// Before, a choice is remembered and made when the first streams are chosen.
    private var isCatalogueKnown: Bool { phase == .running || phase == .loadingTracks }

    mutating func limit(_ limits: QualityLimits) {
        guard limits != selection.limits else { return }
        selection.limits = limits
        lanes[0].waitUntil = nil
        note(.variant, "limits: " + (limits.bitrate.map { rateText(Double($0)) } ?? "any rate"))
        // A segment under way that the new limits forbid is not waited for.
        if let flight = lanes[0].flight, flight.segment.stream < selection.catalogue.variants.count, selection.catalogue.ladder.count > 1,
            !Catalogue.fits(selection.catalogue.variants[flight.segment.stream].description, limits), phase == .running
        {
            dropFlight(0)
        }
    }

    private mutating func selectAudio(_ choice: Int?) {
        if let choice, choice < 0 || (isCatalogueKnown && choice >= selection.catalogue.audio.count) { return }
        selection.chosenAudio = choice
        guard isCatalogueKnown, let wanted = selection.defaultAudio(lanes[0].stream), wanted != lanes[1].stream || !lanes[1].isActive else {
            return
        }
        note(.rendition, "audio " + selection.catalogue.audio[wanted].description.name)
        change(.audio, to: wanted)
    }

    private mutating func selectSubtitles(_ choice: Int?) {
        if let choice, choice < 0 || (isCatalogueKnown && choice >= selection.catalogue.subtitles.count) { return }
        selection.chosenSubtitles = choice
        selection.hasChosenSubtitles = true
        guard isCatalogueKnown, choice != (lanes[2].isActive ? lanes[2].stream : nil) else { return }
        note(.rendition, "subtitles " + (choice.map { selection.catalogue.subtitles[$0].description.name } ?? "off"))
        if let choice {
            change(.subtitles, to: choice)
        } else {
            if lanes[2].isActive { retire(.subtitles) }
            announcePresentation()
        }
    }

    /// Another rendition from the position on: what is queued of the old one is dropped.
    private mutating func change(_ lane: Lane, to stream: Int) {
        let number = Int(lane.rawValue)
        if lanes[number].isActive { retire(lane) }
        lanes[number].stream = stream
        lanes[number].isActive = selection.url(lane, stream: stream, variant: lanes[0].stream) != nil
        if lanes[number].isActive {
            lanes[number].restart(at: facts.position, notBefore: facts.position)
            lanes[number].track = nil
            assignTrack(lane)
        }
        announcePresentation()
    }

    /// Ends a lane: its queued samples from a time on are dropped.
    mutating func retire(_ lane: Lane, from time: Double? = nil) {
        // Sound already heard is over; text of another language must not come back by a seek.
        let from = time ?? (lane == .subtitles ? -.infinity : facts.position)
        let time = time ?? facts.position
        let number = Int(lane.rawValue)
        if let flight = lanes[number].flight {
            cancel(flight.id)
            heads[flight.id] = nil
            quality.rule.handle(.cancelled(flight.id), at: now)
        }
        actions.append(.discard(lane, from: from))
        lanes[number].restart(at: time, notBefore: time)
        lanes[number].isActive = false
        lanes[number].track = nil
    }
}
