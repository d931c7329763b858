// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Converts between dates and the stream's clock.
struct DateClock {
    private let dates: [(date: Double, time: Double)]

    init(_ playlist: MediaPlaylist, _ times: [Double]) {
        dates = playlist.segments.enumerated().compactMap { index, segment in segment.programDateTime.map { ($0, times[index]) } }
    }

    /// Relative to the last segment that begins at or before the date, or else to the first.
    func time(of date: Double) -> Double? {
        guard let near = dates.last(where: { $0.date <= date + 0.001 }) ?? dates.first else { return nil }
        return near.time + date - near.date
    }

    /// The last dated segment at or before a time, or else the first.
    func segmentDate(of time: Double) -> (date: Double, time: Double)? {
        dates.last { $0.time <= time + 0.001 } ?? dates.first
    }
}

extension CueReader {
    /// Reads SCTE35-OUT, -IN and -CMD of a date range (RFC 8216bis 4.4.5.1.1).
    func read(_ range: DateRange, _ clock: DateClock, _ reading: inout Reading) {
        guard range.scte35Out != nil || range.scte35In != nil || range.scte35Command != nil else { return }
        guard let date = range.startDate, let start = clock.time(of: date) else {
            reading.problems.append("The date range \(range.id) can't be placed: the playlist has no dates.")
            return
        }
        let length = limited(range.duration ?? range.endDate.map { max(0, $0 - date) }, of: range, &reading)
        let planned = limited(range.plannedDuration, of: range, &reading)
        if let bytes = range.scte35Out {
            var cue = BreakCue(.out, source: .dateRange, time: start, id: range.id)
            let stated = splice(bytes, .dateRange, start, &reading).first { $0.kind == .out }
            cue.duration = length ?? planned ?? stated?.duration
            cue.returnsAutomatically = stated?.returnsAutomatically ?? true
            cue.splice = bytes
            cue.metadata = metadata(range)
            reading.cues.append(cue)
            // An actual duration, unlike a planned one, ends the break.
            if let length { reading.cues.append(BreakCue(.back, source: .dateRange, time: start + length, id: range.id)) }
        }
        if let bytes = range.scte35In {
            // If the range began with SCTE35-OUT, the return is at its end.
            let time = range.scte35Out == nil ? start : start + (length ?? 0)
            if range.scte35Out == nil || length != nil {
                var cue = BreakCue(.back, source: .dateRange, time: time, id: range.scte35Out == nil ? nil : range.id)
                cue.splice = bytes
                reading.cues.append(cue)
            } else {
                reading.problems.append("The date range \(range.id) has SCTE35-IN and no end.")
            }
        }
        if let bytes = range.scte35Command {
            for var cue in splice(bytes, .dateRange, start, &reading) {
                cue.duration = cue.kind == .out ? length ?? planned ?? cue.duration : cue.duration
                cue.metadata = metadata(range)
                reading.cues.append(cue)
            }
        }
    }

    /// A duration in seconds; nil for one that no stream has.
    private func limited(_ seconds: Double?, of range: DateRange, _ reading: inout Reading) -> Double? {
        guard let seconds else { return nil }
        if MarkerAttributes.range.contains(seconds) { return seconds }
        reading.problems.append("The duration of the date range \(range.id) is out of range and is ignored.")
        return nil
    }

    private func metadata(_ range: DateRange) -> [String: String] {
        Dictionary(range.clientAttributes.map { ($0.name.uppercased(), $0.value) }) { first, _ in first }
    }
}
