// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Tracks for which spans of the timeline an item's text is loaded, and which text waits for its position. A value type.
struct TextSegmentBuffer {
    struct Waiting {
        var segment: TextSegment
        var load: SegmentLoad
    }

    /// In loading order.
    private var ranges: [TimeRange] = []
    private var waiting: [Waiting] = []
    private var aligner = TextAligner()

    mutating func add(_ segment: TextSegment, _ load: SegmentLoad) {
        ranges.append(load.range)
        waiting.append(Waiting(segment: segment, load: load))
    }

    /// A span for which nothing can be loaded counts as loaded.
    mutating func add(gap range: TimeRange) { ranges.append(range) }

    mutating func discard(from time: Double) {
        ranges.removeAll { $0.start >= time - 0.001 }
        waiting.removeAll { $0.load.range.start >= time - 0.001 }
    }

    /// - Returns: whether anything was dropped.
    mutating func trim(before time: Double) -> Bool {
        let count = ranges.count
        ranges.removeAll { $0.end <= time }
        waiting.removeAll { $0.load.range.end <= time }
        return ranges.count != count
    }

    /// The contiguous span around a time for which text is loaded; nil when none is.
    func buffered(at time: Double) -> TimeRange? {
        let sorted = ranges.sorted { $0.start < $1.start }
        var span: TimeRange?
        for range in sorted {
            if let known = span, range.start <= known.end + 0.05 {
                span!.end = max(known.end, range.end)
            } else {
                if let known = span, known.end > time { break }
                span = range
            }
        }
        guard let span, span.start <= time + 0.05, span.end > time else { return nil }
        return span
    }

    /// Removes and returns the text that can be placed on the timeline now.
    /// - Parameters:
    ///   - offset: returns the media offset in a discontinuity; nil while that is unknown.
    ///   - fallback: returns the media offset near a time, once media is loaded past the end of the segment.
    mutating func placed(
        offset: (_ discontinuity: Int) -> MediaTime?, fallback: (_ range: TimeRange) -> MediaTime?
    ) -> [TextResource] {
        var resources: [TextResource] = []
        var left: [Waiting] = []
        for entry in waiting {
            if let media = offset(entry.load.discontinuity) ?? fallback(entry.load.range) {
                resources += place(entry, media)
            } else {
                left.append(entry)
            }
        }
        waiting = left
        return resources
    }

    private mutating func place(_ entry: Waiting, _ media: MediaTime) -> [TextResource] {
        let load = entry.load
        switch entry.segment {
        case .webVTT(let bytes, let clock):
            let offset = aligner.offset(of: clock, media: media, in: load.range)
            return [TextResource(rendition: load.stream, format: .webVTT, bytes: bytes, range: load.range, offset: offset)]
        case .ttml(let bytes, let clock):
            let offset = aligner.offset(of: clock, media: media, in: load.range)
            return [TextResource(rendition: load.stream, format: .sample(.ttml), bytes: bytes, range: load.range, offset: offset)]
        case .samples(let samples):
            guard let first = samples.map(\.start).min() else { return [] }
            let offset = aligner.offset(ofSamplesFrom: first, media: media, in: load.range)
            return samples.indices.map { index in
                let sample = samples[index]
                // A fragment does not declare the duration of its last sample, so it lasts until the end of the segment.
                let next = index + 1 < samples.count ? samples[index + 1].start : first + load.range.duration
                let end = sample.duration > 0 ? sample.start + sample.duration : next
                return TextResource(
                    rendition: load.stream, format: sample.format, bytes: sample.bytes, header: sample.header,
                    range: TimeRange(start: sample.start + offset, end: end + offset), offset: offset)
            }
        }
    }
}
