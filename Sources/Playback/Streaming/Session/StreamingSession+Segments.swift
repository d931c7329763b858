// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    mutating func responded(_ id: LoadID, _ head: ResponseHead) {
        guard let purpose = loads[id] else { return }
        heads[id] = head
        telemetry.noteResponse(id, head, at: now)
        noteServerData(head.server)
        if purpose == .replacement {
            quality.rule.handle(.firstByte(id), at: now)
            lanes[0].replacement?.expectedBytes = head.contentLength
        }
        guard case .segment(let lane) = purpose else { return }
        quality.rule.handle(.firstByte(id), at: now)
        lanes[Int(lane.rawValue)].flight?.expectedBytes = head.contentLength
    }

    mutating func progressed(_ id: LoadID, _ bytes: Int) {
        if loads[id] == .replacement {
            quality.rule.handle(.progressed(id, bits: Double(bytes) * 8), at: now)
            reconsiderReplacement(bytes)
        }
        guard case .segment(let lane)? = loads[id] else { return }
        let number = Int(lane.rawValue)
        quality.rule.handle(.progressed(id, bits: Double(bytes) * 8), at: now)
        lanes[number].flight?.bytes = bytes
        if lane == .main { considerAbandoning() }
    }

    /// A segment is in the queue: the lane goes on behind it.
    mutating func finished(_ id: LoadID, _ facts: SegmentFacts) {
        heads[id] = nil
        noteAnswer(id)
        let purpose = loads.removeValue(forKey: id)
        if purpose == .replacement { return replacementFinished(id, facts) }
        if purpose == .picture { return pictureFinished(id, facts) }
        if purpose == .preview { return previewFinished() }
        guard case .segment(let lane)? = purpose else { return }
        let number = Int(lane.rawValue)
        guard let flight = lanes[number].flight, flight.id == id else { return }
        lanes[number].flight = nil
        noteFinished(flight, facts)
        quality.rule.handle(.finished(id, bits: Double(facts.bytes) * 8), at: now)
        quality.measure(Double(facts.bytes) * 8, now - flight.started)
        noteSuccess(flight.segment.location.url)
        lanes[number].failures = 0
        lanes[number].firstFailure = nil
        lanes[number].skips = 0
        lanes[number].haste = nil
        let range = flight.segment.range
        switch lane {
        case .main: quality.recordMain(flight, bytes: facts.bytes)
        case .audio: quality.recordSound(bytes: facts.bytes, duration: range.duration)
        case .subtitles: break
        }
        lanes[number].chunks.append(
            LaneState.Chunk(
                range: range, sampleStart: facts.range?.start ?? range.end, stream: flight.segment.stream, bytes: facts.bytes,
                index: flight.index))
        lanes[number].forget(before: facts.range == nil ? self.facts.position : min(self.facts.position, range.start))
        lanes[number].time = range.end
        lanes[number].next = flight.track == lanes[number].track ? flight.following : nil
        lanes[number].startsRun = false
        lanes[number].notBefore = nil
        lanes[number].sampleEnd = facts.range?.end
        returnBorrowed(lane)
    }

    private mutating func noteFinished(_ flight: LaneState.Flight, _ facts: SegmentFacts) {
        let segment = flight.segment
        var text = segment.lane.name + " " + String(segment.sequence)
        if let part = segment.part { text += "." + String(part) }
        text += " of " + String(segment.stream) + ": " + spanText(segment.range.start, segment.range.end) + ", " + String(facts.bytes)
        text += " bytes in " + decimalText(now - flight.started, decimals: 3) + " s, buffer "
        note(.segment, text + decimalText(max(0, segment.range.end - self.facts.position), decimals: 1) + " s")
    }

    /// Drops a segment under way. What came of it stays queued until other samples take its place.
    mutating func dropFlight(_ number: Int) {
        guard let flight = lanes[number].flight else { return }
        cancel(flight.id)
        heads[flight.id] = nil
        quality.rule.handle(.cancelled(flight.id), at: now)
        lanes[number].flight = nil
    }
}
