// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decides which captions are visible: several tracks at once, forced cues, and captions after a short skip back.
public struct CaptionScene: Hashable, Sendable {
    public var tracks: [CaptionTrack]
    /// Indices into ``tracks`` of the visible tracks; earlier ones keep their positions when cues would overlap.
    public var selected: [Int]
    /// The track (by index) that shows its forced cues while none is selected, and all cues after a short skip back; nil if none.
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

    /// The visible cues of a track.
    public struct Shown: Hashable, Sendable {
        /// The index in ``CaptionScene/tracks``.
        public var track: Int
        /// Indices into its timeline's cues.
        public var cues: [Int]

        public init(track: Int, cues: [Int]) {
            self.track = track
            self.cues = cues
        }
    }

    /// Reports a seek.
    public mutating func seeked(from old: MediaTime, to new: MediaTime) { replay.seeked(from: old, to: new) }

    /// The cues visible at a playback time, in track priority order; tracks without visible cues are left out.
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

    /// The next time at which the visible cues may change, which can be earlier than they do; nil if they never change.
    public func nextChange(after time: MediaTime) -> MediaTime? {
        var changes = weighed(at: time).compactMap { index in
            let track = tracks[index.track]
            return track.timeline.nextChange(after: track.timing.fileTime(at: time)).map { track.timing.playTime(of: $0) }
        }
        if let end = replay.end(at: time) { changes.append(end) }
        // Rounding may map a change to `time` itself.
        return changes.filter { $0 > time }.min()
    }

    private func weighed(at time: MediaTime) -> [(track: Int, isForcedOnly: Bool)] {
        let known = selected.filter { tracks.indices.contains($0) }
        if !known.isEmpty { return known.map { ($0, false) } }
        guard let fallback, tracks.indices.contains(fallback) else { return [] }
        return [(fallback, !replay.isShowing(at: time))]
    }

    /// A box and the track of its cue.
    public struct PlacedBox: Hashable, Sendable {
        public var track: Int
        /// The box; its ``CaptionBox/cue`` is an index into the track's timeline.
        public var box: CaptionBox
    }

    /// Lays out all visible cues. Tracks are laid out in turn, so that cues of different tracks do not overlap.
    ///
    /// - Parameters:
    ///   - time: Playback time.
    ///   - layout: Creates the layout for a track with its style sheets.
    public func boxes(at time: MediaTime, layout: (_ sheets: [StyleSheet]) -> CaptionLayout) -> [PlacedBox] {
        var placed: [PlacedBox] = []
        for shown in shown(at: time) {
            let track = tracks[shown.track]
            var layout = layout(track.styleSheets)
            layout.obstacles += placed.map(\.box.frame)
            // Lays out only the visible cues.
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
