// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Looks for the span in other variants, renditions and pathways. True when the lane must not pass over the gap yet:
    /// something was found, or a playlist that may have it is on its way.
    mutating func bridge(_ lane: Lane, _ range: TimeRange) -> Bool {
        let number = Int(lane.rawValue)
        var isHoping = false
        for source in selection.gapSources(lane, lanes, quality.grid, at: now).prefix(4) {
            let index = playlists.index(of: source.url)
            guard index != lanes[number].track else { continue }
            guard playlists.isFresh(index, at: now) else {
                if selection.exclusions.isPenalised(.playlist(source.url), at: now) { continue }
                loadTrack(index)
                isHoping = true
                continue
            }
            guard selection.hasGap(playlists.tracks[index], at: range, now: now) == false else { continue }
            note(.gap, lane.name + " " + spanText(range.start, range.end) + " is a gap: takes " + shortName(source.url))
            if lane == .main, source.stream != lanes[0].stream {
                take(source.stream, track: index, because: "bridges a gap")
                quality.isLevelSettled = true
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

    /// Remembers a segment that is left for another variant only to save time: that one may turn out to have a gap there.
    mutating func noteHaste(_ case: RecoveryCase, _ segment: SegmentLoad) {
        var patient = `case`
        patient.isGapInVariants = true
        lanes[0].haste = nil
        guard case .retry(let after) = recovery.plan(patient) else { return }
        lanes[0].haste = LaneState.Haste(
            stream: segment.stream, range: segment.range, failures: `case`.attempt, retryAt: now + after,
            wasLocked: selection.lockedVariant == segment.stream)
    }

    /// Goes on trying a segment that was left to save time, with the tries so far counted.
    private mutating func takeUpAgain(_ range: TimeRange) -> Bool {
        guard let haste = lanes[0].haste, haste.range.contains(range.start + 0.5 * range.duration) else { return false }
        lanes[0].haste = nil
        guard let url = selection.url(.main, stream: haste.stream, variant: haste.stream), let index = playlists.trackOfURL[url],
            selection.hasGap(playlists.tracks[index], at: range, now: now) == false
        else { return false }
        selection.exclusions.forgive(.variant(haste.stream))
        guard selection.isUsable(haste.stream, at: now) else { return false }
        take(haste.stream, track: index, because: "the other has a gap " + spanText(range.start, range.end))
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        if haste.wasLocked { selection.lockedVariant = haste.stream }
        quality.isLevelSettled = true
        lanes[0].failures = haste.failures
        lanes[0].retryAt = haste.retryAt
        return true
    }

    /// After a borrowed segment the lane returns to its own playlist; where that has failed, when its penalty is over.
    mutating func returnBorrowed(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard lanes[number].isBorrowing else { return }
        if lane == .audio, let wanted = selection.chosenAudio ?? selection.defaultAudio(lanes[0].stream) {
            if let own = selection.url(.audio, stream: wanted, variant: lanes[0].stream),
                selection.exclusions.isPenalised(.playlist(own), at: now)
            {
                return
            }
            if lanes[1].stream != wanted { note(.rendition, "audio returns to " + selection.catalogue.audio[wanted].description.name) }
            lanes[1].stream = wanted
        }
        lanes[number].isBorrowing = false
        if lane == .subtitles, let wanted = selection.chosenSubtitles { lanes[2].stream = wanted }
        assignTrack(lane)
    }
}
