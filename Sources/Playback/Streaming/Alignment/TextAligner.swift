// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Puts a text rendition on the item's timeline by the offsets of the media beside it.
///
/// Text never fixes an offset itself: its first cue may lie anywhere in its segment.
public struct TextAligner: Hashable, Sendable {
    /// Seconds by which text may lie beside its segment before another reading of its times is tried.
    private let tolerance = 1.0
    /// Cue times without a map were found to count from the beginning of the presentation.
    private var countsFromBeginning = false

    public init() {}

    /// Seconds to add to the cue times of a WebVTT segment.
    ///
    /// Without X-TIMESTAMP-MAP cue time zero is timestamp zero. Where that puts the first cue outside its segment, and
    /// counting from the beginning of the presentation puts it inside, the packager meant the latter.
    /// - Parameters:
    ///   - offset: of the media's timestamps in the same discontinuity.
    ///   - range: where the playlist puts the segment.
    public mutating func offset(of clock: WebVTTClock, media offset: MediaTime, in range: TimeRange) -> Double {
        let standard = clock.offset(offset, in: range)
        guard !clock.isStated else { return standard }
        if countsFromBeginning { return 0 }
        guard let cue = clock.firstCue, !touches(cue, range, shiftedBy: standard), touches(cue, range, shiftedBy: 0) else {
            return standard
        }
        countsFromBeginning = true
        return 0
    }

    /// Seconds to add to the timestamps of text samples in fMP4, which fill their segment from its start.
    ///
    /// A rendition whose base differs from the media's is put where its playlist has it.
    /// - Parameter first: the first sample's time, seconds in its container.
    public func offset(ofSamplesFrom first: Double, media offset: MediaTime, in range: TimeRange) -> Double {
        let drift = first + offset.seconds - range.start
        return drift.magnitude > max(tolerance, range.duration) ? range.start - first : offset.seconds
    }

    private func touches(_ cue: TimeRange, _ range: TimeRange, shiftedBy offset: Double) -> Bool {
        cue.start + offset < range.end + tolerance && cue.end + offset > range.start - tolerance
    }
}
