// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Points a lane to the playlist of its stream, and asks for it when it is not there.
    mutating func assignTrack(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard lanes[number].isActive, let url = selection.url(lane, stream: lanes[number].stream, variant: lanes[0].stream) else { return }
        let index = playlists.index(of: url)
        guard lanes[number].track != index else { return }
        lanes[number].track = index
        lanes[number].next = nil
        forgiveTrack(index)
        if !playlists.isFresh(index, at: now) { loadTrack(index) }
        // Of a playlist that was here before nobody hears anew.
        planInterstitials(index)
    }

    /// A playlist that comes into use has its failures of long ago behind it.
    mutating func forgiveTrack(_ index: Int) {
        playlists.tracks[index].row.failures = 0
        playlists.tracks[index].row.firstFailure = nil
    }

    mutating func loadTrack(_ index: Int) {
        guard playlists.tracks[index].load == nil else { return }
        playlists.tracks[index].requested = now
        playlists.tracks[index].nextReload = nil
        let (url, limits) = playlists.request(for: index, lanes: lanes, at: now)
        playlists.tracks[index].load = load(.playlist(ResourceLocation(url: url)), for: .track(index), limits: limits)
    }

    /// A text has come whole.
    mutating func received(_ id: LoadID, _ bytes: [UInt8]) {
        let head = heads.removeValue(forKey: id)
        noteAnswer(id)
        guard let purpose = loads.removeValue(forKey: id) else { return }
        switch purpose {
        case .root: receivedRoot(id, bytes, head)
        case .track(let index): receivedTrack(index, id, bytes, head)
        case .steering: receivedSteering(bytes, head)
        case .segment, .replacement, .picture, .preview: return
        }
    }

    private mutating func receivedRoot(_ id: LoadID, _ bytes: [UInt8], _ head: ResponseHead?) {
        let base = head?.url ?? source.url
        root.load = nil
        root.url = base
        let reading = PlaylistText.read(bytes, base: base, importable: [])
        noteDiagnostics(reading, source.url)
        switch reading.playlist {
        case .multivariant(let playlist):
            root.failures = 0
            begin(playlist)
        case .media(let playlist):
            root.failures = 0
            begin(playlist, url: base)
        case nil:
            rootFailed(id, LoadFailure(.malformed, message: PlaylistText.complaint(reading)))
        }
    }

    private mutating func receivedTrack(_ index: Int, _ id: LoadID, _ bytes: [UInt8], _ head: ResponseHead?) {
        playlists.tracks[index].load = nil
        let base = DeliveryDirectives.removed(from: head?.url ?? playlists.tracks[index].url)
        let reading = PlaylistText.read(bytes, base: base, importable: root.multivariant?.defines ?? [])
        noteDiagnostics(reading, playlists.tracks[index].url)
        guard case .media(let playlist) = reading.playlist else {
            trackFailed(index, id, LoadFailure(.malformed, message: PlaylistText.complaint(reading)))
            return
        }
        playlists.tracks[index].copies.came(head)
        noteSuccess(playlists.tracks[index].url)
        accept(playlist, in: index)
    }

    private mutating func noteDiagnostics(_ reading: PlaylistReading, _ url: String) {
        for diagnostic in reading.diagnostics.prefix(8) {
            note(
                .diagnostic,
                shortName(url) + ":" + String(diagnostic.line) + ":" + String(diagnostic.column) + " " + diagnostic.code.name + ": "
                    + diagnostic.message)
        }
        if reading.diagnostics.count > 8 { note(.diagnostic, shortName(url) + ": " + String(reading.diagnostics.count - 8) + " more") }
    }

    /// A media playlist was read: the first of its track, or a reload.
    mutating func accept(_ playlist: MediaPlaylist, in index: Int) {
        playlists.tracks[index].answered = now
        let isFirst = playlists.tracks[index].playlist == nil
        if isFirst {
            guard adopt(playlist, in: index) else { return }
        } else {
            guard reload(playlist, in: index) else { return }
        }
        playlists.tracks[index].row.failures = 0
        playlists.tracks[index].row.firstFailure = nil
        if lanes[0].track == index { playlists.reference = index }
        playlists.planReload(index, at: now)
        if phase == .loadingTracks, lanes[0].track == index { beginPlaying() }
        if phase == .running { updateTimeline() }
        tellDateRanges(index)
        planInterstitials(index)
    }

    private mutating func adopt(_ playlist: MediaPlaylist, in index: Int) -> Bool {
        if playlist.isIFramesOnly && !playlists.tracks[index].isTrick || playlist.isImagesOnly {
            trackFailed(index, LoadID(0), LoadFailure(.unsupported, message: "a trick play playlist stands where media is expected"))
            return false
        }
        if playlist.segments.isEmpty, playlist.upcoming == nil, playlist.isEndList {
            trackFailed(index, LoadID(0), LoadFailure(.malformed, message: "the playlist is at its end and has no segment"))
            return false
        }
        if playlist.segments.isEmpty, playlist.upcoming == nil, playlist.targetDuration == 0 {
            trackFailed(
                index, LoadID(0),
                LoadFailure(.malformed, message: "the playlist is empty: it has no segment, variant or EXT-X-TARGETDURATION"))
            return false
        }
        if playlist.skip != nil {
            trackFailed(index, LoadID(0), LoadFailure(.malformed, message: "a delta update came without a playlist to update"))
            return false
        }
        if let method = PlaylistLibrary.unknownMethod(playlist) {
            let message = "its segments are encrypted by " + method + "; known here are " + SegmentEncryption.Method.known
            trackFailed(index, LoadID(0), LoadFailure(.unsupported, message: message))
            return false
        }
        playlists.tracks[index].playlist = playlist
        playlists.tracks[index].copies.take()
        playlists.tracks[index].changed = now
        playlists.tracks[index].delta.lastFull = now
        playlists.tracks[index].shift = playlists.firstShift(index)
        playlists.tracks[index].epoch = playlists.reference.map { playlists.tracks[$0].epoch } ?? 0
        note(
            .playlist,
            shortName(playlists.tracks[index].url) + ": " + String(playlist.segments.count) + " segments, "
                + spanText(playlists.tracks[index].start, playlists.tracks[index].end) + (playlist.isEndList ? "" : ", live"))
        return true
    }
}
