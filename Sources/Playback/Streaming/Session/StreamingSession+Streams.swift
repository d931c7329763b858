// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// The variant, sound and text to begin with.
    mutating func chooseFirstStreams() {
        lanes[0].isActive = true
        if let locked = selection.lockedVariant,
            locked >= selection.catalogue.variants.count || selection.catalogue.variants[locked].description.excluded != nil
        {
            selection.lockedVariant = nil
        }
        rebuildGrid(like: selection.lockedVariant)
        let variant = firstVariant()
        lanes[0].stream = variant
        lanes[1].stream = selection.defaultAudio(variant) ?? 0
        lanes[2].stream = selection.chosenSubtitles ?? selection.defaultSubtitles(sound: lanes[1].stream) ?? 0
        if !selection.hasChosenSubtitles { selection.chosenSubtitles = selection.defaultSubtitles(sound: lanes[1].stream) }
        activateCompanions()
    }

    private mutating func firstVariant() -> Int {
        if let locked = selection.lockedVariant, locked < selection.catalogue.variants.count { return locked }
        guard var grid = quality.grid, let allowed = selection.allowedLevels(grid, at: now) else { return selection.catalogue.ladder[0] }
        let next = grid.guess(duration: 6)
        let situation = QualitySituation(
            levels: grid.levels, allowed: allowed, sizes: grid.sizes, next: next, buffer: 0, capacity: configuration.bufferGoal,
            hasStarted: false)
        let decision = quality.rule.decide(situation, at: now)
        guard case .fetch(_, let level) = decision.action else { return grid.variants[allowed.lowerBound] }
        let variant = selection.permitted(level, in: grid, at: now)
        note(.variant, selection.variantText(variant) + " first: " + decision.reason.description)
        return variant
    }

    mutating func rebuildGrid(like model: Int?) {
        quality.grid = QualityGrid(
            variants: Catalogue.thinned(selection.catalogue.rungs(like: model, limits: QualityLimits())), catalogue: selection.catalogue)
        // What is loaded, or under way, has no place among the new levels yet.
        lanes[0].flight?.index = -1
        lanes[0].replacement?.index = -1
        for place in lanes[0].chunks.indices { lanes[0].chunks[place].index = -1 }
    }

    /// Switches the audio and subtitle lanes on where what is chosen has a playlist of its own.
    mutating func activateCompanions() {
        let variant = lanes[0].stream
        let sound = selection.url(.audio, stream: lanes[1].stream, variant: variant)
        lanes[1].isActive = sound != nil && sound != selection.url(.main, stream: variant, variant: variant)
        lanes[2].isActive = selection.chosenSubtitles != nil && selection.url(.subtitles, stream: lanes[2].stream, variant: variant) != nil
    }
}
