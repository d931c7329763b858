// SPDX-License-Identifier: Apache-2.0

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
        case .webVTT:
            CueReader.entries(of: resource.bytes).map { entry in
                let range = TimeRange(start: entry.timeRange.start + resource.offset, end: entry.timeRange.end + resource.offset)
                return CaptionCue(range, CaptionMarkup.runs(of: entry.payload))
            }
        case .webVTTSample:
            payloads(in: resource.bytes[...]).map { CaptionCue(resource.range, CaptionMarkup.runs(of: $0)) }
        case .ttml: []
        }
    }

    /// The `payl` boxes of the `vttc` boxes of a sample (ISO/IEC 14496-30).
    private static func payloads(in bytes: ArraySlice<UInt8>) -> [String] {
        var texts: [String] = []
        for (name, content) in boxes(in: bytes) where name == "vttc" {
            for (name, text) in boxes(in: content) where name == "payl" { texts.append(String(decoding: text, as: UTF8.self)) }
        }
        return texts
    }

    private static func boxes(in bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)] {
        var rest = bytes
        var list: [(String, ArraySlice<UInt8>)] = []
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { break }
            list.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return list
    }
}
