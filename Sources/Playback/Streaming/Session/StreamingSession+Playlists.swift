// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// The track for an address, made on first use.
    mutating func track(_ url: String) -> Int {
        if let known = trackOfURL[url] { return known }
        tracks.append(MediaTrack(url: url))
        trackOfURL[url] = tracks.count - 1
        return tracks.count - 1
    }

    /// Points a lane to the playlist of its stream, and asks for it when it is not there.
    mutating func assignTrack(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard lanes[number].isActive, let url = url(lane, stream: lanes[number].stream, variant: lanes[0].stream) else { return }
        let index = track(url)
        guard lanes[number].track != index else { return }
        lanes[number].track = index
        lanes[number].next = nil
        forgiveTrack(index)
        if !isFresh(index) { loadTrack(index) }
        // Of a playlist that was here before nobody hears anew.
        planInterstitials(index)
    }

    /// A playlist that comes into use has its failures of long ago behind it.
    mutating func forgiveTrack(_ index: Int) {
        tracks[index].failures = 0
        tracks[index].firstFailure = nil
    }

    /// Loaded, and if it is live not so long ago that it says nothing of the edge.
    func isFresh(_ index: Int) -> Bool {
        guard tracks[index].playlist != nil else { return false }
        return !tracks[index].isLive || now - tracks[index].answered < tracks[index].targetDuration
    }

    mutating func loadTrack(_ index: Int) {
        guard tracks[index].load == nil else { return }
        tracks[index].requested = now
        tracks[index].nextReload = nil
        let (url, limits) = request(for: index)
        tracks[index].load = load(.playlist(ResourceLocation(url: url)), for: .track(index), limits: limits)
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
        tracks[index].load = nil
        let base = DeliveryDirectives.removed(from: head?.url ?? tracks[index].url)
        let reading = PlaylistText.read(bytes, base: base, importable: root.multivariant?.defines ?? [])
        noteDiagnostics(reading, tracks[index].url)
        guard case .media(let playlist) = reading.playlist else {
            trackFailed(index, id, LoadFailure(.malformed, message: PlaylistText.complaint(reading)))
            return
        }
        tracks[index].age = head?.age
        noteSuccess(tracks[index].url)
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
        tracks[index].answered = now
        let isFirst = tracks[index].playlist == nil
        if isFirst {
            guard adopt(playlist, in: index) else { return }
        } else {
            guard reload(playlist, in: index) else { return }
        }
        tracks[index].failures = 0
        tracks[index].firstFailure = nil
        if lanes[0].track == index { reference = index }
        planReload(index)
        if phase == .loadingTracks, lanes[0].track == index { beginPlaying() }
        if phase == .running { updateTimeline() }
        tellDateRanges(index)
        planInterstitials(index)
    }

    private mutating func adopt(_ playlist: MediaPlaylist, in index: Int) -> Bool {
        if playlist.isIFramesOnly && !tracks[index].isTrick || playlist.isImagesOnly {
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
        if let method = Self.unknownMethod(playlist) {
            let message = "its segments are encrypted by " + method + "; known here are " + SegmentEncryption.Method.known
            trackFailed(index, LoadID(0), LoadFailure(.unsupported, message: message))
            return false
        }
        tracks[index].playlist = playlist
        tracks[index].changed = now
        tracks[index].lastFull = now
        tracks[index].shift = firstShift(index)
        tracks[index].epoch = reference.map { tracks[$0].epoch } ?? 0
        note(
            .playlist,
            shortName(tracks[index].url) + ": " + String(playlist.segments.count) + " segments, "
                + spanText(tracks[index].start, tracks[index].end) + (playlist.isEndList ? "" : ", live"))
        return true
    }

    /// The method of a playlist of which no segment can be decrypted, whoever has the keys; nil where there is one that can.
    private static func unknownMethod(_ playlist: MediaPlaylist) -> String? {
        var name: String?
        for segment in playlist.segments where !segment.isGap {
            let isKnown = segment.keys.contains { SegmentEncryption.Method($0.method.name).isKnown }
            guard let key = segment.keys.first, !isKnown else { return nil }
            name = name ?? key.method.name
        }
        return name
    }

    /// Where a playlist's own timeline lies on the item's.
    private func firstShift(_ index: Int) -> Double {
        guard let playlist = tracks[index].playlist else { return 0 }
        let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
        guard let reference, reference != index, let model = tracks[reference].playlist else { return -own }
        return PlaylistAlignment.shift(of: playlist, to: model, shiftedBy: tracks[reference].shift) ?? -own
    }
}
