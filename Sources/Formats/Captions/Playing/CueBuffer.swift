// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The cues of one track: of a complete file, or collected segment by segment, with those that segments repeat, replace and outlive.
public struct CueBuffer: Hashable, Sendable {
    /// The cues in time order, on the item's timeline.
    public private(set) var timeline = CueTimeline()
    /// The time spans that segments cover, each with its clock offset.
    private var spans: [Span] = []

    private struct Span: Hashable {
        var range: TimeRange
        /// Clock offset of the segments.
        var offset: Double

        func isOfOtherClock(than offset: Double) -> Bool { abs(self.offset - offset) > 0.1 }
    }

    /// More than anyone reads in a day; the oldest are dropped.
    public static let maxCues = 20_000

    public init() {}

    /// Takes the cues of a complete file.
    public init(_ document: CaptionDocument) {
        let cues = document.cues.filter(\.isEverVisible)
        let origin = CueOrigin(regions: document.regions, styleSheets: document.styleSheets)
        timeline = CueTimeline(cues, origin: origin)
        if cues.count > Self.maxCues { timeline = CueTimeline(Array(timeline.cues.prefix(Self.maxCues)), origin: origin) }
    }

    /// The cues that have a duration and visible content, sorted by start.
    public var cues: [Cue] { timeline.cues }

    // MARK: Segments

    /// Adds a document whose times are those of the item, such as a sample.
    public mutating func add(_ document: CaptionDocument) { add(document, clock: nil) }

    /// Adds a segment.
    ///
    /// Within a segment's span, only its own clock counts: cues of segments with another clock, such as those before or after a stitched ad,
    /// are clipped out of it.
    /// - Parameters:
    ///   - offset: seconds from the segment's clock to the item's timeline.
    ///   - range: the segment's span on the item's timeline, in seconds.
    public mutating func add(_ segment: CaptionDocument, offset: Double, in range: TimeRange) {
        note(Span(range: range, offset: offset))
        var segment = segment
        let shift = MediaTime(seconds: offset)
        for index in segment.cues.indices { segment.cues[index] = segment.cues[index].moved(by: shift) }
        add(segment, clock: offset)
    }

    private mutating func add(_ document: CaptionDocument, clock: Double?) {
        let cues = document.cues.filter(\.isEverVisible).compactMap { fit($0, clock) }
        timeline.insert(cues, of: CueOrigin(regions: document.regions, styleSheets: document.styleSheets, clock: clock))
        if timeline.cues.count > Self.maxCues { timeline.removeFirst(timeline.cues.count - Self.maxCues) }
    }

    private mutating func note(_ span: Span) {
        guard spans.last != span else { return }
        if let last = spans.indices.last, !spans[last].isOfOtherClock(than: span.offset),
            abs(spans[last].range.end - span.range.start) < 0.001
        {
            spans[last].range = TimeRange(start: spans[last].range.start, end: max(spans[last].range.end, span.range.end))
        } else {
            spans.append(span)
        }
        guard spans.contains(where: { $0.isOfOtherClock(than: span.offset) }) else { return }
        let buffer = self
        timeline.compactMap { buffer.fit($0, $1.clock) }
    }

    /// Clips a cue out of the spans of other clocks; nil if nothing remains.
    private func fit(_ cue: Cue, _ clock: Double?) -> Cue? {
        guard let clock else { return cue }
        var cue = cue
        for span in spans where span.isOfOtherClock(than: clock) {
            let (start, end) = (cue.start.seconds, cue.end.seconds)
            guard start < span.range.end, end > span.range.start else { continue }
            if start < span.range.start - 0.001 {
                cue.end = MediaTime(seconds: span.range.start)
            } else {
                cue.start = MediaTime(seconds: span.range.end)
            }
            if cue.start >= cue.end { return nil }
        }
        return cue
    }

    /// Shows bitmap captions that replace all earlier ones; without images, only removes those.
    /// - Parameter range: seconds on the item's timeline.
    public mutating func show(_ images: [CaptionImage], in range: TimeRange) {
        let start = MediaTime(seconds: range.start)
        timeline.compactMap { cue, _ in
            guard cue.isPlacedImage else { return cue }
            if abs(cue.start.seconds - range.start) <= 0.001 { return nil }
            guard cue.start < start, cue.end > start else { return cue }
            var cue = cue
            cue.end = start
            return cue
        }
        guard range.duration > 0 else { return }
        let end = MediaTime(seconds: range.end)
        add(
            CaptionDocument(
                format: .webVTT, cues: images.filter { !$0.bytes.isEmpty }.map { Cue(start: start, end: end, text: "", image: $0) }))
    }

    /// Removes what starts at or after a time, in seconds on the item's timeline.
    public mutating func discard(from time: Double) {
        // Seconds may be infinite.
        if time > -Self.farthest { timeline.remove(from: MediaTime(seconds: time - 0.001)) } else { timeline = CueTimeline() }
        spans.removeAll { $0.range.start >= time - 0.001 }
    }

    /// Removes what ended before a time, in seconds on the item's timeline.
    public mutating func trim(before time: Double) {
        timeline.remove(endingBy: MediaTime(seconds: min(time, Self.farthest)))
        spans.removeAll { $0.range.end <= time }
    }

    private static let farthest = 1e9
}

extension Cue {
    /// Whether it has a duration, and text or an image.
    fileprivate var isEverVisible: Bool {
        start < end && (image.map { !$0.bytes.isEmpty } ?? !plainText().allSatisfy(\.isWhitespace))
    }

    /// Whether it is a bitmap positioned by its author.
    package var isPlacedImage: Bool { image?.placement != nil }
}
