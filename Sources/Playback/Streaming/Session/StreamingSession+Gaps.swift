// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Somewhere else that may have what a lane's own playlist lacks.
    private struct GapSource {
        var url: String
        var stream: Int
    }

    /// Looks for the span in other variants, renditions and pathways. True when the lane must not pass over the gap yet:
    /// something was found, or a playlist that may have it is on its way.
    mutating func bridge(_ lane: Lane, _ range: TimeRange) -> Bool {
        let number = Int(lane.rawValue)
        var isHoping = false
        for source in gapSources(lane).prefix(4) {
            let index = playlists.index(of: source.url)
            guard index != lanes[number].track else { continue }
            guard playlists.isFresh(index, at: now) else {
                if penalties.isPenalised(.playlist(source.url), at: now) { continue }
                loadTrack(index)
                isHoping = true
                continue
            }
            guard hasGap(index, at: range) == false else { continue }
            note(.gap, lane.name + " " + spanText(range.start, range.end) + " is a gap: takes " + shortName(source.url))
            if lane == .main, source.stream != lanes[0].stream {
                take(source.stream, track: index, because: "bridges a gap")
                isLevelSettled = true
            } else {
                lanes[number].stream = source.stream
                lanes[number].track = index
                lanes[number].next = nil
                lanes[number].isBorrowing = true
            }
            return true
        }
        return isHoping || (lane == .main && takeUpAgain(range))
    }

    /// Whether a playlist has a gap for most of a span; nil where it is not there or does not reach so far.
    private func hasGap(_ index: Int, at range: TimeRange) -> Bool? {
        guard let place = playlists.tracks[index].position(at: range.start + 0.3 * range.duration), let playlist = playlists.tracks[index].playlist else {
            return nil
        }
        let segment = playlist.segments[place]
        guard playlists.tracks[index].range(segment).end > range.start + 0.5 * range.duration else { return nil }
        return segment.isGap || isLocked(segment)
    }

    /// Every other variant that may be used now is known to have a gap there.
    func isGapElsewhere(_ range: TimeRange) -> Bool {
        var isGap = false
        for variant in catalogue.ladder where variant != lanes[0].stream && isUsable(variant) {
            guard let url = url(.main, stream: variant, variant: variant), let index = playlists.trackOfURL[url], hasGap(index, at: range) == true
            else { return false }
            isGap = true
        }
        return isGap
    }

    /// Remembers a segment that is left for another variant only to save time: that one may turn out to have a gap there.
    mutating func noteHaste(_ case: RecoveryCase, _ segment: SegmentLoad) {
        var patient = `case`
        patient.isGapInVariants = true
        lanes[0].haste = nil
        guard case .retry(let after) = recovery.plan(patient) else { return }
        lanes[0].haste = LaneState.Haste(
            stream: segment.stream, range: segment.range, failures: `case`.attempt, retryAt: now + after,
            wasLocked: lockedVariant == segment.stream)
    }

    /// Goes on trying a segment that was left to save time, with the tries so far counted.
    private mutating func takeUpAgain(_ range: TimeRange) -> Bool {
        guard let haste = lanes[0].haste, haste.range.contains(range.start + 0.5 * range.duration) else { return false }
        lanes[0].haste = nil
        guard let url = url(.main, stream: haste.stream, variant: haste.stream), let index = playlists.trackOfURL[url],
            hasGap(index, at: range) == false
        else { return false }
        penalties.forgive(.variant(haste.stream))
        guard isUsable(haste.stream) else { return false }
        take(haste.stream, track: index, because: "the other has a gap " + spanText(range.start, range.end))
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        if haste.wasLocked { lockedVariant = haste.stream }
        isLevelSettled = true
        lanes[0].failures = haste.failures
        lanes[0].retryAt = haste.retryAt
        return true
    }

    private func gapSources(_ lane: Lane) -> [GapSource] {
        var sources: [GapSource] = []
        let variant = lanes[0].stream
        let stream = lanes[Int(lane.rawValue)].stream
        let entry = catalogue.variants[variant]
        for source in entry.sources where source.pathway != pathway && !penalties.isPenalised(.pathway(source.pathway), at: now) {
            switch lane {
            case .main: sources.append(GapSource(url: source.url, stream: variant))
            case .audio, .subtitles:
                let list = lane == .audio ? catalogue.audio : catalogue.subtitles
                guard stream < list.count, let group = lane == .audio ? source.audioGroup : source.subtitlesGroup,
                    let url = list[stream].source(group: group, pathway: source.pathway)?.url
                else { continue }
                sources.append(GapSource(url: url, stream: stream))
            }
        }
        switch lane {
        case .main:
            guard let grid, let level = grid.level(of: variant) else { break }
            for distance in 1..<max(2, grid.variants.count) {
                for other in [level - distance, level + distance] where other >= 0 && other < grid.variants.count {
                    let candidate = grid.variants[other]
                    if isUsable(candidate), let url = url(.main, stream: candidate, variant: candidate) {
                        sources.append(GapSource(url: url, stream: candidate))
                    }
                }
            }
        case .audio, .subtitles:
            let list = lane == .audio ? catalogue.audio : catalogue.subtitles
            guard stream < list.count else { break }
            let language = list[stream].description.language
            for source in list[stream].sources {
                if let url = source.url { sources.append(GapSource(url: url, stream: stream)) }
            }
            for other in list.indices where other != stream && list[other].description.language == language {
                if let url = url(lane, stream: other, variant: variant) { sources.append(GapSource(url: url, stream: other)) }
            }
        }
        return sources
    }

    /// After a borrowed segment the lane returns to its own playlist; where that has failed, when its penalty is over.
    mutating func returnBorrowed(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard lanes[number].isBorrowing else { return }
        if lane == .audio, let wanted = chosenAudio ?? defaultAudio(lanes[0].stream) {
            if let own = url(.audio, stream: wanted, variant: lanes[0].stream), penalties.isPenalised(.playlist(own), at: now) { return }
            if lanes[1].stream != wanted { note(.rendition, "audio returns to " + catalogue.audio[wanted].description.name) }
            lanes[1].stream = wanted
        }
        lanes[number].isBorrowing = false
        if lane == .subtitles, let wanted = chosenSubtitles { lanes[2].stream = wanted }
        assignTrack(lane)
    }
}
