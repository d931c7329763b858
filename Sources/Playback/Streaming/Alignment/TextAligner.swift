// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Maps the cue times of a text rendition to the item's timeline, using the offsets of the accompanying media.
///
/// Text never sets an offset: its first cue may be anywhere in its segment.
public struct TextAligner: Hashable, Sendable {
    /// Seconds by which text may lie outside its segment before its times are interpreted differently.
    private let tolerance = 1.0
    /// Cue times without X-TIMESTAMP-MAP turned out to count from the start of the presentation.
    private var countsFromBeginning = false

    public init() {}

    /// Seconds to add to the cue times of a WebVTT segment.
    ///
    /// Without X-TIMESTAMP-MAP, cue time zero is timestamp zero. If that puts the first cue outside its segment, and counting from the
    /// start of the presentation puts it inside, the packager meant the latter.
    /// - Parameters:
    ///   - clock: the times stated in the segment.
    ///   - offset: the offset of the media timestamps in the same discontinuity.
    ///   - range: the segment's time range according to the playlist.
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
    /// A rendition whose time base differs from the media's is placed where its playlist puts it.
    /// - Parameter first: the first sample's time, in seconds of its container.
    public func offset(ofSamplesFrom first: Double, media offset: MediaTime, in range: TimeRange) -> Double {
        let drift = first + offset.seconds - range.start
        return drift.magnitude > max(tolerance, range.duration) ? range.start - first : offset.seconds
    }

    private func touches(_ cue: TimeRange, _ range: TimeRange, shiftedBy offset: Double) -> Bool {
        cue.start + offset < range.end + tolerance && cue.end + offset > range.start - tolerance
    }
}
