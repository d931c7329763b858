// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Which spans of the timeline an item's text is there for, and what of it waits for its place. A value.
struct TextSegmentBuffer {
    struct Waiting {
        var segment: TextSegment
        var load: SegmentLoad
    }

    /// In the order of loading.
    private var ranges: [TimeRange] = []
    private var waiting: [Waiting] = []
    private var aligner = TextAligner()

    mutating func add(_ segment: TextSegment, _ load: SegmentLoad) {
        ranges.append(load.range)
        waiting.append(Waiting(segment: segment, load: load))
    }

    /// A span that nothing can be had for counts as there.
    mutating func add(gap range: TimeRange) { ranges.append(range) }

    mutating func discard(from time: Double) {
        ranges.removeAll { $0.start >= time - 0.001 }
        waiting.removeAll { $0.load.range.start >= time - 0.001 }
    }

    /// - Returns: whether anything went.
    mutating func trim(before time: Double) -> Bool {
        let count = ranges.count
        ranges.removeAll { $0.end <= time }
        waiting.removeAll { $0.load.range.end <= time }
        return ranges.count != count
    }

    /// The span without holes that text is there for about a time; nil when it is not there.
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

    /// What can be put on the timeline now.
    /// - Parameters:
    ///   - offset: of the media in a discontinuity; nil while that is unknown.
    ///   - fallback: of the media about a time, once it has been loaded past the segment's end.
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
        case .samples(let samples):
            guard let first = samples.map(\.start).min() else { return [] }
            let offset = aligner.offset(ofSamplesFrom: first, media: media, in: load.range)
            return samples.indices.map { index in
                let sample = samples[index]
                // A fragment does not tell how long its last sample lasts: until the segment's end.
                let next = index + 1 < samples.count ? samples[index + 1].start : first + load.range.duration
                let end = sample.duration > 0 ? sample.start + sample.duration : next
                return TextResource(
                    rendition: load.stream, format: sample.format, bytes: sample.bytes, header: sample.header,
                    range: TimeRange(start: sample.start + offset, end: end + offset), offset: offset)
            }
        }
    }
}
