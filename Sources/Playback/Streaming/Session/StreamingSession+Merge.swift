// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Takes a reload into a track. False when the track failed by it.
    mutating func reload(_ playlist: MediaPlaylist, in index: Int) -> Bool {
        guard let old = playlists.tracks[index].playlist else { return false }
        let isOld = PlaylistLibrary.isOldCopy(playlist, old)
        if isOld, !playlists.tracks[index].copies.isNewStream(end: playlist.nextSequence, knownEnd: old.nextSequence) {
            playlists.tracks[index].unchanged += 1
            note(
                .playlist, shortName(playlists.tracks[index].url) + ": an older copy came, from before segment " + String(old.nextSequence))
            return !isFrozen(index)
        }
        playlists.tracks[index].copies.take()
        let elapsed = now - playlists.tracks[index].changed
        if playlist.skip == nil, let reason = PlaylistLibrary.restarts(playlist, old, elapsed: elapsed) {
            resynchronise(playlist, in: index, because: reason)
            return true
        }
        let merge: PlaylistMerge
        do throws(PlaylistMergeError) { merge = try old.merging(playlist) } catch { return askForAll(index, because: error.message) }
        playlists.tracks[index].playlist = merge.playlist
        if playlist.skip == nil {
            playlists.tracks[index].delta.lastFull = now
            playlists.tracks[index].delta.needsFull = false
        }
        let hasGrown = merge.changes.isProgress || merge.changes.removedSegments > 0
        playlists.tracks[index].unchanged = hasGrown ? 0 : playlists.tracks[index].unchanged + 1
        if hasGrown { playlists.tracks[index].changed = now }
        noteChanges(merge.changes, index)
        if merge.changes.isDisjoint, let model = playlists.reference, model != index, playlists.isFresh(model, at: now),
            let known = playlists.tracks[model].playlist,
            let shift = PlaylistAlignment.shift(of: merge.playlist, to: known, shiftedBy: playlists.tracks[model].shift)
        {
            playlists.tracks[index].shift = shift
        } else {
            realign(index)
        }
        checkDates(playlist, index)
        checkHint(index)
        if !hasGrown { return !isFrozen(index) }
        return true
    }

    private mutating func noteChanges(_ changes: PlaylistChanges, _ index: Int) {
        let name = shortName(playlists.tracks[index].url)
        if changes.hasEnded { note(.live, name + " has ended at " + decimalText(playlists.tracks[index].end, decimals: 3) + " s") }
        if changes.hasDiscontinuityMismatch { note(.live, name + ": discontinuity numbers changed; the known ones are kept") }
        if changes.isRewritten { note(.live, name + ": a known segment has another address") }
        if let former = changes.formerTargetDuration { note(.live, name + ": the target duration changed from " + String(former) + " s") }
    }

    private mutating func askForAll(_ index: Int, because reason: String) -> Bool {
        note(.playlist, shortName(playlists.tracks[index].url) + ": " + reason + "; asks for the whole")
        if playlists.tracks[index].delta.needsFull {
            trackFailed(index, LoadID(lastLoad), LoadFailure(.malformed, message: reason))
            return false
        }
        playlists.tracks[index].delta.needsFull = true
        playlists.tracks[index].nextReload = now
        return false
    }

    /// The stream began anew under the same address: what follows is put behind what was known, by date where there is one.
    private mutating func resynchronise(_ playlist: MediaPlaylist, in index: Int, because reason: String) {
        let old = playlists.tracks[index]
        var shift = old.end - (playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0)
        if let date = (playlist.segments.first ?? playlist.upcoming)?.programDateTime, let zero = old.dateOfZero {
            let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
            let dated = date - zero - own
            // A date that would rewrite what has been played is not believed.
            if (dated - shift).magnitude < 3600, dated + own >= old.start { shift = dated }
        }
        if let model = playlists.reference, model != index, let known = playlists.tracks[model].playlist,
            playlists.tracks[model].epoch > old.epoch,
            let aligned = PlaylistAlignment.shift(of: playlist, to: known, shiftedBy: playlists.tracks[model].shift)
        {
            shift = aligned
        }
        playlists.tracks[index].playlist = playlist
        playlists.tracks[index].epoch += 1
        playlists.tracks[index].shift = shift
        playlists.tracks[index].changed = now
        playlists.tracks[index].delta.lastFull = now
        playlists.tracks[index].unchanged = 0
        playlists.tracks[index].delta.needsFull = false
        note(.live, shortName(old.url) + ": " + reason + "; goes on at " + decimalText(playlists.tracks[index].start, decimals: 3) + " s")
        for number in 0..<lanes.count where lanes[number].isActive && lanes[number].track == index {
            lanes[number].next = nil
            lanes[number].startsRun = true
            lanes[number].sampleEnd = nil
            quality.grid?.restart()
            if lanes[number].time < playlists.tracks[index].start - 0.001, lanes[number].time >= old.end - old.targetDuration {
                let hole = TimeRange(start: lanes[number].time, end: playlists.tracks[index].start)
                if hole.duration > 0.05 { actions.append(.gap(lanes[number].lane, hole)) }
                lanes[number].time = playlists.tracks[index].start
            }
        }
    }

    /// A live playlist that should have grown long ago: another source is tried, then the session ends.
    private mutating func isFrozen(_ index: Int) -> Bool {
        let timing = ReloadTiming(targetDuration: playlists.tracks[index].targetDuration, changed: false)
        let limit = recovery.policy.frozenAfter * timing.usableTarget
        guard now - playlists.tracks[index].changed > limit, let lane = lanes.first(where: { $0.isActive && $0.track == index })?.lane
        else {
            return false
        }
        let message = "no change for " + decimalText(now - playlists.tracks[index].changed, decimals: 1) + " s"
        let failure = LoadFailure(.timeout, message: "the live playlist is frozen: " + message)
        var `case` = RecoveryCase(
            resource: .mediaPlaylist, failure: failure, load: LoadID(0), attempt: 1, hostFailures: 1, distress: 0, buffered: 0)
        describeAlternatives(&`case`, lane)
        if !selection.exclusions.isPenalised(.playlist(playlists.tracks[index].url), at: now) {
            note(.live, shortName(playlists.tracks[index].url) + " is frozen: " + message)
        }
        selection.exclusions.penalise(.playlist(playlists.tracks[index].url), until: now + recovery.policy.variantPenalty)
        if `case`.hasPathway {
            fallBack(.pathway, lane, failure, playlists.tracks[index].url)
        } else if `case`.hasVariant {
            fallBack(.variant, lane, failure, playlists.tracks[index].url)
        } else if `case`.hasRendition {
            fallBack(.rendition, lane, failure, playlists.tracks[index].url)
        } else if lane == .subtitles {
            loseLane(lane, .frozen, playlists.tracks[index].url, failure)
        } else if buffered(lane) > 0.1, facts.rate > 0 {
            // What is queued is still played; the server may come back meanwhile.
            return false
        } else {
            fail(
                StreamingError(
                    .frozen,
                    message: failure.message + " while its target duration is "
                        + decimalText(playlists.tracks[index].targetDuration, decimals: 0)
                        + " s; the packager has stopped or a cache holds an old copy", url: playlists.tracks[index].url,
                    underlying: failure,
                    isTransient: true))
        }
        return true
    }
}
