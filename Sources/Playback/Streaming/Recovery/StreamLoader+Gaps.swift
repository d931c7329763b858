// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamLoader {
    /// Looks for a span in other variants, renditions and pathways. Returns true if the gap must not be skipped yet: a source was found, or
    /// a playlist that may have it is loading.
    mutating func bridge(_ contentType: ContentType, _ range: TimeRange) -> Bool {
        var isWaitingForPlaylist = false
        for source in selection.gapSources(contentType, media.states, media.quality.window, at: now).prefix(4) {
            let index = playlists.index(of: source.url)
            guard index != media.states[contentType].track else { continue }
            guard playlists.isFresh(index, at: now) else {
                if selection.exclusions.isExcluded(.playlist(source.url), at: now) { continue }
                loadTrack(index)
                isWaitingForPlaylist = true
                continue
            }
            guard selection.hasGap(playlists.tracks[index], at: range, now: now) == false else { continue }
            note(.gap, contentType.name + " " + spanText(range.start, range.end) + " is a gap: takes " + shortName(source.url))
            if contentType == .main, source.stream != media.states[.main].stream {
                useVariant(source.stream, track: index, because: "bridges a gap")
                media.quality.keepLevel()
            } else {
                media.states[contentType].borrow(stream: source.stream, track: index)
            }
            return true
        }
        return isWaitingForPlaylist || (contentType == .main && resumeEarlyFallback(range))
    }

    /// Resumes a segment that was left to save time, keeping its attempt count.
    private mutating func resumeEarlyFallback(_ range: TimeRange) -> Bool {
        guard let earlyFallback = media.states[.main].retry.earlyFallback,
            earlyFallback.range.contains(range.start + 0.5 * range.duration)
        else { return false }
        media.states[.main].setEarlyFallback(nil)
        guard let url = selection.url(.main, stream: earlyFallback.stream, variant: earlyFallback.stream),
            let index = playlists.trackOfURL[url],
            selection.hasGap(playlists.tracks[index], at: range, now: now) == false
        else { return false }
        selection.exclusions.forgive(.variant(earlyFallback.stream))
        guard selection.isUsable(earlyFallback.stream, at: now) else { return false }
        useVariant(earlyFallback.stream, track: index, because: "the other has a gap " + spanText(range.start, range.end))
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        if earlyFallback.wasLocked { selection.lock(earlyFallback.stream) }
        media.quality.keepLevel()
        media.states[.main].resume(earlyFallback)
        return true
    }

    /// Returns to the chosen playlist after a borrowed segment; if that playlist failed, once its exclusion is over.
    mutating func returnFromTemporaryPlaylist(_ contentType: ContentType) {
        guard media.states[contentType].source.isBorrowed else { return }
        let variant = media.states[.main].stream
        if contentType == .audio, let preferred = selection.chosenAudio ?? selection.defaultAudio(variant) {
            if let own = selection.url(.audio, stream: preferred, variant: variant),
                selection.exclusions.isExcluded(.playlist(own), at: now)
            {
                return
            }
            if media.states[.audio].stream != preferred {
                note(.rendition, "audio returns to " + selection.catalogue.audio[preferred].description.name)
            }
            media.states[.audio].choose(stream: preferred)
        }
        media.states[contentType].endBorrowing()
        if contentType == .subtitles, let preferred = selection.chosenSubtitles { media.states[.subtitles].choose(stream: preferred) }
        assignTrack(contentType)
    }
}
