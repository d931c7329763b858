// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamSelection {
    /// Another source that may have what a content type's own playlist lacks.
    struct GapSource {
        var url: String
        var stream: Int
    }

    func gapSources(_ contentType: ContentType, _ states: [MediaState], _ window: SegmentWindow?, at now: Instant) -> [GapSource] {
        var sources: [GapSource] = []
        let variant = states[.main].stream
        let stream = states[contentType].stream
        let entry = catalogue.variants[variant]
        for source in entry.sources where source.pathway != pathway && !exclusions.isExcluded(.pathway(source.pathway), at: now) {
            switch contentType {
            case .main: sources.append(GapSource(url: source.url, stream: variant))
            case .audio, .subtitles:
                let list = contentType == .audio ? catalogue.audio : catalogue.subtitles
                guard stream < list.count, let group = contentType == .audio ? source.audioGroup : source.subtitlesGroup,
                    let url = list[stream].source(group: group, pathway: source.pathway)?.url
                else { continue }
                sources.append(GapSource(url: url, stream: stream))
            }
        }
        switch contentType {
        case .main:
            guard let window, let level = window.level(of: variant) else { break }
            for distance in 1..<max(2, window.variants.count) {
                for other in [level - distance, level + distance] where other >= 0 && other < window.variants.count {
                    let candidate = window.variants[other]
                    if isUsable(candidate, at: now), let url = url(.main, stream: candidate, variant: candidate) {
                        sources.append(GapSource(url: url, stream: candidate))
                    }
                }
            }
        case .audio, .subtitles:
            let list = contentType == .audio ? catalogue.audio : catalogue.subtitles
            guard stream < list.count else { break }
            let language = list[stream].description.language
            for source in list[stream].sources {
                if let url = source.url { sources.append(GapSource(url: url, stream: stream)) }
            }
            for other in list.indices where other != stream && list[other].description.language == language {
                if let url = url(contentType, stream: other, variant: variant) { sources.append(GapSource(url: url, stream: other)) }
            }
        }
        return sources
    }

    /// Whether a playlist has a gap for most of a span; nil if it isn't loaded or doesn't reach that far.
    func hasGap(_ track: PlaylistTrack, at range: TimeRange, now: Instant) -> Bool? {
        guard let index = track.position(at: range.start + 0.3 * range.duration), let playlist = track.playlist else {
            return nil
        }
        let segment = playlist.segments[index]
        guard track.range(segment).end > range.start + 0.5 * range.duration else { return nil }
        return segment.isGap || exclusions.isUnusable(segment, at: now)
    }

    /// Whether every other usable variant is known to have a gap there.
    func isGapElsewhere(_ range: TimeRange, than current: Int, in playlists: PlaylistLibrary, at now: Instant) -> Bool {
        var isGap = false
        for variant in catalogue.ladder where variant != current && isUsable(variant, at: now) {
            guard let url = url(.main, stream: variant, variant: variant), let index = playlists.trackOfURL[url],
                hasGap(playlists.tracks[index], at: range, now: now) == true
            else { return false }
            isGap = true
        }
        return isGap
    }
}
