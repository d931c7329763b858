// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// An item's media playlists, their state across reloads and their position on the item's timeline.
struct PlaylistLibrary: Sendable {
    /// In order of first use; an index stays valid for the session.
    private(set) var tracks: [PlaylistTrack] = []
    private(set) var trackOfURL: [String: Int] = [:]
    /// The playlist that the main content type used last; it defines the timeline.
    private(set) var reference: Int?
    let usesLowLatency: Bool
    let latency: LatencyPolicy
    private let limits: StreamLoad.TimeLimits

    init(_ configuration: StreamingConfiguration) {
        usesLowLatency = configuration.usesLowLatency
        latency = configuration.latency
        limits = configuration.limitsOfLoads.playlist
    }

    /// Returns the track for a URL, creating it on first use.
    mutating func index(of url: String) -> Int {
        if let known = trackOfURL[url] { return known }
        tracks.append(PlaylistTrack(url: url))
        trackOfURL[url] = tracks.count - 1
        return tracks.count - 1
    }

    /// Whether a playlist is loaded and, if it is live, recent enough to determine the live edge.
    func isFresh(_ index: Int, at now: Instant) -> Bool {
        guard tracks[index].playlist != nil else { return false }
        return !tracks[index].isLive || now - tracks[index].answered < tracks[index].targetDuration
    }

    mutating func requested(_ index: Int, _ id: LoadID) { tracks[index].load = id }

    /// Begins a request for a track and returns its URL and time limits; nil if one is in flight.
    mutating func beginRequest(_ index: Int, states: [MediaState], at now: Instant) -> (url: String, limits: StreamLoad.TimeLimits)? {
        guard tracks[index].load == nil else { return nil }
        tracks[index].requested = now
        tracks[index].nextReload = nil
        return request(for: index, states: states, at: now)
    }

    /// Call when a request for a track has ended, with or without an answer.
    mutating func closed(_ index: Int) { tracks[index].load = nil }

    /// Call when a track's playlist is the item's own root playlist, which is already loaded.
    mutating func loadedWithItem(_ index: Int, at now: Instant) {
        tracks[index].requested = now
        tracks[index].mayHoldFrames = true
    }

    /// Counts a failure of a track. Returns the number of consecutive failures and when the first one occurred.
    mutating func failed(_ index: Int, at now: Instant) -> (failures: Int, since: Instant) {
        tracks[index].failures.count += 1
        let since = tracks[index].failures.firstFailure ?? now
        tracks[index].failures.firstFailure = since
        return (tracks[index].failures.count, since)
    }

    /// Clears the failures of a playlist that comes into use or has arrived.
    mutating func forgive(_ index: Int) { tracks[index].failures = PlaylistTrack.FailureCount() }

    mutating func retry(_ index: Int, at moment: Instant) { tracks[index].nextReload = moment }

    /// Makes a playlist the timeline's reference if it is loaded.
    mutating func refer(to index: Int) { if tracks[index].playlist != nil { reference = index } }

    /// The track of an I-frame playlist.
    mutating func trickTrack(of url: String) -> Int {
        let index = index(of: url)
        tracks[index].mayHoldFrames = true
        return index
    }

    /// The URL to request for a track, with reload directives that the server supports, and the time limits of the answer.
    private func request(for index: Int, states: [MediaState], at now: Instant) -> (String, StreamLoad.TimeLimits) {
        var limits = self.limits
        var directives: [(name: String, value: String)] = []
        if tracks[index].playlist == nil || !isFresh(index, at: now),
            let report = report(of: tracks[index].url, states: states, at: now)
        {
            directives = report
        } else if let playlist = tracks[index].playlist, !playlist.isEndList {
            if playlist.serverControl.canBlockReload, usesLowLatency {
                directives += nextPlace(playlist)
                limits.firstByte += 3 * tracks[index].targetDuration
                limits.whole += 3 * tracks[index].targetDuration
            }
            if let skipUntil = playlist.serverControl.canSkipUntil, now - tracks[index].delta.lastFull < skipUntil / 2,
                !tracks[index].delta.needsFull
            {
                directives.append((name: "_HLS_skip", value: playlist.serverControl.canSkipDateRanges ? "v2" : "YES"))
            }
        }
        return (QueryParameters.adding(directives, to: tracks[index].url), limits)
    }

    /// The newest segment and part of another playlist according to the one being played, so that no cache answers with an old copy.
    private func report(of url: String, states: [MediaState], at now: Instant) -> [(name: String, value: String)]? {
        guard usesLowLatency else { return nil }
        for state in states where state.isActive {
            guard let index = state.track, let playlist = tracks[index].playlist, !playlist.isEndList,
                playlist.serverControl.canBlockReload,
                isFresh(index, at: now), let report = playlist.renditionReports.first(where: { $0.uri.url == url })
            else { continue }
            let last = report.lastSequence ?? playlist.nextSequence &- 1
            var directives = [(name: "_HLS_msn", value: String(last))]
            if let part = report.lastPart { directives.append((name: "_HLS_part", value: String(part))) }
            return directives
        }
        return nil
    }

    /// The directives for what comes after the newest part or segment of a playlist.
    private func nextPlace(_ playlist: MediaPlaylist) -> [(name: String, value: String)] {
        let sequence = (name: "_HLS_msn", value: String(playlist.nextSequence))
        guard playlist.partTarget != nil else { return [sequence] }
        return [sequence, (name: "_HLS_part", value: String(playlist.upcoming?.parts.count ?? 0))]
    }

    /// Plans a track's next reload; none if it can't change any more.
    mutating func planReload(_ index: Int, at now: Instant) {
        guard let playlist = tracks[index].playlist, !playlist.isEndList else {
            tracks[index].nextReload = nil
            return
        }
        let timing = ReloadTiming(
            targetDuration: Double(playlist.targetDuration), partTarget: usesLowLatency ? playlist.partTarget : nil,
            lastDuration: playlist.segments.last?.duration ?? 0, changed: tracks[index].unchanged == 0, unchanged: tracks[index].unchanged,
            age: tracks[index].copies.age, blocks: playlist.serverControl.canBlockReload && usesLowLatency)
        tracks[index].nextReload = timing.next(requested: tracks[index].requested, answered: now)
    }
}

extension PlaylistLibrary {
    /// The result of accepting a playlist.
    enum Outcome: Hashable, Sendable {
        /// The first playlist of its track.
        case added
        /// A reload: whether it brought something new, and the seconds by which the playlist was moved on the item's timeline to match the
        /// dates of the main one.
        case merged(hasGrown: Bool, drift: Double?)
        /// A cache answered with an old copy, which is ignored.
        case oldCopy
        /// The stream restarted at the same URL. The values are its end and its target duration before that, in seconds.
        case restarted(end: Double, targetDuration: Double)
        /// A delta update can't be applied: the next request asks for the full playlist.
        case needsFullPlaylist
        case failed(LoadFailure, LoadID)
    }

    /// Accepts a playlist: the first of its track, or a reload.
    /// - Parameter dateOfZero: seconds since 1970 at the timeline's zero, as reported to the caller.
    mutating func accept(
        _ playlist: MediaPlaylist, in index: Int, head: ResponseHead?, dateOfZero: Double?, _ out: inout SessionOutput
    ) -> Outcome {
        tracks[index].copies.received(head)
        tracks[index].answered = out.now
        guard let old = tracks[index].playlist else { return adopt(playlist, in: index, &out) }
        if Self.isOldCopy(playlist, old), !tracks[index].copies.isNewStream(end: playlist.nextSequence, knownEnd: old.nextSequence) {
            tracks[index].unchanged += 1
            out.note(.playlist, shortName(tracks[index].url) + ": an older copy came, from before segment " + String(old.nextSequence))
            return .oldCopy
        }
        tracks[index].copies.take()
        if playlist.skip == nil, let reason = Self.restarts(playlist, old, elapsed: out.now - tracks[index].changed) {
            return restart(with: playlist, in: index, because: reason, &out)
        }
        let merge: PlaylistMerge
        do throws(PlaylistMergeError) { merge = try old.merging(playlist) } catch {
            return requestFullPlaylist(index, because: error.message, &out)
        }
        return apply(merge, of: playlist, in: index, dateOfZero: dateOfZero, &out)
    }

    /// Call after a playlist was accepted: makes it the timeline's reference if it is the main one, and plans its next reload.
    mutating func accepted(_ index: Int, isMain: Bool, at now: Instant) {
        forgive(index)
        if isMain { reference = index }
        planReload(index, at: now)
    }

    // MARK: First load

    private mutating func adopt(_ playlist: MediaPlaylist, in index: Int, _ out: inout SessionOutput) -> Outcome {
        if let failure = Self.complaint(playlist, mayHoldFrames: tracks[index].mayHoldFrames) { return .failed(failure, LoadID(0)) }
        tracks[index].playlist = playlist
        tracks[index].copies.take()
        tracks[index].changed = out.now
        tracks[index].delta.lastFull = out.now
        tracks[index].shift = firstShift(index)
        tracks[index].epoch = reference.map { tracks[$0].epoch } ?? 0
        out.note(
            .playlist,
            shortName(tracks[index].url) + ": " + String(playlist.segments.count) + " segments, "
                + spanText(tracks[index].start, tracks[index].end) + (playlist.isEndList ? "" : ", live"))
        return .added
    }

    /// Why a first playlist can't be played; nil if it can.
    /// - Parameter mayHoldFrames: whether it may be an I-frame playlist.
    static func complaint(_ playlist: MediaPlaylist, mayHoldFrames: Bool) -> LoadFailure? {
        if playlist.isIFramesOnly && !mayHoldFrames || playlist.isImagesOnly {
            return LoadFailure(.unsupported, message: "a trick play playlist stands where media is expected")
        }
        if playlist.segments.isEmpty, playlist.upcoming == nil, playlist.isEndList {
            return LoadFailure(.malformed, message: "the playlist is at its end and has no segment")
        }
        if playlist.segments.isEmpty, playlist.upcoming == nil, playlist.targetDuration == 0 {
            return LoadFailure(.malformed, message: "the playlist is empty: it has no segment, variant or EXT-X-TARGETDURATION")
        }
        if playlist.skip != nil {
            return LoadFailure(.malformed, message: "a delta update came without a playlist to update")
        }
        if let method = unknownMethod(playlist) {
            let message = "its segments are encrypted with " + method + "; supported are " + SegmentEncryption.Method.known
            return LoadFailure(.unsupported, message: message)
        }
        return nil
    }

    // MARK: Reloads

    private mutating func apply(
        _ merge: PlaylistMerge, of playlist: MediaPlaylist, in index: Int, dateOfZero: Double?, _ out: inout SessionOutput
    ) -> Outcome {
        tracks[index].playlist = merge.playlist
        if playlist.skip == nil {
            tracks[index].delta.lastFull = out.now
            tracks[index].delta.needsFull = false
        }
        let hasGrown = merge.changes.isProgress || merge.changes.removedSegments > 0
        tracks[index].unchanged = hasGrown ? 0 : tracks[index].unchanged + 1
        if hasGrown { tracks[index].changed = out.now }
        noteChanges(merge.changes, index, &out)
        var drift: Double?
        if merge.changes.isDisjoint, let model = reference, model != index, isFresh(model, at: out.now),
            let known = tracks[model].playlist,
            let shift = PlaylistAlignment.shift(of: merge.playlist, to: known, shiftedBy: tracks[model].shift)
        {
            tracks[index].shift = shift
        } else {
            drift = realign(index, &out)
        }
        checkDates(playlist, index, dateOfZero, &out)
        return .merged(hasGrown: hasGrown, drift: drift)
    }

    private func noteChanges(_ changes: PlaylistChanges, _ index: Int, _ out: inout SessionOutput) {
        let name = shortName(tracks[index].url)
        if changes.hasEnded { out.note(.live, name + " has ended at " + decimalText(tracks[index].end, decimals: 3) + " s") }
        if changes.hasDiscontinuityMismatch { out.note(.live, name + ": discontinuity numbers changed; the known ones are kept") }
        if changes.isRewritten { out.note(.live, name + ": a known segment has another address") }
        if let previous = changes.previousTargetDuration {
            out.note(.live, name + ": the target duration changed from " + String(previous) + " s")
        }
    }

    private mutating func requestFullPlaylist(_ index: Int, because reason: String, _ out: inout SessionOutput) -> Outcome {
        out.note(.playlist, shortName(tracks[index].url) + ": " + reason + "; asks for the whole")
        if tracks[index].delta.needsFull { return .failed(LoadFailure(.malformed, message: reason), out.requests.last) }
        tracks[index].delta.needsFull = true
        tracks[index].nextReload = out.now
        return .needsFullPlaylist
    }

    /// The stream restarted: the new playlist is placed after the known one, by date if it has one.
    private mutating func restart(
        with playlist: MediaPlaylist, in index: Int, because reason: String, _ out: inout SessionOutput
    ) -> Outcome {
        let old = tracks[index]
        let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
        var shift = old.end - own
        if let date = (playlist.segments.first ?? playlist.upcoming)?.programDateTime, let zero = old.dateOfZero {
            let dated = date - zero - own
            // A date that would overwrite what has already played is ignored.
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
        tracks[index].changed = out.now
        tracks[index].unchanged = 0
        tracks[index].delta = PlaylistTrack.DeltaState(lastFull: out.now)
        out.note(.live, shortName(old.url) + ": " + reason + "; goes on at " + decimalText(tracks[index].start, decimals: 3) + " s")
        return .restarted(end: old.end, targetDuration: old.targetDuration)
    }

    // MARK: Dates

    /// Aligns a live playlist with the main one again after their durations have drifted apart according to their dates. Otherwise content
    /// types would be loaded out of step. Sample timestamps are unaffected.
    /// - Returns: the seconds by which it was moved; nil if it stays.
    private mutating func realign(_ index: Int, _ out: inout SessionOutput) -> Double? {
        guard let model = reference, model != index, isFresh(model, at: out.now), tracks[model].epoch == tracks[index].epoch,
            let known = tracks[model].playlist, let playlist = tracks[index].playlist,
            let dated = PlaylistAlignment.byDate(playlist, known)
        else { return nil }
        let drift = dated + tracks[model].shift - tracks[index].shift
        // Packagers' dates aren't exact; from half a segment on, loading gets out of step.
        guard drift.magnitude > max(1, tracks[index].targetDuration / 2), drift.isFinite else { return nil }
        tracks[index].shift += drift
        out.note(
            .live,
            shortName(tracks[index].url) + ": put beside the dates of the main playlist, by " + decimalText(drift, decimals: 2) + " s")
        return drift
    }

    /// Records a date that contradicts the timeline.
    private mutating func checkDates(_ playlist: MediaPlaylist, _ index: Int, _ dateOfZero: Double?, _ out: inout SessionOutput) {
        guard let last = playlist.segments.last, let date = last.programDateTime, last.statesProgramDateTime,
            let position = tracks[index].position(sequence: last.sequence), let zero = dateOfZero,
            let known = tracks[index].playlist?.segments[position]
        else { return }
        let drift = date - zero - (known.start + tracks[index].shift)
        if drift.magnitude > 1, (drift - tracks[index].drift).magnitude > 0.5 {
            tracks[index].drift = drift
            out.note(.live, shortName(tracks[index].url) + ": dates drift from durations by " + decimalText(drift, decimals: 2) + " s")
        }
    }
}
