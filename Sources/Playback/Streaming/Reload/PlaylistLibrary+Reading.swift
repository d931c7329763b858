// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension PlaylistLibrary {
    /// The method of a playlist of which no segment can be decrypted, whoever has the keys; nil where there is one that can.
    static func unknownMethod(_ playlist: MediaPlaylist) -> String? {
        var name: String?
        for segment in playlist.segments where !segment.isGap {
            let isKnown = segment.keys.contains { SegmentEncryption.Method($0.method.name).isKnown }
            guard let key = segment.keys.first, !isKnown else { return nil }
            name = name ?? key.method.name
        }
        return name
    }

    /// Where a playlist's own timeline lies on the item's.
    func firstShift(_ index: Int) -> Double {
        guard let playlist = tracks[index].playlist else { return 0 }
        let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
        guard let reference, reference != index, let model = tracks[reference].playlist else { return -own }
        return PlaylistAlignment.shift(of: playlist, to: model, shiftedBy: tracks[reference].shift) ?? -own
    }

    /// Caches may answer with what was true a while ago: the same segments, and fewer at the end.
    static func isOldCopy(_ playlist: MediaPlaylist, _ old: MediaPlaylist) -> Bool {
        guard playlist.skip == nil, playlist.mediaSequence <= old.mediaSequence, playlist.nextSequence < old.nextSequence,
            playlist.nextSequence > old.mediaSequence, !playlist.isEndList
        else { return false }
        let place = Int(old.mediaSequence - playlist.mediaSequence)
        guard place < playlist.segments.count, let known = old.segments.first else { return false }
        let same = playlist.segments[place]
        // Encoders that begin anew use the same names again, but the time goes on.
        if let date = same.programDateTime, let knownDate = known.programDateTime, (date - knownDate).magnitude >= 1 { return false }
        return same.uri.text == known.uri.text
    }

    /// Why a playlist, which is no old copy, is the beginning of something new rather than a continuation; nil when it goes on.
    /// - Parameter elapsed: seconds since the old one was new.
    static func restarts(_ playlist: MediaPlaylist, _ old: MediaPlaylist, elapsed: Double) -> String? {
        let isShorter = playlist.nextSequence < old.nextSequence
        if isShorter, playlist.mediaSequence < old.mediaSequence || playlist.mediaSequence == old.mediaSequence && !playlist.isEndList {
            return "sequence numbers went back from " + String(old.nextSequence) + " to " + String(playlist.nextSequence)
        }
        let missed = playlist.mediaSequence > old.nextSequence ? playlist.mediaSequence - old.nextSequence : 0
        let isDated = (playlist.segments.first ?? playlist.upcoming)?.programDateTime != nil && old.segments.first?.programDateTime != nil
        let usual = old.segments.isEmpty ? Double(old.targetDuration) : old.duration / Double(old.segments.count)
        // Twice the time that has passed, and some segments: servers publish in bursts, and the last answer may have been old.
        if !isDated, Double(missed) * usual > 2 * elapsed + 4 * Double(max(old.targetDuration, 1)) {
            return "sequence numbers jumped from " + String(old.nextSequence) + " to " + String(playlist.mediaSequence)
        }
        return nil
    }
}
