// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Which captions are to be seen: several tracks at once, forced ones, and what was just said. A value without a clock.
public struct CaptionScene: Hashable, Sendable {
    public var tracks: [CaptionTrack]
    /// Places in ``tracks`` of those that are shown; the first keeps its places where others would overlap it.
    public var selected: [Int]
    /// The track of which forced cues are shown while nothing is selected, and which is shown after a short way back; nil for none.
    public var fallback: Int?
    public var replay: ReplayCaptions

    public init(
        tracks: [CaptionTrack] = [], selected: [Int] = [], fallback: Int? = nil, replay: ReplayCaptions = ReplayCaptions()
    ) {
        self.tracks = tracks
        self.selected = selected
        self.fallback = fallback
        self.replay = replay
    }

    /// Cues of one track that are shown.
    public struct Shown: Hashable, Sendable {
        /// Its place in ``CaptionScene/tracks``.
        public var track: Int
        /// Places in its timeline's cues.
        public var cues: [Int]

        public init(track: Int, cues: [Int]) {
            self.track = track
            self.cues = cues
        }
    }

    /// Playing went on elsewhere.
    public mutating func seeked(from old: MediaTime, to new: MediaTime) { replay.seeked(from: old, to: new) }

    /// What is shown at a time of playing, in the order of the tracks' weight; tracks without anything are left out.
    public func shown(at time: MediaTime) -> [Shown] {
        var result: [Shown] = []
        for index in weighed(at: time) {
            let track = tracks[index.track]
            let cues = track.timeline.shown(at: track.timing.fileTime(at: time)).filter { cue in
                !index.isForcedOnly || track.isForced || track.timeline.cues[cue].isForced
            }
            if !cues.isEmpty { result.append(Shown(track: index.track, cues: cues)) }
        }
        return result
    }

    /// When something else is shown than at a time; nil when nothing changes any more. It may be sooner than that.
    public func nextChange(after time: MediaTime) -> MediaTime? {
        var changes = weighed(at: time).compactMap { index in
            let track = tracks[index.track]
            return track.timeline.nextChange(after: track.timing.fileTime(at: time)).map { track.timing.playTime(of: $0) }
        }
        if let end = replay.end(at: time) { changes.append(end) }
        // By rounding, a change of the file may lie at the time itself.
        return changes.filter { $0 > time }.min()
    }

    private func weighed(at time: MediaTime) -> [(track: Int, isForcedOnly: Bool)] {
        let known = selected.filter { tracks.indices.contains($0) }
        if !known.isEmpty { return known.map { ($0, false) } }
        guard let fallback, tracks.indices.contains(fallback) else { return [] }
        return [(fallback, !replay.isShowing(at: time))]
    }

    /// A box and the track its cue is of.
    public struct PlacedBox: Hashable, Sendable {
        public var track: Int
        /// ``CaptionBox/cue`` is a place in the cues of the track's timeline.
        public var box: CaptionBox
    }

    /// The boxes of all that is shown. Tracks are laid out one after the other, so that no one's cues lie on another's.
    ///
    /// - Parameters:
    ///   - time: Of playing.
    ///   - layout: Makes the layout for a track, whose own style sheets are given.
    public func boxes(at time: MediaTime, layout: (_ sheets: [StyleSheet]) -> CaptionLayout) -> [PlacedBox] {
        var placed: [PlacedBox] = []
        for shown in shown(at: time) {
            let track = tracks[shown.track]
            var layout = layout(track.styleSheets)
            layout.obstacles += placed.map(\.box.frame)
            // The few that are shown are all that the layout looks at.
            let cues = shown.cues.map { track.timeline.cues[$0] }
            let document = CaptionDocument(format: .webVTT, cues: cues, regions: track.regions)
            for var box in layout.boxes(of: document, at: track.timing.fileTime(at: time), among: Array(cues.indices)) {
                box.cue = shown.cues[box.cue]
                placed.append(PlacedBox(track: shown.track, box: box))
            }
        }
        return placed
    }
}
