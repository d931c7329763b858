// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// The breaks of a playlist, derived from all its markers. Repeated markers count once, and contradictions are resolved deterministically.
///
/// A CUE-OUT within an earlier break is a repeat or a part of that break. The earliest end counts, whether from a
/// duration with automatic return or from a marker. A CUE-IN without a break, or before its break, is reported as a problem and ignored.
public struct BreakTimeline: Hashable, Sendable {
    /// In the order of the stream, without overlaps.
    public private(set) var breaks: [DiscoveredBreak] = []
    /// The contradictions, and how they were resolved.
    public private(set) var problems: [String] = []

    /// Markers at most this many seconds apart refer to the same moment.
    static let near = 1.0
    /// The duration in seconds after which a break without an end is considered over.
    public static let longest = 3600.0

    /// - Parameters:
    ///   - playlist: one load of any rendition.
    ///   - times: the start of each segment on the stream's clock, and finally the start of the next
    ///     one; by default, seconds from the first.
    public init(_ playlist: MediaPlaylist, times: [Double]? = nil, reader: CueReader = CueReader()) {
        let reading = reader.read(playlist, times: times ?? PlaylistStitch.boundaries(of: playlist))
        problems = reading.problems
        for cue in reading.cues { add(cue) }
        for index in breaks.indices { applyPlannedEnd(index) }
    }

    private mutating func add(_ cue: BreakCue) {
        switch cue.kind {
        case .out: begin(cue, at: cue.time)
        case .proceeding: begin(cue, at: cue.time - (cue.elapsed ?? 0))
        case .back: end(cue)
        case .cancelled:
            guard let index = breaks.firstIndex(where: { $0.id == cue.id }) else { return }
            if breaks[index].start >= cue.time - Self.near {
                breaks.remove(at: index)
            } else if breaks[index].end ?? .infinity > cue.time {
                breaks[index].end = cue.time
            }
        }
    }

    private mutating func begin(_ cue: BreakCue, at start: Double) {
        if let id = cue.id, let index = breaks.lastIndex(where: { $0.id == id && abs($0.start - start) < Self.longest }) {
            return add(cue, to: index)
        }
        if let index = breaks.indices.last, start < over(breaks[index]) - LiveStitch.tolerance {
            let isSame = cue.kind == .proceeding || abs(breaks[index].start - start) <= Self.near
            if !isSame {
                problems.append(
                    "A break begins at \(seconds(start)) inside the break at \(seconds(breaks[index].start)) and is part of it."
                )
            }
            if isSame { add(cue, to: index) }
            if cue.kind == .proceeding, let elapsed = cue.elapsed, abs(cue.time - elapsed - breaks[index].start) > 2 * Self.near {
                problems.append(
                    "The break at \(seconds(breaks[index].start)) reports \(elapsed) s elapsed, which implies a different start.")
            }
            return
        }
        // A continuation after the planned end doesn't extend the break.
        if cue.kind == .proceeding, let last = breaks.last, start <= last.start + Self.near { return }
        var found = DiscoveredBreak(id: cue.id ?? "at-\(Int((min(max(start, -1e12), 1e12) * 1000).rounded()))", start: start)
        found.returnsAutomatically = cue.returnsAutomatically
        breaks.append(found)
        add(cue, to: breaks.count - 1)
    }

    private mutating func add(_ cue: BreakCue, to index: Int) {
        breaks[index].duration = breaks[index].duration ?? cue.duration
        breaks[index].splice = breaks[index].splice ?? cue.splice
        breaks[index].metadata.merge(cue.metadata) { first, _ in first }
        if !breaks[index].sources.contains(cue.source) { breaks[index].sources.append(cue.source) }
        if let stated = breaks[index].duration, let other = cue.duration, abs(stated - other) > Self.near {
            problems.append(
                "The break at \(seconds(breaks[index].start)) has two durations, \(stated) s and \(other) s: the first one is used.")
        }
    }

    private mutating func end(_ cue: BreakCue) {
        let index =
            cue.id.flatMap { id in breaks.lastIndex { $0.id == id } }
            ?? breaks.indices.last { $0 == breaks.count - 1 && cue.time <= over(breaks[$0]) + Self.near }
        guard let index else {
            problems.append("The end marker at \(seconds(cue.time)) belongs to no break.")
            return
        }
        guard cue.time >= breaks[index].start - LiveStitch.tolerance else {
            problems.append("The end marker at \(seconds(cue.time)) is before its break.")
            return
        }
        if !breaks[index].sources.contains(cue.source) { breaks[index].sources.append(cue.source) }
        breaks[index].end = min(breaks[index].end ?? .infinity, cue.time)
    }

    /// The latest possible end of a break.
    private func over(_ entry: DiscoveredBreak) -> Double {
        if let end = entry.end { return end }
        if let duration = entry.duration, entry.returnsAutomatically { return entry.start + duration }
        return entry.start + Self.longest
    }

    /// Chooses the earliest end of a break.
    private mutating func applyPlannedEnd(_ index: Int) {
        guard let duration = breaks[index].duration, breaks[index].returnsAutomatically, duration > 0 else { return }
        let planned = breaks[index].start + duration
        if let end = breaks[index].end, end > planned + Self.near {
            problems.append(
                "The break at \(seconds(breaks[index].start)) is planned to end before its end marker: the planned end is used.")
        }
        if let end = breaks[index].end { breaks[index].end = min(end, planned) }
    }

    private func seconds(_ time: Double) -> String { DecimalText.text((time * 1000).rounded() / 1000) + " s" }
}
