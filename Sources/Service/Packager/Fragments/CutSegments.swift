// SPDX-License-Identifier: Apache-2.0

/// Groups a file's fragments into segments of about the same duration.
struct CutSegments: Hashable, Sendable {
    struct Segment: Hashable, Sendable {
        var offset: Int
        var length: Int
        /// In seconds.
        var duration: Double
    }

    var segments: [Segment] = []

    /// Starts a segment with the first key-frame fragment at or after each multiple of `target` seconds; it may be up to `tolerance` early.
    init(_ file: FragmentedFile, target: Double, tolerance: Double) {
        let start = file.fragments.first?.time ?? 0
        for fragment in file.fragments {
            let time = file.seconds(fragment.time - start)
            let due = target * Double(segments.count) - tolerance
            if segments.isEmpty || (fragment.startsWithKey && time >= due) {
                segments.append(Segment(offset: fragment.offset, length: 0, duration: 0))
            }
            let last = segments.count - 1
            segments[last].length = fragment.offset + fragment.length - segments[last].offset
            segments[last].duration += file.seconds(fragment.duration)
        }
        joinTail(target: target, tolerance: tolerance)
    }

    /// Appends audio that ends slightly after the video to the last segment.
    private mutating func joinTail(target: Double, tolerance: Double) {
        guard segments.count > 1, let tail = segments.last, tail.duration < tolerance * 2,
            segments[segments.count - 2].duration + tail.duration < target + 0.499
        else { return }
        segments.removeLast()
        segments[segments.count - 1].length += tail.length
        segments[segments.count - 1].duration += tail.duration
    }

    /// The average bit rate of all segments.
    var averageBitrate: Int {
        let duration = segments.reduce(0) { $0 + $1.duration }
        return duration > 0 ? Int((Double(segments.reduce(0) { $0 + $1.length } * 8) / duration).rounded(.up)) : 0
    }

    /// The highest bit rate of consecutive segments that last 0.5 to 1.5 target durations (RFC 8216bis, 4.1).
    func peakBitrate(target: Double) -> Int {
        var peak = 0.0
        for first in segments.indices {
            var (bits, duration) = (0, 0.0)
            for segment in segments[first...] {
                bits += segment.length * 8
                duration += segment.duration
                if duration > 1.5 * target { break }
                if duration >= 0.5 * target { peak = max(peak, Double(bits) / duration) }
            }
        }
        return max(Int(peak.rounded(.up)), averageBitrate)
    }
}
