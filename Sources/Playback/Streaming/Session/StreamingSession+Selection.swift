// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    mutating func select(_ selection: Selection) {
        switch selection {
        case .audio(let choice): selectAudio(choice)
        case .subtitles(let choice): selectSubtitles(choice)
        case .variant(let choice):
            if let choice, choice < 0 || (isCatalogueKnown && choice >= catalogue.variants.count) { return }
            if let choice, choice < catalogue.variants.count, let reason = catalogue.variants[choice].description.excluded {
                note(.variant, variantText(choice) + " cannot be kept to: " + reason)
                return
            }
            lockedVariant = choice
            lanes[0].waitUntil = nil
            note(.variant, choice.map { "kept to " + variantText($0) } ?? "free again")
            if let choice, grid?.level(of: choice) == nil, choice < catalogue.variants.count { rebuildGrid(like: choice) }
        }
    }

    /// Before, a choice is remembered and made when the first streams are chosen.
    private var isCatalogueKnown: Bool { phase == .running || phase == .loadingTracks }

    mutating func limit(_ limits: QualityLimits) {
        guard limits != self.limits else { return }
        self.limits = limits
        lanes[0].waitUntil = nil
        note(.variant, "limits: " + (limits.bitrate.map { rateText(Double($0)) } ?? "any rate"))
        // A segment under way that the new limits forbid is not waited for.
        if let flight = lanes[0].flight, flight.segment.stream < catalogue.variants.count, catalogue.ladder.count > 1,
            !Catalogue.fits(catalogue.variants[flight.segment.stream].description, limits), phase == .running
        {
            dropFlight(0)
        }
    }

    private mutating func selectAudio(_ choice: Int?) {
        if let choice, choice < 0 || (isCatalogueKnown && choice >= catalogue.audio.count) { return }
        chosenAudio = choice
        guard isCatalogueKnown, let wanted = defaultAudio(lanes[0].stream), wanted != lanes[1].stream || !lanes[1].isActive else { return }
        note(.rendition, "audio " + catalogue.audio[wanted].description.name)
        change(.audio, to: wanted)
    }

    private mutating func selectSubtitles(_ choice: Int?) {
        if let choice, choice < 0 || (isCatalogueKnown && choice >= catalogue.subtitles.count) { return }
        chosenSubtitles = choice
        hasChosenSubtitles = true
        guard isCatalogueKnown, choice != (lanes[2].isActive ? lanes[2].stream : nil) else { return }
        note(.rendition, "subtitles " + (choice.map { catalogue.subtitles[$0].description.name } ?? "off"))
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
        lanes[number].isActive = url(lane, stream: stream, variant: lanes[0].stream) != nil
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
            quality.handle(.cancelled(flight.id), at: now)
        }
        actions.append(.discard(lane, from: from))
        lanes[number].restart(at: time, notBefore: time)
        lanes[number].isActive = false
        lanes[number].track = nil
    }
}
