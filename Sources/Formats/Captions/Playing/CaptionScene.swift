// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decides which captions are visible: several tracks at once, forced cues, and captions after a short skip back.
public struct CaptionScene: Sendable {
    /// All tracks, in any order; the other properties are indices into it.
    public var tracks: [CaptionTrack]
    /// Indices into ``tracks`` of the visible tracks. Cues of the first one keep their positions; those of the others that have none of
    /// their own are at the top of the frame.
    public var selected: [Int]
    /// The track (by index) that shows its forced cues while none is selected, and all cues after a short skip back; nil if none.
    public var fallback: Int?
    /// Whether captions are shown for a while after a skip back.
    public var replay: ReplayCaptions

    public init(
        tracks: [CaptionTrack] = [], selected: [Int] = [], fallback: Int? = nil, replay: ReplayCaptions = ReplayCaptions()
    ) {
        self.tracks = tracks
        self.selected = selected
        self.fallback = fallback
        self.replay = replay
    }

    /// Reports a seek.
    public mutating func seeked(from old: MediaTime, to new: MediaTime) { replay.seeked(from: old, to: new) }

    /// The cues visible at a playback time. The result stays equal until they or their appearance change.
    public func active(at time: MediaTime) -> ActiveCues {
        visible(at: time).reduce(nil as ActiveCues?) { joined, visible in
            var document = tracks[visible.track].shown(at: time)
            if visible.isForcedOnly, !tracks[visible.track].isForced { document.cues.removeAll { !$0.isForced } }
            let cues = ActiveCues(document, at: time)
            return joined.map { $0.joined(with: cues) } ?? cues
        } ?? .none
    }

    /// The next time at which the visible cues may change, which can be earlier than they do; nil if they never change.
    public func nextChange(after time: MediaTime) -> MediaTime? {
        var changes = visible(at: time).compactMap { tracks[$0.track].nextChange(after: time) }
        if let end = replay.end(at: time) { changes.append(end) }
        // Rounding may map a change to `time` itself.
        return changes.filter { $0 > time }.min()
    }

    private func visible(at time: MediaTime) -> [(track: Int, isForcedOnly: Bool)] {
        let known = selected.filter { tracks.indices.contains($0) }
        if !known.isEmpty { return known.map { ($0, false) } }
        guard let fallback, tracks.indices.contains(fallback) else { return [] }
        return [(fallback, !replay.isShowing(at: time))]
    }
}
