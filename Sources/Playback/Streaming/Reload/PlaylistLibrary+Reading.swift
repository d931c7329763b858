// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension PlaylistLibrary {
    /// The encryption method of a playlist if none of its segments use a supported method; nil if one does.
    static func unknownMethod(_ playlist: MediaPlaylist) -> String? {
        var name: String?
        for segment in playlist.segments where !segment.isGap {
            let isKnown = segment.keys.contains { SegmentEncryption.Method($0.method.name).isKnown }
            guard let key = segment.keys.first, !isKnown else { return nil }
            name = name ?? key.method.name
        }
        return name
    }

    /// The offset from a playlist's own timeline to the item's, when it is first loaded.
    func firstShift(_ index: Int) -> Double {
        guard let playlist = tracks[index].playlist else { return 0 }
        let own = playlist.segments.first?.start ?? playlist.upcoming?.start ?? 0
        guard let reference, reference != index, let model = tracks[reference].playlist else { return -own }
        return PlaylistAlignment.shift(of: playlist, to: model, shiftedBy: tracks[reference].shift) ?? -own
    }

    /// Caches may answer with an older state: the same segments, with fewer at the end.
    static func isOldCopy(_ playlist: MediaPlaylist, _ old: MediaPlaylist) -> Bool {
        guard playlist.skip == nil, playlist.mediaSequence <= old.mediaSequence, playlist.nextSequence < old.nextSequence,
            playlist.nextSequence > old.mediaSequence, !playlist.isEndList
        else { return false }
        let index = Int(old.mediaSequence - playlist.mediaSequence)
        guard index < playlist.segments.count, let known = old.segments.first else { return false }
        let same = playlist.segments[index]
        // Restarted encoders reuse the same names, but their dates advance.
        if let date = same.programDateTime, let knownDate = known.programDateTime, (date - knownDate).magnitude >= 1 { return false }
        return same.uri.text == known.uri.text
    }

    /// Why a playlist that isn't an old copy starts a new stream instead of continuing the old one; nil if it continues.
    /// - Parameter elapsed: seconds since the old playlist last changed.
    static func restarts(_ playlist: MediaPlaylist, _ old: MediaPlaylist, elapsed: Double) -> String? {
        let isShorter = playlist.nextSequence < old.nextSequence
        if isShorter, playlist.mediaSequence < old.mediaSequence || playlist.mediaSequence == old.mediaSequence && !playlist.isEndList {
            return "sequence numbers went back from " + String(old.nextSequence) + " to " + String(playlist.nextSequence)
        }
        if playlist.mediaSequence >= old.nextSequence, let first = old.segments.first, let zero = first.programDateTime,
            let date = (playlist.segments.first ?? playlist.upcoming)?.programDateTime,
            zero - (date + playlist.duration) > max(60, old.duration)
        {
            // Its dates would place new segments before segments that have been played.
            return "dates went back by " + decimalText(zero - date, decimals: 1) + " s"
        }
        let missed = playlist.mediaSequence > old.nextSequence ? playlist.mediaSequence - old.nextSequence : 0
        let isDated = (playlist.segments.first ?? playlist.upcoming)?.programDateTime != nil && old.segments.first?.programDateTime != nil
        let usual = old.segments.isEmpty ? Double(old.targetDuration) : old.duration / Double(old.segments.count)
        // Allow twice the elapsed time plus some segments: servers publish in bursts, and the last answer may have been old.
        if !isDated, Double(missed) * usual > 2 * elapsed + 4 * Double(max(old.targetDuration, 1)) {
            return "sequence numbers jumped from " + String(old.nextSequence) + " to " + String(playlist.mediaSequence)
        }
        return nil
    }
}
