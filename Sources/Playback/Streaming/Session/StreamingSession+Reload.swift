// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// The address to ask for a track, with what the server offers for reloads, and the time the answer may take.
    mutating func request(for index: Int) -> (String, StreamLoad.TimeLimits) {
        var limits = configuration.limitsOfLoads.playlist
        var directives: [(name: String, value: String)] = []
        tracks[index].lastRequestWasBlocking = false
        if tracks[index].playlist == nil || !isFresh(index), let report = report(of: tracks[index].url) {
            directives = report
        } else if let playlist = tracks[index].playlist, !playlist.isEndList {
            if playlist.serverControl.canBlockReload, configuration.usesLowLatency {
                directives += nextPlace(playlist)
                tracks[index].lastRequestWasBlocking = true
                limits.firstByte += 3 * tracks[index].targetDuration
                limits.whole += 3 * tracks[index].targetDuration
            }
            if let skipUntil = playlist.serverControl.canSkipUntil, now - tracks[index].lastFull < skipUntil / 2, !tracks[index].needsFull {
                directives.append((name: "_HLS_skip", value: playlist.serverControl.canSkipDateRanges ? "v2" : "YES"))
            }
        }
        return (QueryParameters.adding(directives, to: tracks[index].url), limits)
    }

    /// The newest segment and part of another playlist, as far as the one being played tells: so that no cache answers with an old copy.
    private func report(of url: String) -> [(name: String, value: String)]? {
        guard configuration.usesLowLatency else { return nil }
        for lane in lanes where lane.isActive {
            guard let index = lane.track, let playlist = tracks[index].playlist, !playlist.isEndList, playlist.serverControl.canBlockReload,
                isFresh(index), let report = playlist.renditionReports.first(where: { $0.uri.url == url })
            else { continue }
            let last = report.lastSequence ?? playlist.nextSequence &- 1
            var directives = [(name: "_HLS_msn", value: String(last))]
            if let part = report.lastPart { directives.append((name: "_HLS_part", value: String(part))) }
            return directives
        }
        return nil
    }

    /// What comes after the newest part or segment of a playlist.
    private func nextPlace(_ playlist: MediaPlaylist) -> [(name: String, value: String)] {
        let sequence = (name: "_HLS_msn", value: String(playlist.nextSequence))
        guard playlist.partTarget != nil else { return [sequence] }
        return [sequence, (name: "_HLS_part", value: String(playlist.upcoming?.parts.count ?? 0))]
    }

    mutating func reloadDueTracks() {
        guard phase == .running || phase == .loadingTracks else { return }
        for lane in lanes where lane.isActive {
            guard let index = lane.track, tracks[index].load == nil else { continue }
            if let due = tracks[index].nextReload {
                if due <= now { loadTrack(index) }
            } else if tracks[index].playlist == nil {
                loadTrack(index)
            } else if tracks[index].isLive {
                // A lane came back to a playlist that nobody followed meanwhile.
                planReload(index)
                if let due = tracks[index].nextReload, due <= now { loadTrack(index) }
            }
        }
    }

    /// When a track is asked for next; never when it cannot change any more.
    mutating func planReload(_ index: Int) {
        guard let playlist = tracks[index].playlist, !playlist.isEndList else {
            tracks[index].nextReload = nil
            return
        }
        let timing = ReloadTiming(
            targetDuration: Double(playlist.targetDuration), partTarget: configuration.usesLowLatency ? playlist.partTarget : nil,
            lastDuration: playlist.segments.last?.duration ?? 0, changed: tracks[index].unchanged == 0, unchanged: tracks[index].unchanged,
            age: tracks[index].age, blocks: playlist.serverControl.canBlockReload && configuration.usesLowLatency)
        tracks[index].nextReload = timing.next(requested: tracks[index].requested, answered: now)
    }

    /// Where a live stream is joined: the hold-back before its end.
    func liveStart(_ track: MediaTrack) -> Double { liveEnd(track) - holdBack(track) }

    /// Where what can be played of a live playlist ends: parts of a segment under way count only where they are used.
    func liveEnd(_ track: MediaTrack) -> Double {
        configuration.usesLowLatency && track.playlist?.partTarget != nil ? track.end : track.segmentEnd
    }

    /// Seconds to keep from the end of the playlist (RFC 8216bis 4.4.3.8).
    func holdBack(_ track: MediaTrack) -> Double {
        guard let playlist = track.playlist else { return 0 }
        let control = playlist.serverControl
        if let partTarget = playlist.partTarget, configuration.usesLowLatency {
            let least = 2 * partTarget
            if let wanted = configuration.latency.wanted { return max(wanted, least) }
            return max(control.partHoldBack ?? 3 * partTarget, least)
        }
        let usual = control.holdBack ?? 3 * track.targetDuration
        if let wanted = configuration.latency.wanted { return max(wanted, min(usual, 2 * track.targetDuration)) }
        return max(usual, track.targetDuration)
    }
}
