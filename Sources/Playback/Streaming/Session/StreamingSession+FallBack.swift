// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// Fills in what else could serve a lane now.
    func describeAlternatives(_ case: inout RecoveryCase, _ lane: Lane) {
        `case`.hasPathway = nextPathway() != nil
        switch lane {
        case .main: `case`.hasVariant = fallbackVariant() != nil
        case .audio:
            // Another variant helps when it has its sound elsewhere.
            `case`.hasVariant = fallbackVariant(withOtherSound: true) != nil
            let rendition = fallbackAudio()
            `case`.hasRendition = rendition != nil
            `case`.isRenditionAlike = rendition.map { isAlike($0, lanes[1].stream) } ?? false
        case .subtitles:
            `case`.hasPathway = false
        }
    }

    mutating func fallBack(_ target: RecoveryPlan.Target, _ lane: Lane, _ failure: LoadFailure, _ url: String) {
        switch target {
        case .pathway:
            guard let next = nextPathway() else { return loseLane(lane, .unavailable, url, failure) }
            penalties.penalise(.pathway(pathway), until: now + recovery.policy.pathwayPenalty)
            note(.penalty, "pathway " + pathway + " for " + decimalText(recovery.policy.pathwayPenalty, decimals: 0) + " s")
            move(toPathway: next)
        case .variant:
            let failed = lanes[0].stream
            guard let next = fallbackVariant(withOtherSound: lane == .audio) else { return loseLane(lane, .unavailable, url, failure) }
            if failure.cause == .unsupported {
                exclude(failed, failure.message)
            } else {
                penalties.penalise(.variant(failed), until: now + recovery.policy.variantPenalty)
                note(.penalty, variantText(failed) + " for " + decimalText(recovery.policy.variantPenalty, decimals: 0) + " s")
            }
            if lockedVariant == failed { lockedVariant = nil }
            change(toVariant: next, because: failure.message)
        case .rendition:
            guard let next = fallbackAudio(), lane == .audio else { return loseLane(lane, .unavailable, url, failure) }
            if let failed = self.url(.audio, stream: lanes[1].stream, variant: lanes[0].stream) {
                penalties.penalise(.playlist(failed), until: now + recovery.policy.variantPenalty)
            }
            note(.rendition, "audio falls back to " + catalogue.audio[next].description.name)
            lanes[1].isBorrowing = true
            lanes[1].stream = next
            lanes[1].next = nil
            lanes[1].track = nil
            assignTrack(.audio)
        }
    }

    /// Changes the main lane whatever the rule says; its playlist is asked for when it is not there.
    mutating func change(toVariant next: Int, because reason: String) {
        if grid?.level(of: next) == nil { rebuildGrid(like: next) }
        guard let url = url(.main, stream: next, variant: next) else { return }
        take(next, track: playlists.index(of: url), because: reason)
        if let index = lanes[0].track, !playlists.isFresh(index, at: now) { loadTrack(index) }
    }

    private mutating func exclude(_ variant: Int, _ reason: String) {
        catalogue.variants[variant].description.exclusion = Presentation.Exclusion(.undecodable, reason: reason)
        catalogue.rank()
        if !catalogue.ladder.isEmpty { rebuildGrid(like: nil) }
        note(.variant, "excluded " + variantText(variant) + ": " + reason)
        announcePresentation()
    }

    /// The variant nearest below the present one, else above it, that may be used; those of its own family first.
    private func fallbackVariant(withOtherSound: Bool = false) -> Int? {
        let current = lanes[0].stream
        guard current < catalogue.variants.count else { return nil }
        let here = catalogue.variants[current]
        let sound = url(.audio, stream: lanes[1].stream, variant: current)
        var best: Int?
        var bestRank = 0
        for candidate in catalogue.ladder where candidate != current && isUsable(candidate) {
            let entry = catalogue.variants[candidate]
            if withOtherSound {
                var stream = lanes[1].stream
                if url(.audio, stream: stream, variant: candidate) == nil { stream = defaultAudio(candidate) ?? stream }
                guard let other = url(.audio, stream: stream, variant: candidate), other != sound else { continue }
                if penalties.isPenalised(.playlist(other), at: now) { continue }
            }
            let alike = Catalogue.Family(entry) == Catalogue.Family(here) ? 2 : 0
            let fits = Catalogue.fits(entry.description, limits) ? 4 : 0
            let lower = entry.description.bandwidth <= here.description.bandwidth ? 1 : 0
            let rank = 1 + alike + fits + lower
            if rank > bestRank || (rank == bestRank && lower == 1) {
                best = candidate
                bestRank = rank
            }
        }
        return best
    }

    /// Another rendition in the present group: one that says the same before others, then one in the same language.
    private func fallbackAudio() -> Int? {
        guard lanes[1].isActive, lanes[1].stream < catalogue.audio.count else { return nil }
        let language = catalogue.audio[lanes[1].stream].description.language
        var best: Int?
        var bestRank = -1
        for (index, rendition) in catalogue.audio.enumerated() where index != lanes[1].stream {
            guard let url = url(.audio, stream: index, variant: lanes[0].stream), !penalties.isPenalised(.playlist(url), at: now) else {
                continue
            }
            let rank = isAlike(index, lanes[1].stream) ? 2 : rendition.description.language == language ? 1 : 0
            if rank > bestRank {
                best = index
                bestRank = rank
            }
        }
        return best
    }

    private func isAlike(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (catalogue.audio[one].description, catalogue.audio[other].description)
        return one.language == other.language && one.characteristics == other.characteristics
    }
}
