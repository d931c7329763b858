// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension LiveLayout {
    /// The index of a segment of the origin; negative if it has left the playlist.
    private func index(of sequence: UInt64) -> Int { Int(Int64(bitPattern: sequence &- number(0))) }

    /// Lays out the stream from start to end.
    mutating func fill(_ breaks: [LiveStitch.Break]) {
        var next = 0
        var returns = false
        func advance(to end: Int, _ layout: inout LiveLayout) {
            while next < min(end, layout.origin.segments.count) {
                layout.append(next, returns: returns)
                returns = false
                next += 1
            }
        }
        for number in ledger.placements.indices {
            let placement = ledger.placements[number]
            let entry = breaks.first { $0.id == placement.breakID }
            advance(to: index(of: placement.sequence), &self)
            if entry == nil, placement.closing == nil {
                problems.append("The ads of the break \(placement.breakID) are no longer known; the content is shown.")
            }
            let ads = AdSegments(entry, from: placement.start)
            let closing = placement.closing ?? close(placement, ads)
            ledger.placements[number].closing = closing
            append(ads, of: placement)
            guard let closing else {
                appendUpcoming(behind: ads, of: placement)
                return
            }
            sequenceOffset += closing.segments
            discontinuityOffset += closing.discontinuities
            returns = closing.hasAds
            next = max(next, index(of: closing.sequence))
        }
        advance(to: origin.segments.count, &self)
        if let upcoming = origin.upcoming { self.upcoming = content(upcoming, origin.segments.count, returns: returns) }
    }

    private mutating func append(_ index: Int, returns: Bool) {
        segments.append(content(origin.segments[index], index, returns: returns))
    }

    private func content(_ original: MediaSegment, _ index: Int, returns: Bool) -> MediaSegment {
        var segment = original
        if returns {
            segment.isDiscontinuity = true
            if segment.programDateTime != nil { segment.statesProgramDateTime = true }
        }
        segment.sequence = Self.add(sequenceOffset, to: number(index))
        segment.discontinuitySequence = Self.add(discontinuityOffset, to: ledger.discontinuities(original.discontinuitySequence))
        segment.keepVector(of: original)
        return segment
    }

    /// Appends the ad segments between the start of the window and the live edge.
    private mutating func append(_ ads: AdSegments, of placement: LiveLedger.Placement) {
        guard let head = times.first else { return }
        for (index, item) in ads.items.enumerated() where item.end > head + LiveStitch.tolerance {
            guard item.end <= edge + LiveStitch.tolerance else { return }
            segments.append(segment(item, index, of: placement))
        }
    }

    private func segment(_ item: AdSegments.Item, _ index: Int, of placement: LiveLedger.Placement) -> MediaSegment {
        var segment = item.segment
        segment.sequence = Self.add(sequenceOffset + index, to: placement.sequence)
        segment.discontinuitySequence = Self.add(discontinuityOffset + item.discontinuities, to: placement.originDiscontinuities)
        segment.keepVector(of: item.segment)
        // A stream without dates must not get invented ones.
        if origin.segments.first?.programDateTime == nil {
            segment.programDateTime = nil
            segment.statesProgramDateTime = false
        }
        // Parts are useful only near the edge (RFC 8216bis 6.2.2), and only if the origin has parts.
        if origin.partTarget == nil || item.end < edge - 3 * Double(max(stitch.targetDuration, origin.targetDuration)) {
            segment.parts = []
        }
        return segment
    }

    /// Appends the segment in progress: of an ad, or of the content after the ads.
    private mutating func appendUpcoming(behind ads: AdSegments, of placement: LiveLedger.Placement) {
        guard origin.partTarget != nil || origin.upcoming != nil else { return }
        let back = times[times.count - 1]
        if back >= ads.end - LiveStitch.tolerance, var next = origin.upcoming {
            let lost = Int(Int64(bitPattern: ledger.discontinuities(next.discontinuitySequence) &- placement.originDiscontinuities))
            next = content(next, origin.segments.count, returns: !ads.items.isEmpty)
            next.sequence = Self.add(sequenceOffset + ads.items.count, to: placement.sequence)
            next.discontinuitySequence = Self.add(ads.discontinuities + 1 - lost, to: next.discontinuitySequence)
            upcoming = next
            return
        }
        hints = []
        guard let index = ads.items.firstIndex(where: { $0.end > edge + LiveStitch.tolerance }) else {
            var next = MediaSegment(uri: "", duration: 0)
            next.sequence = Self.add(sequenceOffset + ads.items.count, to: placement.sequence)
            upcoming = next
            return
        }
        var next = segment(ads.items[index], index, of: placement)
        let all = next.parts
        var time = ads.items[index].start
        next.parts = []
        for part in all {
            time += part.duration
            guard time <= edge + LiveStitch.tolerance / 2 else { break }
            next.parts.append(part)
        }
        if next.parts.count < all.count {
            let part = all[next.parts.count]
            hints = [
                PreloadHint(
                    kind: .part, uri: URIReference(part.uri.url), byteRangeStart: part.byteRange?.offset ?? 0,
                    byteRangeLength: part.byteRange?.length)
            ]
        }
        next.duration = next.parts.reduce(0) { $0 + $1.duration }
        next.uri = ""
        upcoming = next
    }

    private static func add(_ offset: Int, to number: UInt64) -> UInt64 { number &+ UInt64(bitPattern: Int64(offset)) }
}
