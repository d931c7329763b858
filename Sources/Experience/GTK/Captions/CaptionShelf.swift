// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

/// The cues of an item that are loaded, from what the engine tells. A value.
struct CaptionShelf: Equatable {
    /// In order of their starts.
    private(set) var cues: [CaptionCue] = []

    /// More than a person reads in a day; the oldest go.
    static let most = 20_000

    init() {}

    /// Cues that are all there at once.
    init(_ cues: [CaptionCue]) { self.cues = Array(cues.sorted { $0.timeRange.start < $1.timeRange.start }.prefix(Self.most)) }

    mutating func handle(_ fact: TextFact) {
        switch fact {
        case .loaded(let resource): for cue in Self.cues(of: resource) { insert(cue) }
        case .discarded(let time): cues.removeAll { $0.timeRange.start >= time - 0.001 }
        case .trimmed(let time): cues.removeAll { $0.timeRange.end <= time }
        case .complete: break
        case .lost: cues = []
        }
    }

    /// Neighbouring resources repeat a cue that crosses their border.
    private mutating func insert(_ cue: CaptionCue) {
        let index = cues.lastIndex { $0.timeRange.start <= cue.timeRange.start + 0.001 }.map { $0 + 1 } ?? 0
        let near = cues[..<index].reversed().prefix { $0.timeRange.start >= cue.timeRange.start - 0.001 }
        if near.contains(where: { $0.runs == cue.runs && abs($0.timeRange.end - cue.timeRange.end) < 0.002 }) { return }
        cues.insert(cue, at: index)
        if cues.count > Self.most { cues.removeFirst() }
    }

    func active(at time: Double) -> [CaptionCue] { cues.filter { $0.timeRange.contains(time) } }

    /// When other cues are active; nil when none follows.
    func nextChange(after time: Double) -> Double? {
        var next: Double?
        for cue in cues {
            let change = cue.timeRange.start > time ? cue.timeRange.start : cue.timeRange.end > time ? cue.timeRange.end : nil
            if let change { next = min(next ?? change, change) }
        }
        return next
    }

    private static func cues(of resource: TextResource) -> [CaptionCue] {
        switch resource.format {
        case .webVTT: CaptionDocument.read(resource.bytes, as: .webVTT, limits: limits).captions(offset: resource.offset)
        case .webVTTSample:
            CaptionDocument.readWebVTTSample(
                resource.bytes, header: resource.header, start: MediaTime(seconds: resource.range.start),
                end: MediaTime(seconds: resource.range.end), limits: limits
            ).captions()
        case .ttml:
            // A document holds while its sample does, whatever times it says (ISO/IEC 14496-30 4.3).
            CaptionDocument.read(resource.bytes, as: .ttml, limits: limits).captions(offset: resource.offset).compactMap { cue in
                let start = max(cue.timeRange.start, resource.range.start)
                let end = min(cue.timeRange.end, resource.range.end)
                return start < end ? CaptionCue(TimeRange(start: start, end: end), cue.runs) : nil
            }
        }
    }

    private static let limits = CaptionLimits(cues: most)
}
