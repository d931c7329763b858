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
            let index = track(source.url)
            guard index != lanes[number].track else { continue }
            guard isFresh(index) else {
                if penalties.isPenalised(.playlist(source.url), at: now) { continue }
                loadTrack(index)
                isHoping = true
                continue
            }
            guard let place = tracks[index].position(at: range.start + 0.3 * range.duration), let playlist = tracks[index].playlist else {
                continue
            }
            let segment = playlist.segments[place]
            let found = tracks[index].range(segment)
            guard !segment.isGap, !isLocked(segment), found.end > range.start + 0.5 * range.duration else { continue }
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
        return isHoping
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
