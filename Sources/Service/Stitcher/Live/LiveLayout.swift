// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The layout of breaks among the origin's segments at one time.
struct LiveLayout {
    let stitch: LiveStitch
    let origin: MediaPlaylist
    var ledger: LiveLedger
    /// The start of each segment, and finally the start of the next one.
    let times: [Double]
    /// The end of the origin's playlist including parts.
    let edge: Double
    /// The stitched segments with their numbers.
    var segments: [MediaSegment] = []
    var upcoming: MediaSegment?
    /// The next part of an ad; nil to use the origin's preload hints.
    var hints: [PreloadHint]?
    /// The offset from the origin's numbers at the current position.
    var sequenceOffset: Int
    var discontinuityOffset: Int
    var problems: [String] = []

    init(_ stitch: LiveStitch, _ origin: MediaPlaylist, _ name: String?, _ ledger: LiveLedger) {
        self.stitch = stitch
        self.origin = origin
        self.ledger = ledger
        self.ledger.follow(origin, of: name)
        times = self.ledger.times(of: origin)
        edge = (times.last ?? 0) + (origin.upcoming?.parts.last.map { $0.start + $0.duration - (origin.upcoming?.start ?? 0) } ?? 0)
        if let first = origin.segments.first { self.ledger.forget(before: self.ledger.number(first.sequence)) }
        sequenceOffset = self.ledger.forgottenSegments
        discontinuityOffset = self.ledger.forgottenDiscontinuities
    }

    func number(_ index: Int) -> UInt64 { ledger.number(origin.mediaSequence) &+ UInt64(index) }

    /// Finds the first segment of a break and the first content segment after it, and records them.
    mutating func place(_ entry: LiveStitch.Break) {
        find(entry)
        guard let index = ledger.placements.firstIndex(where: { $0.breakID == entry.id && $0.closing == nil }) else { return }
        let placement = ledger.placements[index]
        ledger.placements[index].closing = close(placement, AdSegments(entry, from: placement.start))
    }

    private mutating func find(_ entry: LiveStitch.Break) {
        guard !ledger.placements.contains(where: { $0.breakID == entry.id }) else { return }
        guard !entry.ads.isEmpty, entry.end.map({ $0 > entry.start + LiveStitch.tolerance }) ?? true else { return }
        guard let index = index(at: entry.start), let segment = segment(at: index, for: entry) else {
            // A break that has ended is no loss.
            let length = entry.ads.reduce(0) { $0 + $1.duration }
            if let head = times.first, entry.start < head, entry.start + length > head + LiveStitch.tolerance {
                problems.append("The break \(entry.id) began before the origin's playlist and was left out.")
            }
            return
        }
        let sequence = number(index)
        let isInside = ledger.placements.contains { placement in
            placement.sequence <= sequence && placement.closing.map { sequence < $0.sequence } ?? true
        }
        guard !isInside else {
            problems.append("The break \(entry.id) is inside the break before it and was left out.")
            return
        }
        if let reason = refusal(of: entry) {
            problems.append("The break \(entry.id) was left out: \(reason)")
            return
        }
        let placement = LiveLedger.Placement(
            breakID: entry.id, sequence: sequence, start: times[index],
            originDiscontinuities: ledger.discontinuities(segment.discontinuitySequence) &- (segment.isDiscontinuity ? 1 : 0))
        let next = ledger.placements.firstIndex { $0.sequence > sequence } ?? ledger.placements.count
        ledger.placements.insert(placement, at: next)
    }

    /// The segment that a break begins with: a complete one, or the upcoming one if it has no parts yet.
    private func segment(at index: Int, for entry: LiveStitch.Break) -> MediaSegment? {
        if index < origin.segments.count { return origin.segments[index] }
        guard let upcoming = origin.upcoming, upcoming.parts.isEmpty else { return nil }
        return entry.start <= times[times.count - 1] + LiveStitch.tolerance ? upcoming : nil
    }

    /// The index of the segment that a break begins with; the number of segments if it hasn't arrived yet.
    private func index(at start: Double) -> Int? {
        guard let first = times.first, start >= first - LiveStitch.tolerance else { return nil }
        for index in origin.segments.indices where start < times[index + 1] - LiveStitch.tolerance {
            let (before, after) = (start - times[index], times[index + 1] - start)
            guard before > LiveStitch.tolerance else { return index }
            // In low-latency streams, parts of the segment in which the break begins are published before the break is known.
            return origin.partTarget != nil || stitch.snap == .nearest && after < before ? index + 1 : index
        }
        return origin.segments.count
    }

    private func refusal(of entry: LiveStitch.Break) -> String? {
        let state = StitchState(content: origin, keepsBitrate: true)
        for ad in entry.ads { if let reason = state.refusal(of: ad.playlist) { return "\(ad.playlist.baseURL): \(reason)" } }
        return nil
    }

    /// The content returns with the first segment that begins at or after the end of the ads.
    func close(_ placement: LiveLedger.Placement, _ ads: AdSegments) -> LiveLedger.Closing? {
        let first = Int(Int64(bitPattern: placement.sequence &- number(0)))
        let end = ads.end - LiveStitch.tolerance
        guard let back = origin.segments.indices.first(where: { $0 >= first && times[$0] >= end }) else { return nil }
        let segment = origin.segments[back]
        let lost = Int(Int64(bitPattern: ledger.discontinuities(segment.discontinuitySequence) &- placement.originDiscontinuities))
        guard !ads.items.isEmpty else {
            return .init(sequence: number(back), segments: first - back, discontinuities: 0, hasAds: false)
        }
        return .init(
            sequence: number(back), segments: ads.items.count - (back - first), discontinuities: ads.discontinuities + 1 - lost,
            hasAds: true)
    }
}
