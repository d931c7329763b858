// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// The variant, sound and text to begin with.
    mutating func chooseFirstStreams() {
        lanes[0].isActive = true
        if let locked = lockedVariant, locked >= catalogue.variants.count || catalogue.variants[locked].description.excluded != nil {
            lockedVariant = nil
        }
        rebuildGrid(like: lockedVariant)
        let variant = firstVariant()
        lanes[0].stream = variant
        lanes[1].stream = defaultAudio(variant) ?? 0
        lanes[2].stream = chosenSubtitles ?? defaultSubtitles() ?? 0
        if !hasChosenSubtitles { chosenSubtitles = defaultSubtitles() }
        activateCompanions()
    }

    private mutating func firstVariant() -> Int {
        if let lockedVariant, lockedVariant < catalogue.variants.count { return lockedVariant }
        guard var grid, let allowed = allowedLevels(grid) else { return catalogue.ladder[0] }
        let next = grid.guess(duration: 6)
        let situation = QualitySituation(
            levels: grid.levels, allowed: allowed, sizes: grid.sizes, next: next, buffer: 0, capacity: configuration.bufferGoal,
            hasStarted: false)
        let decision = quality.decide(situation, at: now)
        guard case .fetch(_, let level) = decision.action else { return grid.variants[allowed.lowerBound] }
        let variant = permitted(level, in: grid)
        note(.variant, variantText(variant) + " first: " + decision.reason.description)
        return variant
    }

    mutating func rebuildGrid(like model: Int?) {
        grid = QualityGrid(variants: Self.thinned(catalogue.rungs(like: model, limits: QualityLimits())), catalogue: catalogue)
        // What is loaded, or under way, has no place among the new levels yet.
        lanes[0].flight?.index = -1
        lanes[0].replacement?.index = -1
        for place in lanes[0].chunks.indices { lanes[0].chunks[place].index = -1 }
    }

    /// No ladder needs more rungs than this; of more, some are left out evenly.
    private static func thinned(_ variants: [Int]) -> [Int] {
        let most = 32
        guard variants.count > most else { return variants }
        var kept: [Int] = []
        for rung in 0..<most { kept.append(variants[rung * (variants.count - 1) / (most - 1)]) }
        return kept
    }

    /// The levels the user's limits allow; nil without levels.
    func allowedLevels(_ grid: QualityGrid) -> ClosedRange<Int>? {
        guard !grid.variants.isEmpty else { return nil }
        if let lockedVariant, let level = grid.level(of: lockedVariant) { return level...level }
        var highest = 0
        for (level, variant) in grid.variants.enumerated()
        where Catalogue.fits(catalogue.variants[variant].description, limits) && isUsable(variant)
            && isSuggested(catalogue.variants[variant].description)
        { highest = level }
        return 0...highest
    }

    /// The variant of a level, or the nearest lower one that is in use, or any.
    func permitted(_ level: Int, in grid: QualityGrid) -> Int {
        var candidate = level
        while candidate > 0,
            !isUsable(grid.variants[candidate]) || !Catalogue.fits(catalogue.variants[grid.variants[candidate]].description, limits)
        {
            candidate -= 1
        }
        if isUsable(grid.variants[candidate]) { return grid.variants[candidate] }
        for variant in grid.variants where isUsable(variant) { return variant }
        return grid.variants[level]
    }

    /// Not penalised, and to be had on the present pathway.
    func isUsable(_ variant: Int) -> Bool {
        let entry = catalogue.variants[variant]
        guard entry.description.excluded == nil, let source = entry.source(pathway) else { return false }
        return !penalties.isPenalised(.variant(variant), at: now) && !penalties.isPenalised(.playlist(source.url), at: now)
    }

    /// The address of a lane's stream on the present pathway; nil when its samples are inside the main lane's segments.
    func url(_ lane: Lane, stream: Int, variant: Int) -> String? {
        guard variant < catalogue.variants.count else { return nil }
        let entry = catalogue.variants[variant]
        let source = entry.source(pathway) ?? entry.sources[0]
        switch lane {
        case .main: return source.url
        case .audio:
            guard let group = source.audioGroup, stream < catalogue.audio.count else { return nil }
            return catalogue.audio[stream].source(group: group, pathway: source.pathway)?.url
        case .subtitles:
            guard let group = source.subtitlesGroup, stream < catalogue.subtitles.count else { return nil }
            return catalogue.subtitles[stream].source(group: group, pathway: source.pathway)?.url
        }
    }

    /// Switches the audio and subtitle lanes on where what is chosen has a playlist of its own.
    mutating func activateCompanions() {
        let variant = lanes[0].stream
        let sound = url(.audio, stream: lanes[1].stream, variant: variant)
        lanes[1].isActive = sound != nil && sound != url(.main, stream: variant, variant: variant)
        lanes[2].isActive = chosenSubtitles != nil && url(.subtitles, stream: lanes[2].stream, variant: variant) != nil
    }

    /// The rendition the author and the languages wanted point to.
    func defaultAudio(_ variant: Int) -> Int? {
        if let chosenAudio, chosenAudio < catalogue.audio.count { return chosenAudio }
        let entry = catalogue.variants[variant]
        guard let group = (entry.source(pathway) ?? entry.sources[0]).audioGroup else { return nil }
        return catalogue.preferredAudio(
            group, pathway: pathway, languages: configuration.audioLanguages, channels: configuration.audioChannels)
    }

    /// Subtitles by wanted language, else forced ones in the language of the sound.
    func defaultSubtitles() -> Int? {
        let sound = lanes[1].stream < catalogue.audio.count ? catalogue.audio[lanes[1].stream].description.language : nil
        return catalogue.preferredSubtitles(languages: configuration.subtitleLanguages, sound: sound)
    }
}
