// SPDX-License-Identifier: Apache-2.0

extension MediaPlaylist {
    /// Updates this playlist with a later load of it, complete or a delta update.
    ///
    /// The result has everything of the later load, on the timeline and with the discontinuity numbers and dates of earlier loads. The
    /// time taken depends on the changes, not on the number of segments.
    public func merging(_ update: MediaPlaylist) throws(PlaylistMergeError) -> PlaylistMerge {
        var changes = PlaylistChanges()
        if update.targetDuration != targetDuration { changes.previousTargetDuration = targetDuration }
        changes.hasEnded = update.isEndList && !isEndList
        var result = update
        if let skip = update.skip {
            try fill(&result, skip)
            changes.isRewritten = differs(from: update, &changes)
        } else {
            align(&result, &changes)
        }
        count(result, &changes)
        return PlaylistMerge(playlist: result, changes: changes)
    }

    /// Completes a delta update.
    private func fill(_ result: inout MediaPlaylist, _ skip: Skip) throws(PlaylistMergeError) {
        if self.skip != nil { throw .incompleteBase }
        let update = result
        let (end, overflow) = update.mediaSequence.addingReportingOverflow(skip.skippedSegments)
        guard !overflow, update.mediaSequence >= mediaSequence, end <= nextSequence, skip.skippedSegments > 0 || !segments.isEmpty else {
            throw .missingSegments
        }
        var kept = segments
        kept.removeLast(Int(nextSequence - end))
        kept.removeFirst(Int(update.mediaSequence - mediaSequence))
        var shift = SegmentBlock.Shift()
        let dateOfZero = self.dateOfZero
        if end < nextSequence, let old = segment(end) {
            // The first segment after the skipped ones is already known.
            shift.start = old.start - update.firstStart
            if let first = update.segments.first ?? update.upcoming {
                shift.discontinuity = old.discontinuitySequence &- first.discontinuitySequence
            }
        } else if let last = segments.last {
            shift.start = last.end - update.firstStart
            if let first = update.segments.first ?? update.upcoming {
                let next = last.discontinuitySequence &+ (first.isDiscontinuity ? 1 : 0)
                shift.discontinuity = next &- first.discontinuitySequence
            }
        }
        if update.segments.first?.programDateTime == nil { shift.dateOfZero = dateOfZero }
        // The server has removed the parts of skipped segments. They are kept here, so that shared blocks are not rewritten.
        for var segment in update.segments {
            shift.apply(to: &segment)
            kept.append(segment)
        }
        result.segments = kept
        shift.dateOfZero = dateOfZero
        if var upcoming = result.upcoming {
            shift.apply(to: &upcoming)
            result.upcoming = upcoming
        }
        result.discontinuitySequence = kept.first.map { $0.discontinuitySequence &- ($0.isDiscontinuity ? 1 : 0) } ?? discontinuitySequence
        result.skip = nil
        if let removed = skip.recentlyRemovedDateRanges { result.dateRanges = mergedDateRanges(update.dateRanges, removed) }
        if skip.recentlyRemovedDateRanges == nil, update.dateRanges.isEmpty { result.dateRanges = dateRanges }
        // A skipped EXT-X-MAP or EXT-X-KEY still applies to the segments after it.
        result.inherit(from: self, count: update.segments.count, keyedFrom: skip.firstKeyed, sequence: end)
    }

    /// Puts a complete later load on this timeline.
    private func align(_ result: inout MediaPlaylist, _ changes: inout PlaylistChanges) {
        changes.isRewound = result.nextSequence < nextSequence || result.mediaSequence < mediaSequence
        let shared = max(mediaSequence, result.mediaSequence)
        var shift = SegmentBlock.Shift()
        if shared < min(nextSequence, result.nextSequence), let old = segment(shared), let new = result.segment(shared) {
            shift.start = old.start - new.start
            shift.discontinuity = old.discontinuitySequence &- new.discontinuitySequence
            changes.hasDiscontinuityMismatch = shift.discontinuity != 0
            changes.isRewritten = differs(from: result, &changes)
        } else {
            changes.isDisjoint = !(segments.isEmpty && upcoming == nil)
            changes.missedSegments = result.mediaSequence > nextSequence ? result.mediaSequence - nextSequence : 0
            shift.start = estimatedStart(of: result, missed: changes.missedSegments) - result.firstStart
        }
        if result.segments.first?.programDateTime == nil, !changes.isDisjoint { shift.dateOfZero = dateOfZero }
        result.segments.move(by: shift)
        if var upcoming = result.upcoming {
            shift.apply(to: &upcoming)
            result.upcoming = upcoming
        }
        result.discontinuitySequence &+= shift.discontinuity
    }

    /// Where a later load without a common segment starts on this timeline: according to the dates of both, or else after the missed
    /// segments at their maximum duration.
    private func estimatedStart(of later: MediaPlaylist, missed: UInt64) -> Double {
        if let dateOfZero, let date = (later.segments.first ?? later.upcoming)?.programDateTime { return date - dateOfZero }
        let end = segments.last?.end ?? firstStart
        return end + Double(missed) * Double(targetDuration)
    }

    /// Whether a segment of both loads has different URIs. Only the first and last common segments are compared.
    private func differs(from update: MediaPlaylist, _ changes: inout PlaylistChanges) -> Bool {
        let first = max(mediaSequence, update.mediaSequence &+ (update.skip?.skippedSegments ?? 0))
        let end = min(nextSequence, update.nextSequence)
        guard first < end else { return false }
        for sequence in [first, end - 1] {
            guard let old = segment(sequence), let new = update.segment(sequence) else { continue }
            if old.uri.text != new.uri.text || old.byteRange != new.byteRange { return true }
        }
        return false
    }

    private func count(_ result: MediaPlaylist, _ changes: inout PlaylistChanges) {
        if result.nextSequence > nextSequence {
            let known = max(nextSequence, result.mediaSequence)
            changes.addedSegments = result.nextSequence > known ? Int(clamping: result.nextSequence - known) : 0
        }
        if result.mediaSequence > mediaSequence {
            // Sequence numbers wrap to 0 after 64 bits.
            let end = min(result.mediaSequence, nextSequence)
            changes.removedSegments = end > mediaSequence ? Int(clamping: end - mediaSequence) : segments.count
        }
        guard !changes.isRewound else { return }
        var known = upcoming?.parts.count ?? 0
        for index in max(0, result.segments.count - changes.addedSegments)..<result.segments.count {
            let parts = result.segments[index].parts.count
            changes.addedParts += max(0, parts - known)
            known = 0
        }
        changes.addedParts += max(0, (result.upcoming?.parts.count ?? 0) - known)
    }
}
