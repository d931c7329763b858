// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

/// The loaded cues of an item, collected from the engine's events.
struct CueBuffer: Equatable {
    /// Sorted by start time.
    private(set) var cues: [TimelineCue] = []
    /// The time spans that segments cover, each with its clock offset.
    private var spans: [Span] = []

    private struct Span: Equatable {
        var range: TimeRange
        /// Clock offset of the segments' resources.
        var offset: Double

        func isOfOtherClock(than offset: Double) -> Bool { abs(self.offset - offset) > 0.1 }
    }

    /// More than anyone reads in a day; the oldest are dropped.
    static let maxCues = 20_000

    init() {}

    /// Takes the cues of a complete file.
    init(_ document: CaptionDocument) { cues = Array(document.timelineCues().sorted { $0.start < $1.start }.prefix(Self.maxCues)) }

    mutating func handle(_ fact: TextFact) {
        switch fact {
        case .loaded(let resource):
            if case .pictures(let images) = resource.format { return show(images, in: resource.range) }
            if resource.format == .webVTT { note(Span(range: resource.range, offset: resource.offset)) }
            for cue in Self.cues(of: resource) { if let cue = fit(cue) { insert(cue) } }
        case .discarded(let time):
            cues.removeAll { $0.start >= time - 0.001 }
            spans.removeAll { $0.range.start >= time - 0.001 }
        case .trimmed(let time):
            cues.removeAll { $0.end <= time }
            spans.removeAll { $0.range.end <= time }
        case .complete: break
        case .lost: (cues, spans) = ([], [])
        }
    }

    /// Within a segment's span, only its own clock counts: cues from segments with another clock, such as those before or after a
    /// stitched ad, are clipped out of it.
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
        let all = cues
        cues = all.compactMap { fit($0) }
    }

    /// Clips a cue out of the spans of other clocks; nil if nothing remains.
    private func fit(_ cue: TimelineCue) -> TimelineCue? {
        guard let clock = cue.clock else { return cue }
        var cue = cue
        for span in spans where span.isOfOtherClock(than: clock) && cue.start < span.range.end && cue.end > span.range.start {
            if cue.start < span.range.start - 0.001 {
                cue.cue.end = MediaTime(seconds: span.range.start)
            } else {
                cue.cue.start = MediaTime(seconds: span.range.end)
            }
            if cue.start >= cue.end { return nil }
        }
        return cue
    }

    /// New image captions replace all earlier ones.
    private mutating func show(_ images: [CaptionImage], in range: TimeRange) {
        let start = MediaTime(seconds: range.start)
        cues.removeAll { $0.isPlaced && abs($0.start - range.start) <= 0.001 }
        for index in cues.indices where cues[index].isPlaced && cues[index].start < range.start && cues[index].end > range.start {
            cues[index].cue.end = start
        }
        for image in images where range.duration > 0 && !image.bytes.isEmpty {
            insert(TimelineCue(cue: Cue(start: start, end: MediaTime(seconds: range.end), text: "", image: image), regions: [], sheets: []))
        }
    }

    private mutating func insert(_ cue: TimelineCue) {
        let index = cues.lastIndex { $0.start <= cue.start + 0.001 }.map { $0 + 1 } ?? 0
        let near = cues[..<index].reversed().prefix { $0.start >= cue.start - 0.001 }
        if near.contains(where: { $0.isDuplicate(of: cue) }) { return }
        cues.insert(cue, at: index)
        if cues.count > Self.maxCues { cues.removeFirst() }
    }

    /// - Parameter time: seconds on the item's timeline.
    func active(at time: Double) -> ActiveCues {
        let active = cues.filter { $0.isActive(at: time) }
        guard !active.isEmpty else { return .none }
        let start = active.map(\.cue.start).max() ?? .zero
        // An inline timestamp counts only after its exact time (WebVTT 8.2.2).
        let stamp = active.flatMap(\.cue.stamps).filter { $0.seconds <= time }.max().map { $0 + Self.instant }
        return ActiveCues(document: Self.document(of: active), time: stamp.map { max($0, start) } ?? start)
    }

    /// When the active cues or their appearance change next; nil if nothing follows.
    func nextChange(after time: Double) -> Double? {
        var next: Double?
        for cue in cues {
            guard cue.end > time else { continue }
            guard cue.start <= time else {
                next = min(next ?? cue.start, cue.start)
                // All other cues start later.
                break
            }
            let change = cue.cue.stamps.lazy.map(\.seconds).filter { $0 > time }.reduce(cue.end, min)
            next = min(next ?? change, change)
        }
        return next
    }

    /// Merges cues of several files into one document.
    private static func document(of cues: [TimelineCue]) -> CaptionDocument {
        var document = CaptionDocument(format: .webVTT)
        for kept in cues {
            for sheet in kept.sheets where !document.styleSheets.contains(sheet) { document.styleSheets.append(sheet) }
            var cue = kept.cue
            if var region = cue.region.flatMap({ id in kept.regions.last { $0.id == id } }) {
                // Another file may use the same id for a different region.
                while let known = document.region(region.id), known != region { region.id += "'" }
                if document.region(region.id) == nil { document.regions.append(region) }
                cue.region = region.id
            } else {
                cue.region = nil
            }
            document.cues.append(cue)
        }
        return document
    }

    private static func cues(of resource: TextResource) -> [TimelineCue] {
        switch resource.format {
        // Shown by `show(_:in:)`.
        case .pictures: []
        case .webVTT:
            CaptionDocument.read(resource.bytes, as: .webVTT, limits: limits).timelineCues(offset: resource.offset, isSegment: true)
        case .sample(let coding):
            CaptionDocument.readSample(
                resource.bytes, of: coding, header: resource.header, start: MediaTime(seconds: resource.range.start),
                end: MediaTime(seconds: resource.range.end), offset: MediaTime(seconds: resource.offset), limits: limits
            ).timelineCues()
        }
    }

    private static let instant = MediaTime(value: 1, timescale: 1_000_000)
    private static let limits = CaptionLimits(cues: maxCues)
}
