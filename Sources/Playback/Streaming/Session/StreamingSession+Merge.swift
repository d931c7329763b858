// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Takes a reload into a track. False when the track failed by it.
    mutating func reload(_ playlist: MediaPlaylist, in index: Int) -> Bool {
        guard let old = tracks[index].playlist else { return false }
        if isOldCopy(playlist, old) {
            tracks[index].unchanged += 1
            note(.playlist, shortName(tracks[index].url) + ": an older copy came, from before segment " + String(old.nextSequence))
            return !isFrozen(index)
        }
        if playlist.skip == nil, let reason = restarts(playlist, old) {
            resynchronise(playlist, in: index, because: reason)
            return true
        }
        let merge: PlaylistMerge
        do throws(PlaylistMergeError) { merge = try old.merging(playlist) } catch { return askForAll(index, because: error.message) }
        tracks[index].playlist = merge.playlist
        if playlist.skip == nil {
            tracks[index].lastFull = now
            tracks[index].needsFull = false
        }
        let hasGrown = merge.changes.isProgress || merge.changes.removedSegments > 0
        tracks[index].unchanged = hasGrown ? 0 : tracks[index].unchanged + 1
        if hasGrown { tracks[index].changed = now }
        noteChanges(merge.changes, index)
        if merge.changes.isDisjoint, let model = reference, model != index, isFresh(model), let known = tracks[model].playlist,
            let shift = PlaylistAlignment.shift(of: merge.playlist, to: known, shiftedBy: tracks[model].shift)
        {
            tracks[index].shift = shift
        } else {
            realign(index)
        }
        checkDates(playlist, index)
        checkHint(index)
        if !hasGrown { return !isFrozen(index) }
        return true
    }

    private mutating func noteChanges(_ changes: PlaylistChanges, _ index: Int) {
        let name = shortName(tracks[index].url)
        if changes.hasEnded { note(.live, name + " has ended at " + decimalText(tracks[index].end, decimals: 3) + " s") }
        if changes.hasDiscontinuityMismatch { note(.live, name + ": discontinuity numbers changed; the known ones are kept") }
        if changes.isRewritten { note(.live, name + ": a known segment has another address") }
        if let former = changes.formerTargetDuration { note(.live, name + ": the target duration changed from " + String(former) + " s") }
    }

    /// Caches may answer with what was true a while ago: the same segments, and fewer at the end.
    private func isOldCopy(_ playlist: MediaPlaylist, _ old: MediaPlaylist) -> Bool {
        guard playlist.skip == nil, playlist.mediaSequence <= old.mediaSequence, playlist.nextSequence < old.nextSequence,
            playlist.nextSequence > old.mediaSequence, !playlist.isEndList
        else { return false }
        let place = Int(old.mediaSequence - playlist.mediaSequence)
        guard place < playlist.segments.count, let known = old.segments.first else { return false }
        return playlist.segments[place].uri.text == known.uri.text
    }

    /// Why a playlist is the beginning of something new rather than a continuation; nil when it goes on.
    private func restarts(_ playlist: MediaPlaylist, _ old: MediaPlaylist) -> String? {
        if playlist.mediaSequence < old.mediaSequence, playlist.nextSequence < old.nextSequence {
            return "sequence numbers went back from " + String(old.nextSequence) + " to " + String(playlist.nextSequence)
        }
        let missed = playlist.mediaSequence > old.nextSequence ? playlist.mediaSequence - old.nextSequence : 0
        let isDated = (playlist.segments.first ?? playlist.upcoming)?.programDateTime != nil && old.segments.first?.programDateTime != nil
        if !isDated, Double(missed) * Double(old.targetDuration) > 86_400 {
            return "sequence numbers jumped from " + String(old.nextSequence) + " to " + String(playlist.mediaSequence)
        }
        return nil
    }

    private mutating func askForAll(_ index: Int, because reason: String) -> Bool {
        note(.playlist, shortName(tracks[index].url) + ": " + reason + "; asks for the whole")
        if tracks[index].needsFull {
            trackFailed(index, LoadID(lastLoad), LoadFailure(.malformed, message: reason))
            return false
        }
        tracks[index].needsFull = true
        tracks[index].nextReload = now
        return false
    }

    /// The stream began anew under the same address: what follows is put behind what was known, by date where there is one.
    private mutating func resynchronise(_ playlist: MediaPlaylist, in index: Int, because reason: String) {
        let old = tracks[index]
        var shift = old.end - (playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0)
        if let date = (playlist.segments.first ?? playlist.upcoming)?.programDateTime, let zero = dateOfZero(old) {
            let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
            let dated = date - zero - own
            // A date that would rewrite what has been played is not believed.
            if (dated - shift).magnitude < 3600, dated + own >= old.start { shift = dated }
        }
        if let model = reference, model != index, let known = tracks[model].playlist, tracks[model].epoch > old.epoch,
            let aligned = PlaylistAlignment.shift(of: playlist, to: known, shiftedBy: tracks[model].shift)
        {
            shift = aligned
        }
        tracks[index].playlist = playlist
        tracks[index].epoch += 1
        tracks[index].shift = shift
        tracks[index].changed = now
        tracks[index].lastFull = now
        tracks[index].unchanged = 0
        tracks[index].needsFull = false
        note(.live, shortName(old.url) + ": " + reason + "; goes on at " + decimalText(tracks[index].start, decimals: 3) + " s")
        for number in 0..<lanes.count where lanes[number].isActive && lanes[number].track == index {
            lanes[number].next = nil
            lanes[number].startsRun = true
            lanes[number].sampleEnd = nil
            grid?.restart()
            if lanes[number].time < tracks[index].start - 0.001, lanes[number].time >= old.end - old.targetDuration {
                let hole = TimeRange(start: lanes[number].time, end: tracks[index].start)
                if hole.duration > 0.05 { actions.append(.gap(lanes[number].lane, hole)) }
                lanes[number].time = tracks[index].start
            }
        }
    }

    /// A live playlist that should have grown long ago: another source is tried, then the session ends.
    private mutating func isFrozen(_ index: Int) -> Bool {
        let timing = ReloadTiming(targetDuration: tracks[index].targetDuration, changed: false)
        let limit = recovery.policy.frozenAfter * timing.usableTarget
        guard now - tracks[index].changed > limit, let lane = lanes.first(where: { $0.isActive && $0.track == index })?.lane
        else {
            return false
        }
        let message = "no change for " + decimalText(now - tracks[index].changed, decimals: 1) + " s"
        let failure = LoadFailure(.timeout, message: "the live playlist is frozen: " + message)
        var `case` = RecoveryCase(
            resource: .mediaPlaylist, failure: failure, load: LoadID(0), attempt: 1, hostFailures: 1, distress: 0, buffered: 0)
        describeAlternatives(&`case`, lane)
        if !penalties.isPenalised(.playlist(tracks[index].url), at: now) {
            note(.live, shortName(tracks[index].url) + " is frozen: " + message)
        }
        penalties.penalise(.playlist(tracks[index].url), until: now + recovery.policy.variantPenalty)
        if `case`.hasPathway {
            fallBack(.pathway, lane, failure, tracks[index].url)
        } else if `case`.hasVariant {
            fallBack(.variant, lane, failure, tracks[index].url)
        } else if `case`.hasRendition {
            fallBack(.rendition, lane, failure, tracks[index].url)
        } else if lane == .subtitles {
            loseLane(lane, .frozen, tracks[index].url, failure)
        } else if buffered(lane) > 0.1, facts.rate > 0 {
            // What is queued is still played; the server may come back meanwhile.
            return false
        } else {
            fail(
                StreamingError(
                    .frozen,
                    message: failure.message + " while its target duration is " + decimalText(tracks[index].targetDuration, decimals: 0)
                        + " s; the packager has stopped or a cache holds an old copy", url: tracks[index].url, underlying: failure,
                    isTransient: true))
        }
        return true
    }
}
