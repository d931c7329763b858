// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

/// How SCTE 35 sections are interpreted; configurable.
public struct SpliceInterpretation: Hashable, Sendable {
    /// The segmentation types that begin a break; the type with the next higher number ends it.
    public var opening: Set<UInt8>
    /// Whether splice_insert begins and ends breaks.
    public var takesInserts = true

    /// All SCTE 35 types for ads and placement opportunities.
    public static let standard = SpliceInterpretation(
        opening: Set((0...UInt8.max).filter { SegmentationType(rawValue: $0).opensBreak }))

    public init(opening: Set<UInt8>) { self.opening = opening }

    struct Event {
        var kind: BreakCue.Kind
        var id: String
        var duration: Double?
        var returnsAutomatically = true
    }

    /// - Returns: empty for sections that are not about breaks, and for encrypted ones.
    func events(of info: SpliceInfo) -> [Event] {
        switch info.command {
        case .insert(let event) where takesInserts: return [Self.event(event)]
        case .timeSignal:
            var events = info.segmentations.compactMap(event)
            // If several events begin here, the longest includes the others.
            let starts = events.filter { $0.kind == .out }
            if starts.count > 1, let longest = starts.max(by: { ($0.duration ?? 0) < ($1.duration ?? 0) }) {
                events.removeAll { $0.kind == .out && $0.id != longest.id }
            }
            return events
        default: return []
        }
    }

    private static func event(_ event: SpliceEvent) -> Event {
        guard !event.isCancelled else { return Event(kind: .cancelled, id: "\(event.id)") }
        guard event.isOutOfNetwork else { return Event(kind: .back, id: "\(event.id)") }
        return Event(
            kind: .out, id: "\(event.id)", duration: event.duration.map { Double($0.ticks) / Double(SpliceInfo.timescale) },
            returnsAutomatically: event.duration?.returnsAutomatically ?? false)
    }

    private func event(_ segmentation: SegmentationDescriptor) -> Event? {
        let id = "\(segmentation.eventID)"
        let type = segmentation.type.rawValue
        if segmentation.isCancelled { return Event(kind: .cancelled, id: id) }
        if opening.contains(type) {
            return Event(kind: .out, id: id, duration: segmentation.duration.map { Double($0) / Double(SpliceInfo.timescale) })
        }
        return type > 0 && opening.contains(type - 1) ? Event(kind: .back, id: id) : nil
    }
}
