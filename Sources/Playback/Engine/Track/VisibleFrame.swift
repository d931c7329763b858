// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Finds the frame that is visible at the target of a seek: the last one that begins at or before it. A value type.
///
/// Durations are not sufficient: where they vary, as in screen recordings and slide shows, many containers state the usual one or none. A
/// decoder outputs frames in order, so the first one that begins after the target shows that the previous one is visible.
struct VisibleFrame {
    /// Where the last queued sample at or before the target begins, in seconds.
    private var start: Double
    /// The last decoded frame at or before the target.
    private(set) var held: VideoFrame?

    /// Seconds. Containers round times.
    static let rounding = 0.001
    /// Seconds. A frame that begins so soon after the target is the one that was meant, even if the one before lasts until then: times of
    /// playlists and manifests are rounded, too.
    private static let tolerance = 0.005

    init(start: Double? = nil, held: VideoFrame? = nil) {
        self.start = start ?? -.infinity
        self.held = held
    }

    /// Takes note of a sample that was queued.
    mutating func note(_ entry: SampleQueue.Entry, target: Double) {
        if !entry.isHidden, entry.time <= target + Self.rounding { start = max(start, entry.time) }
    }

    /// Whether a sample must be decoded although it may end before the target.
    func mayBe(_ entry: SampleQueue.Entry, target: Double) -> Bool {
        !entry.isHidden && entry.time >= start - Self.rounding && entry.time <= target + Self.rounding
    }

    /// Takes the next frame out of the decoder.
    /// - Returns: the frame to show first, this one or the one before it; nil while that is not known.
    mutating func add(_ frame: VideoFrame, target: Double) -> VideoFrame? {
        if frame.time <= target + Self.rounding {
            held = frame
            let end = frame.time + VideoTrack.length(frame.duration)
            return end > target + Self.rounding && start <= frame.time + Self.rounding ? takeHeld() : nil
        }
        let previous = takeHeld()
        return frame.time <= target + Self.tolerance ? frame : previous ?? frame
    }

    /// The last frame at or before the target, which nothing follows.
    mutating func takeHeld() -> VideoFrame? {
        defer { held = nil }
        return held
    }
}

extension SampleQueue {
    /// Where the last sample at or before a time begins; nil if there is none.
    func lastStart(before time: Double) -> Double? {
        entries.reduce(nil) { last, entry in
            entry.isHidden || entry.time > time + VisibleFrame.rounding ? last : max(last ?? entry.time, entry.time)
        }
    }

    /// Where the first sample after a time begins; nil if none is queued.
    func nextStart(after time: Double) -> Double? {
        entries.reduce(nil) { next, entry in
            entry.isHidden || entry.time <= time + VisibleFrame.rounding ? next : min(next ?? entry.time, entry.time)
        }
    }
}
