// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The places of breaks among the origin's segments at one time.
struct LiveLayout {
    let stitch: LiveStitch
    let origin: MediaPlaylist
    var ledger: LiveLedger
    /// When each segment begins, and last where the next one will.
    let times: [Double]
    /// Where what the origin shows ends, its parts included.
    let edge: Double
    /// The stitched segments, numbered as they are.
    var segments: [MediaSegment] = []
    var upcoming: MediaSegment?
    /// The next part of an ad; nil where the origin's own hints hold.
    var hints: [PreloadHint]?
    /// Added to the origin's numbers at the place reached.
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

    /// Finds a break's first segment, and the content's behind it, and keeps them.
    mutating func place(_ entry: LiveStitch.Break) {
        find(entry)
        guard let place = ledger.placements.firstIndex(where: { $0.breakID == entry.id && $0.closing == nil }) else { return }
        let placement = ledger.placements[place]
        ledger.placements[place].closing = close(placement, AdSegments(entry, from: placement.start))
    }

    private mutating func find(_ entry: LiveStitch.Break) {
        guard !ledger.placements.contains(where: { $0.breakID == entry.id }) else { return }
        guard !entry.ads.isEmpty, entry.end.map({ $0 > entry.start + LiveStitch.tolerance }) ?? true else { return }
        guard let index = index(at: entry.start), let segment = segment(at: index, for: entry) else {
            // One that is over is no loss.
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
            problems.append("The break \(entry.id) lies inside the one before and was left out.")
            return
        }
        if let reason = refusal(of: entry) {
            problems.append("The break \(entry.id) was left out: \(reason)")
            return
        }
        let placement = LiveLedger.Placement(
            breakID: entry.id, sequence: sequence, start: times[index],
            originDiscontinuities: ledger.discontinuities(segment.discontinuitySequence) &- (segment.isDiscontinuity ? 1 : 0))
        let place = ledger.placements.firstIndex { $0.sequence > sequence } ?? ledger.placements.count
        ledger.placements.insert(placement, at: place)
    }

    /// What a break begins with: a whole segment, or the one whose parts are about to come.
    private func segment(at index: Int, for entry: LiveStitch.Break) -> MediaSegment? {
        if index < origin.segments.count { return origin.segments[index] }
        guard let upcoming = origin.upcoming, upcoming.parts.isEmpty else { return nil }
        return entry.start <= times[times.count - 1] + LiveStitch.tolerance ? upcoming : nil
    }

    /// The segment that a break begins with; the number of segments when that one has not come yet.
    private func index(at start: Double) -> Int? {
        guard let first = times.first, start >= first - LiveStitch.tolerance else { return nil }
        for index in origin.segments.indices where start < times[index + 1] - LiveStitch.tolerance {
            let (before, after) = (start - times[index], times[index + 1] - start)
            guard before > LiveStitch.tolerance else { return index }
            // Parts of the segment that a break begins in are published before that is known.
            return origin.partTarget != nil || stitch.snap == .nearest && after < before ? index + 1 : index
        }
        return origin.segments.count
    }

    private func refusal(of entry: LiveStitch.Break) -> String? {
        let state = StitchState(content: origin, keepsBitrate: true)
        for ad in entry.ads { if let reason = state.refusal(of: ad.playlist) { return "\(ad.playlist.baseURL): \(reason)" } }
        return nil
    }

    /// The content is back with the first segment that begins where the ads end, or later.
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
