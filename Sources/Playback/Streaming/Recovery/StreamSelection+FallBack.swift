// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamSelection {
    /// The best usable variant to fall back to: nearest below the current one, else above it; variants of the same family first.
    func fallbackVariant(_ states: [MediaState], withOtherAudio: Bool = false, at now: Instant) -> Int? {
        let current = states[.main].stream
        guard current < catalogue.variants.count else { return nil }
        let here = catalogue.variants[current]
        let audio = url(.audio, stream: states[.audio].stream, variant: current)
        var best: Int?
        var bestRank = 0
        for candidate in catalogue.ladder where candidate != current && isUsable(candidate, at: now) {
            let entry = catalogue.variants[candidate]
            if withOtherAudio {
                var stream = states[.audio].stream
                if url(.audio, stream: stream, variant: candidate) == nil { stream = defaultAudio(candidate) ?? stream }
                guard let other = url(.audio, stream: stream, variant: candidate), other != audio else { continue }
                if exclusions.isExcluded(.playlist(other), at: now) { continue }
            }
            let alike = StreamCatalogue.Family(entry) == StreamCatalogue.Family(here) ? 2 : 0
            let fits = StreamCatalogue.fits(entry.description, limits) ? 4 : 0
            let lower = entry.description.bandwidth <= here.description.bandwidth ? 1 : 0
            let rank = 1 + alike + fits + lower
            if rank > bestRank || (rank == bestRank && lower == 1) {
                best = candidate
                bestRank = rank
            }
        }
        return best
    }

    /// Another rendition in the current group: preferably one with the same content, then one in the same language.
    func fallbackAudio(_ states: [MediaState], at now: Instant) -> Int? {
        guard states[.audio].isActive, states[.audio].stream < catalogue.audio.count else { return nil }
        let language = catalogue.audio[states[.audio].stream].description.language
        var best: Int?
        var bestRank = -1
        for (index, rendition) in catalogue.audio.enumerated() where index != states[.audio].stream {
            guard let url = url(.audio, stream: index, variant: states[.main].stream), !exclusions.isExcluded(.playlist(url), at: now)
            else {
                continue
            }
            let rank = isAlike(index, states[.audio].stream) ? 2 : rendition.description.language == language ? 1 : 0
            if rank > bestRank {
                best = index
                bestRank = rank
            }
        }
        return best
    }

    func isAlike(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (catalogue.audio[one].description, catalogue.audio[other].description)
        return one.language == other.language && one.characteristics == other.characteristics
    }

    /// The pathway to fall back to, in the steering server's order if there is one.
    func nextPathway(at now: Instant) -> String? {
        for candidate in pathwayPriority + catalogue.pathways
        where candidate != pathway && catalogue.pathways.contains(candidate) && !exclusions.isExcluded(.pathway(candidate), at: now) {
            return candidate
        }
        return nil
    }

    /// The best pathway in the steering server's order; nil if it is the current one.
    func preferredPathway(at now: Instant) -> String? {
        for candidate in pathwayPriority
        where catalogue.pathways.contains(candidate) && !exclusions.isExcluded(.pathway(candidate), at: now) {
            return candidate == pathway ? nil : candidate
        }
        return nil
    }
}
