// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension StitchedSession {
    /// The breaks of one rendition of recorded content.
    ///
    /// - Parameter filler: returns a creative's playlist in the matching rendition; nil to leave it out.
    public func recordedBreaks(_ filler: (BreakDecision.Slot) -> MediaPlaylist?) -> [PlaylistStitch.Break] {
        breaks.compactMap { entry in
            entry.decision.map { decision in .init(at: entry.start, ads: decision.slots.flatMap { Self.playlists(of: $0, filler) }) }
        }
    }

    /// The breaks of one rendition of live content.
    public func liveBreaks(_ filler: (BreakDecision.Slot) -> MediaPlaylist?) -> [LiveStitch.Break] {
        breaks.compactMap { entry in
            guard let decision = entry.decision, !decision.slots.isEmpty else { return nil }
            var ads: [LiveStitch.Ad] = []
            for slot in decision.slots {
                let playlists = Self.playlists(of: slot, filler)
                // Slate lasts as long as its complete segments.
                ads += playlists.map { LiveStitch.Ad($0, duration: slot.kind == .slate ? nil : slot.duration) }
            }
            return .init(id: entry.id, start: entry.start, end: entry.end, ads: ads)
        }
    }

    private static func playlists(of slot: BreakDecision.Slot, _ filler: (BreakDecision.Slot) -> MediaPlaylist?) -> [MediaPlaylist] {
        guard let playlist = filler(slot) else { return [] }
        return slot.kind == .slate ? playlist.looped(for: slot.duration) : [playlist.lasting(slot.duration)]
    }
}

extension MediaPlaylist {
    /// The playlist, looped until a time is filled; the last loop is truncated at a segment.
    ///
    /// - Parameter seconds: the time to fill, to within half a segment.
    public func looped(for seconds: Double) -> [MediaPlaylist] {
        guard duration > 0, seconds.isFinite else { return [] }
        var loops: [MediaPlaylist] = []
        var left = seconds
        while left > 0.01, loops.count < 1000 {
            var loop = self
            var length = 0.0
            let count = segments.prefix { segment in
                guard length + segment.duration <= left + min(0.5 * segment.duration, 0.5) else { return false }
                length += segment.duration
                return true
            }.count
            guard count > 0 else { break }
            loop.segments.removeLast(segments.count - count)
            loops.append(loop)
            left -= length
        }
        return loops
    }
}
