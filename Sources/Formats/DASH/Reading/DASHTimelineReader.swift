// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Reads the element `SegmentTimeline` (ISO/IEC 23009-1, 5.3.9.6) into runs of segments.
struct DASHTimelineReader {
    private static let maxRuns = 500_000
    private static let maxPatternLength = 10_000
    /// The maximum number of segments that follow a pattern in one run.
    private static let maxPatterned: Int64 = 500_000
    /// The maximum number of segments in one sequence.
    static let maxParts: Int64 = 1000

    /// The durations of each pattern in ticks, by its identifier.
    private var patterns: [String: [Int64]] = [:]
    private var runs: [DASHSegments.Run] = []

    static func read(_ timeline: MarkupElement) throws(DASHError) -> [DASHSegments.Run] {
        var reader = DASHTimelineReader()
        for element in timeline.elements where element.name == "Pattern" { try reader.readPattern(element) }
        var elements = timeline.elements.filter { $0.name == "S" }[...]
        while let element = elements.popFirst() { try reader.readRun(element, next: elements.first) }
        return reader.runs
    }

    private mutating func readPattern(_ pattern: MarkupElement) throws(DASHError) {
        guard let id = pattern.trimmed("id") else { return }
        var durations: [Int64] = []
        for element in pattern.elements where element.name == "P" {
            guard let duration = try element.integer("d", in: 1...(1 << 62)) else {
                throw DASHError(.missing, element, message: "a P without @d", remedy: "state the duration of its segments in ticks")
            }
            let repeats = try element.integer("r", in: 0...Int64(Self.maxPatternLength)) ?? 0
            durations += [Int64](repeating: duration, count: Int(repeats) + 1)
            guard durations.count <= Self.maxPatternLength else {
                throw DASHError(
                    .limit, element, message: "a pattern of more than \(Self.maxPatternLength) segments", remedy: "use a shorter pattern")
            }
        }
        patterns[id] = durations
    }

    private mutating func readRun(_ element: MarkupElement, next: MarkupElement?) throws(DASHError) {
        let time = try element.integer("t")
        let number = try element.integer("n")
        let parts = try element.integer("k", in: 1...Self.maxParts) ?? 1
        let repeats = try element.integer("r", in: -1...(1 << 62)) ?? 0
        if let name = element.trimmed("p"), let durations = patterns[name], !durations.isEmpty {
            let entry = try element.integer("pE", in: 0...(1 << 62)) ?? 0
            let first = DASHSegments.Run(time: time, duration: 0, repeats: repeats, number: number, parts: parts)
            return try add(first, of: durations, from: Int(entry % Int64(durations.count)), until: next?.integer("t"), element)
        }
        guard let duration = try element.integer("d", in: 1...(1 << 62)) else {
            throw DASHError(.missing, element, message: "an S without @d", remedy: "state the duration of its segments in ticks")
        }
        try add(.init(time: time, duration: duration, repeats: repeats, number: number, parts: parts), element)
    }

    /// Adds the segments whose durations follow a pattern.
    private mutating func add(
        _ first: DASHSegments.Run, of durations: [Int64], from entry: Int, until next: Int64?, _ element: MarkupElement
    ) throws(DASHError) {
        guard first.repeats >= 0 || next != nil && first.time != nil else {
            throw DASHError(
                .unsupported, element, message: "a pattern that is repeated until its period ends is not supported",
                remedy: "state the number of segments in @r")
        }
        var run = first
        var (count, index, reached) = (Int64(0), entry, first.time ?? 0)
        while first.repeats < 0 ? reached < next ?? 0 : count <= first.repeats {
            let duration = durations[index]
            if run.duration == duration {
                run.repeats += 1
            } else {
                if run.duration > 0 {
                    try add(run, element)
                    (run.time, run.number) = (nil, nil)
                }
                (run.duration, run.repeats) = (duration, 0)
            }
            let (end, isBeyond) = reached.addingReportingOverflow(duration)
            if isBeyond { break }
            reached = end
            (count, index) = (count + 1, (index + 1) % durations.count)
            guard count <= Self.maxPatterned else {
                throw DASHError(
                    .limit, element, message: "more than \(Self.maxPatterned) segments follow a pattern", remedy: "list fewer segments")
            }
        }
        if run.duration > 0 { try add(run, element) }
    }

    private mutating func add(_ run: DASHSegments.Run, _ element: MarkupElement) throws(DASHError) {
        guard runs.count < Self.maxRuns else {
            throw DASHError(
                .limit, element, message: "a timeline of more than \(Self.maxRuns) runs", remedy: "join runs of equal durations by @r")
        }
        runs.append(run)
    }
}
