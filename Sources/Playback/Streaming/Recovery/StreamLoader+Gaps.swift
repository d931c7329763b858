// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamLoader {
    /// Looks for a span in other variants, renditions and pathways. True when the gap must not be passed over yet: something was found,
    /// or a playlist that may have it is on its way.
    mutating func bridge(_ lane: Lane, _ range: TimeRange) -> Bool {
        var isHoping = false
        for source in selection.gapSources(lane, media.lanes, media.quality.grid, at: now).prefix(4) {
            let index = playlists.index(of: source.url)
            guard index != media.lanes[lane].track else { continue }
            guard playlists.isFresh(index, at: now) else {
                if selection.exclusions.isExcluded(.playlist(source.url), at: now) { continue }
                loadTrack(index)
                isHoping = true
                continue
            }
            guard selection.hasGap(playlists.tracks[index], at: range, now: now) == false else { continue }
            note(.gap, lane.name + " " + spanText(range.start, range.end) + " is a gap: takes " + shortName(source.url))
            if lane == .main, source.stream != media.lanes[.main].stream {
                take(source.stream, track: index, because: "bridges a gap")
                media.quality.settleLevel()
            } else {
                media.lanes[lane].borrow(stream: source.stream, track: index)
            }
            return true
        }
        return isHoping || (lane == .main && takeUpAgain(range))
    }

    /// Goes on trying a segment that was left to save time, with the tries so far counted.
    private mutating func takeUpAgain(_ range: TimeRange) -> Bool {
        guard let earlyFallback = media.lanes[.main].retry.earlyFallback, earlyFallback.range.contains(range.start + 0.5 * range.duration)
        else { return false }
        media.lanes[.main].setEarlyFallback(nil)
        guard let url = selection.url(.main, stream: earlyFallback.stream, variant: earlyFallback.stream),
            let index = playlists.trackOfURL[url],
            selection.hasGap(playlists.tracks[index], at: range, now: now) == false
        else { return false }
        selection.exclusions.forgive(.variant(earlyFallback.stream))
        guard selection.isUsable(earlyFallback.stream, at: now) else { return false }
        take(earlyFallback.stream, track: index, because: "the other has a gap " + spanText(range.start, range.end))
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        if earlyFallback.wasLocked { selection.lock(earlyFallback.stream) }
        media.quality.settleLevel()
        media.lanes[.main].resume(earlyFallback)
        return true
    }

    /// Returns to the chosen playlist after a borrowed segment; where that had failed, when its exclusion is over.
    mutating func returnBorrowed(_ lane: Lane) {
        guard media.lanes[lane].source.isBorrowed else { return }
        let variant = media.lanes[.main].stream
        if lane == .audio, let wanted = selection.chosenAudio ?? selection.defaultAudio(variant) {
            if let own = selection.url(.audio, stream: wanted, variant: variant),
                selection.exclusions.isExcluded(.playlist(own), at: now)
            {
                return
            }
            if media.lanes[.audio].stream != wanted {
                note(.rendition, "audio returns to " + selection.catalogue.audio[wanted].description.name)
            }
            media.lanes[.audio].choose(stream: wanted)
        }
        media.lanes[lane].endBorrowing()
        if lane == .subtitles, let wanted = selection.chosenSubtitles { media.lanes[.subtitles].choose(stream: wanted) }
        assignTrack(lane)
    }
}
