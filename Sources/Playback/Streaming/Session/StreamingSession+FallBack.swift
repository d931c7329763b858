// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// Fills in what else could serve a lane now.
    func describeAlternatives(_ case: inout RecoveryCase, _ lane: Lane) {
        `case`.hasPathway = selection.nextPathway(steering.priority, at: now) != nil
        switch lane {
        case .main: `case`.hasVariant = selection.fallbackVariant(lanes, at: now) != nil
        case .audio:
            // Another variant helps when it has its sound elsewhere.
            `case`.hasVariant = selection.fallbackVariant(lanes, withOtherSound: true, at: now) != nil
            let rendition = selection.fallbackAudio(lanes, at: now)
            `case`.hasRendition = rendition != nil
            `case`.isRenditionAlike = rendition.map { selection.isAlike($0, lanes[1].stream) } ?? false
        case .subtitles:
            `case`.hasPathway = false
        }
    }

    mutating func fallBack(_ target: RecoveryPlan.Target, _ lane: Lane, _ failure: LoadFailure, _ url: String) {
        switch target {
        case .pathway:
            guard let next = selection.nextPathway(steering.priority, at: now) else { return loseLane(lane, .unavailable, url, failure) }
            selection.exclusions.penalise(.pathway(selection.pathway), until: now + recovery.policy.pathwayPenalty)
            note(.penalty, "pathway " + selection.pathway + " for " + decimalText(recovery.policy.pathwayPenalty, decimals: 0) + " s")
            move(toPathway: next)
        case .variant:
            let failed = lanes[0].stream
            guard let next = selection.fallbackVariant(lanes, withOtherSound: lane == .audio, at: now) else {
                return loseLane(lane, .unavailable, url, failure)
            }
            if failure.cause == .unsupported {
                exclude(failed, failure.message)
            } else {
                selection.exclusions.penalise(.variant(failed), until: now + recovery.policy.variantPenalty)
                note(.penalty, selection.variantText(failed) + " for " + decimalText(recovery.policy.variantPenalty, decimals: 0) + " s")
            }
            if selection.lockedVariant == failed { selection.lockedVariant = nil }
            change(toVariant: next, because: failure.message)
        case .rendition:
            guard let next = selection.fallbackAudio(lanes, at: now), lane == .audio else {
                return loseLane(lane, .unavailable, url, failure)
            }
            if let failed = selection.url(.audio, stream: lanes[1].stream, variant: lanes[0].stream) {
                selection.exclusions.penalise(.playlist(failed), until: now + recovery.policy.variantPenalty)
            }
            note(.rendition, "audio falls back to " + selection.catalogue.audio[next].description.name)
            lanes[1].isBorrowing = true
            lanes[1].stream = next
            lanes[1].next = nil
            lanes[1].track = nil
            assignTrack(.audio)
        }
    }

    /// Changes the main lane whatever the rule says; its playlist is asked for when it is not there.
    mutating func change(toVariant next: Int, because reason: String) {
        if quality.grid?.level(of: next) == nil { rebuildGrid(like: next) }
        guard let url = selection.url(.main, stream: next, variant: next) else { return }
        take(next, track: playlists.index(of: url), because: reason)
        if let index = lanes[0].track, !playlists.isFresh(index, at: now) { loadTrack(index) }
    }

    private mutating func exclude(_ variant: Int, _ reason: String) {
        selection.catalogue.variants[variant].description.exclusion = Presentation.Exclusion(.undecodable, reason: reason)
        selection.catalogue.rank()
        if !selection.catalogue.ladder.isEmpty { rebuildGrid(like: nil) }
        note(.variant, "excluded " + selection.variantText(variant) + ": " + reason)
        announcePresentation()
    }
}
