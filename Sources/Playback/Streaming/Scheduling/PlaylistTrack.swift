// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// A media playlist that a content type plays or may play, and its state across reloads.
struct PlaylistTrack: Sendable {
    /// The resolved URL from the multivariant playlist; delivery directives are added per load.
    let url: String
    var playlist: MediaPlaylist?
    /// Seconds from the playlist's own timeline to the item's.
    var shift = 0.0

    var load: LoadID?
    var requested = Instant.zero
    var answered = Instant.zero
    /// When it last changed.
    var changed = Instant.zero
    var unchanged = 0
    var nextReload: Instant?
    var failures = FailureCount()
    /// How often the stream restarted: clocks of different epochs are unrelated.
    var epoch = 0
    var delta = DeltaState()
    var copies = CopyDetector()
    /// Seconds by which stated dates are later than the timeline, as last reported.
    var drift = 0.0
    /// It may be an I-frame playlist: it was announced as one, or it is the item itself.
    var mayHoldFrames = false

    /// Consecutive failures of its loads.
    struct FailureCount: Sendable {
        var count = 0
        var firstFailure: Instant?
    }

    struct DeltaState: Sendable {
        /// When the last full playlist arrived, which delta updates build on.
        var lastFull = Instant.zero
        /// A delta update could not be applied: the next request asks for the full playlist.
        var needsFull = false
    }

    /// Tells an old cached copy of the playlist from a new stream whose segments have the same names.
    struct CopyDetector: Sendable {
        /// Seconds that the last copy spent in a cache.
        private(set) var age: Double?
        /// When the last copy and the newest accepted copy were modified, in seconds since 1970.
        private var modified: Double?
        private var takenModified: Double?
        /// The end of the last old copy, as long as nothing newer has arrived.
        private var olderEnd: UInt64?

        mutating func received(_ head: ResponseHead?) {
            age = head?.age
            modified = head?.modified
        }

        /// Call when the last copy is used.
        mutating func take() {
            takenModified = modified
            olderEnd = nil
        }

        /// Whether an apparently old copy is a new stream: it was modified later, or it grows.
        ///
        /// Another server may be a segment or two behind, but its copy was modified earlier.
        mutating func isNewStream(end: UInt64, knownEnd: UInt64) -> Bool {
            let missing = knownEnd - end
            let isNew =
                if let modified, let takenModified {
                    modified > takenModified && missing >= 2
                } else if let olderEnd {
                    end > olderEnd && missing >= 3
                } else { false }
            olderEnd = end
            return isNew
        }
    }

    init(url: String) { self.url = url }

    var isLive: Bool { playlist.map { !$0.isEndList } ?? false }
    var isEnded: Bool { playlist?.isEndList ?? false }
    var start: Double { (playlist?.segments.first?.start ?? playlist?.upcoming?.start ?? 0) + shift }
    /// The end of the last complete segment.
    var segmentEnd: Double { (playlist?.segments.last?.end ?? playlist?.upcoming?.start ?? 0) + shift }
    /// The end of the last segment or part.
    var end: Double { (playlist?.upcoming?.end ?? playlist?.segments.last?.end ?? 0) + shift }
    var targetDuration: Double { min(max(Double(playlist?.targetDuration ?? 0), 1), 3600) }

    /// The index of the last segment that starts at or before a time; nil without segments or before the first.
    func position(at time: Double) -> Int? {
        guard let segments = playlist?.segments, !segments.isEmpty else { return nil }
        let own = time - shift
        var low = 0, high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].start <= own { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    /// The index of a sequence number; nil if it isn't in the playlist.
    func position(sequence: UInt64) -> Int? {
        guard let playlist, sequence >= playlist.mediaSequence else { return nil }
        let position = sequence - playlist.mediaSequence
        return position < UInt64(playlist.segments.count) ? Int(position) : nil
    }

    /// The times that are closer to the start of this segment than to that of any other.
    func nearest(toSegmentAt position: Int) -> TimeRange {
        guard let segments = playlist?.segments, position >= 0, position < segments.count else { return .zero }
        let start = segments[position].start
        let before = position > 0 ? (segments[position - 1].start + start) / 2 : start
        let after = position + 1 < segments.count ? (start + segments[position + 1].start) / 2 : segments[position].end
        return TimeRange(start: before + shift, end: max(before, after) + shift)
    }

    func range(_ segment: MediaSegment) -> TimeRange { TimeRange(start: segment.start + shift, end: segment.end + shift) }
}
