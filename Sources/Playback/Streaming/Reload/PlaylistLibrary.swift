// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The media playlists of an item, what is known of them over their reloads, and where each of them lies on the item's timeline.
struct PlaylistLibrary: Sendable {
    /// In the order of their first use; an index names the same playlist for the whole session.
    var tracks: [MediaTrack] = []
    private(set) var trackOfURL: [String: Int] = [:]
    /// The playlist that the main lane followed last: the timeline is counted by it.
    var reference: Int?
    let usesLowLatency: Bool
    let latency: LatencyPolicy
    private let limits: StreamLoad.TimeLimits

    init(_ configuration: StreamingConfiguration) {
        usesLowLatency = configuration.usesLowLatency
        latency = configuration.latency
        limits = configuration.limitsOfLoads.playlist
    }

    /// The track for an address, made on first use.
    mutating func index(of url: String) -> Int {
        if let known = trackOfURL[url] { return known }
        tracks.append(MediaTrack(url: url))
        trackOfURL[url] = tracks.count - 1
        return tracks.count - 1
    }

    /// Loaded, and if it is live not so long ago that it says nothing of the edge.
    func isFresh(_ index: Int, at now: Instant) -> Bool {
        guard tracks[index].playlist != nil else { return false }
        return !tracks[index].isLive || now - tracks[index].answered < tracks[index].targetDuration
    }

    /// The address to ask for a track, with what the server offers for reloads, and the time the answer may take.
    mutating func request(for index: Int, lanes: [LaneState], at now: Instant) -> (String, StreamLoad.TimeLimits) {
        var limits = self.limits
        var directives: [(name: String, value: String)] = []
        if tracks[index].playlist == nil || !isFresh(index, at: now), let report = report(of: tracks[index].url, lanes: lanes, at: now) {
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

    /// The newest segment and part of another playlist, as far as the one being played tells: so that no cache answers with an old copy.
    private func report(of url: String, lanes: [LaneState], at now: Instant) -> [(name: String, value: String)]? {
        guard usesLowLatency else { return nil }
        for lane in lanes where lane.isActive {
            guard let index = lane.track, let playlist = tracks[index].playlist, !playlist.isEndList, playlist.serverControl.canBlockReload,
                isFresh(index, at: now), let report = playlist.renditionReports.first(where: { $0.uri.url == url })
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

    /// When a track is asked for next; never when it cannot change any more.
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
