// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension DASHSegments {
    /// The part of a period to list, in seconds on the presentation's timeline.
    struct Window {
        var period: DASHPeriod
        /// Segments that end at or before this time are omitted.
        var start = -Double.infinity
        /// Segments that are complete later are not available yet.
        var available = Double.infinity
        /// The maximum number of segments. Exceeding it is an error, unless only the newest are kept.
        var limit: Int
        var keepsNewest: Bool
    }

    /// The duration in seconds of a segment listed after its period's end.
    fileprivate static let shortest = 0.02
    /// Less than this many seconds of a period are a rounding error.
    static let minPart = 0.001

    private func seconds(_ ticks: Int64, _ window: Window) -> Double {
        window.period.start + Double(ticks &- presentationTimeOffset) / Double(timescale)
    }

    /// The start of the first segment in seconds on the presentation's timeline.
    func start(in period: DASHPeriod) -> Double {
        guard let time = timeline?.first?.time else { return period.start + Double(delta(isOnDemand: true)) / Double(timescale) }
        return period.start + Double(time &- presentationTimeOffset) / Double(timescale)
    }

    /// The segments in a window, in time order.
    func timedSegments(in window: Window) throws(DASHError) -> [DASHTimedSegment] {
        switch addressing {
        case .whole(let url): return only(Location(url: url, range: nil), window)
        case .list(let locations) where timeline == nil && duration == nil:
            guard locations.count == 1, window.period.end != nil else {
                throw fault(.missing, "segments whose durations are not stated", "give the SegmentList a @duration or a SegmentTimeline")
            }
            return only(locations[0], window)
        case .template(let template) where !template.isVariable && timeline == nil && duration == nil:
            return only(Location(url: template.url(), range: nil), window)
        case .index: return []
        case .template, .list:
            if let timeline { return try timedSegments(of: timeline, window) }
            guard let duration else {
                throw fault(
                    .missing, "segments whose durations are not stated", "give the SegmentTemplate a @duration or a SegmentTimeline")
            }
            return try timedSegments(every: duration, window)
        }
    }

    /// A period's only segment, once it is available.
    private func only(_ location: Location, _ window: Window) -> [DASHTimedSegment] {
        guard let end = window.period.end, end > window.start, end <= window.available + availabilityTimeOffset else { return [] }
        return [.init(start: window.period.start, duration: end - window.period.start, time: presentationTimeOffset, location: location)]
    }

    private func fault(_ code: DASHError.Code, _ message: String, _ remedy: String) -> DASHError {
        DASHError(code, line: line, location: "Representation", message: message, remedy: remedy)
    }

    private func location(_ number: Int64, _ time: Int64, part: Int64 = 0) -> Location? {
        switch addressing {
        case .template(let template): return Location(url: template.url(number: number, time: time, part: part), range: nil)
        case .list(let locations):
            let (index, isBeyond) = number.subtractingReportingOverflow(startNumber)
            return isBeyond || index < 0 || index >= locations.count ? nil : locations[Int(index)]
        case .index, .whole: return nil
        }
    }

    /// The maximum number of segments according to their numbers.
    private var numbered: Int64 {
        var count = Int64.max
        if let endNumber { count = max(0, endNumber - startNumber + 1) }
        if case .list(let locations) = addressing { count = min(count, Int64(locations.count)) }
        return count
    }

    /// The highest number of a segment.
    private var lastNumber: Int64 {
        guard case .list(let locations) = addressing else { return endNumber ?? .max - 1 }
        return min(endNumber ?? .max - 1, startNumber + Int64(locations.count) - 1)
    }

    /// Whether some segments are published in parts that have their own URLs.
    var hasParts: Bool {
        guard case .template(let template) = addressing, template.usesParts else { return false }
        return timeline?.contains { $0.parts > 1 } ?? (parts > 1)
    }

    /// Converts to an integer and limits it to a range that can't overflow: a billion years is as good as infinity.
    private static func count(_ value: Double) -> Int64 { value.isNaN ? 0 : Int64(min(max(value, 0), 1e15)) }

    /// How many seconds before its end a segment is available. Even for a server that creates segments on request, a stream without a known
    /// end has a live edge: the current time.
    private func earliness(in window: Window) -> Double {
        availabilityTimeOffset.isFinite || window.period.end != nil ? availabilityTimeOffset : 0
    }

    // MARK: Segments of equal duration

    /// Whether segments of equal duration may begin and end inside their period's bounds, so that only the media shows where they do.
    var isOffGrid: Bool {
        guard timeline == nil, let duration, case .template = addressing, !hasParts else { return false }
        return firstDelta.map { $0 != 0 } ?? (presentationTimeOffset % duration != 0)
    }

    /// How many ticks after its period the first segment of equal duration begins.
    ///
    /// If content is split into periods inside of a segment, both periods list that segment. Many manifests don't state `eptDelta` then,
    /// but the number of the segment and the offset of its period show it.
    fileprivate func delta(isOnDemand: Bool) -> Int64 {
        if let firstDelta { return firstDelta }
        guard isOnDemand, isOffGrid, let duration, case .template(let template) = addressing, !template.usesTime,
            presentationTimeOffset > duration
        else { return 0 }
        let (index, rest) = presentationTimeOffset.quotientAndRemainder(dividingBy: duration)
        // Segments are numbered from 0 or from 1.
        return startNumber == index || startNumber == index + 1 ? -rest : 0
    }

    private func timedSegments(every duration: Int64, _ window: Window) throws(DASHError) -> [DASHTimedSegment] {
        // Segments that are published in parts are listed, and become available, part by part.
        let parts = hasParts ? self.parts : 1
        let step = Double(duration) / Double(timescale) / Double(parts)
        let delta = delta(isOnDemand: !window.keepsNewest)
        let begins = window.period.start + Double(delta) / Double(timescale)
        let (all, isEndless) = numbered.multipliedReportingOverflow(by: parts)
        var end = isEndless ? .max : all
        if let periodEnd = window.period.end {
            var remaining = Self.count(((periodEnd - begins) / step - 1e-6).rounded(.up))
            if case .list(let locations) = addressing {
                // Audio may have one more segment that ends a frame or two after the period. If the end is only that of the presentation,
                // which is that of the video, all listed segments exist.
                if window.period.endsWithPresentation || Int64(locations.count) == remaining + 1 { remaining = Int64(locations.count) }
            }
            end = min(end, remaining)
        }
        let early = earliness(in: window)
        if window.available.isFinite, early.isFinite {
            let limit = window.available + early - begins
            var complete = Self.count((limit / step + 1e-6).rounded(.down))
            // The last segment may be shorter.
            if let periodEnd = window.period.end, window.available + early >= periodEnd { complete = .max }
            end = min(end, complete)
        }
        guard end < Self.count(.infinity) else {
            throw fault(
                .missing, "the end of a period on demand is not known", "state @mediaPresentationDuration or the Period's @duration")
        }
        var first = min(end, Self.count(((window.start - begins) / step + 1e-6).rounded(.down)))
        if end - first > window.limit {
            guard window.keepsNewest else { throw tooMany(window.limit) }
            first = end - Int64(window.limit)
        }
        var timedSegments: [DASHTimedSegment] = []
        for index in first..<end {
            let (whole, part) = index.quotientAndRemainder(dividingBy: parts)
            let (ticks, isBeyond) = whole.multipliedReportingOverflow(by: duration)
            let (time, isFurther) = ticks.addingReportingOverflow(presentationTimeOffset + delta)
            guard !isBeyond, !isFurther, let location = location(startNumber + whole, time, part: part) else { break }
            let start = begins + Double(index) * step
            // Only the last segment listed after the period's end can be shorter.
            let rest = (window.period.end ?? .infinity) - start
            let length = rest <= 0 && index + 1 < numbered ? step : max(min(step, rest), Self.shortest)
            timedSegments.append(.init(start: start, duration: length, time: time, location: location))
        }
        return timedSegments
    }

    private func tooMany(_ limit: Int) -> DASHError {
        fault(.limit, "a representation has more than \(limit) segments in one period", "use longer segments, or several periods")
    }

    // MARK: Timelines

    /// The listed segments of a run.
    private struct Stretch {
        var run: Run
        /// The start of the run's first segment, in ticks.
        var time: Int64
        /// The number of the run's first segment.
        var number: Int64
        /// Relative to the run's first segment.
        var listed: Range<Int64>
    }

    private func timedSegments(of runs: [Run], _ window: Window) throws(DASHError) -> [DASHTimedSegment] {
        // Newest first, so that no segment is created only to be discarded.
        var (stretches, remaining): ([Stretch], Int64) = ([], Int64(window.limit))
        let hasParts = hasParts
        for var stretch in self.stretches(of: runs, window).reversed() {
            if !hasParts { stretch.run.parts = 1 }
            let room = remaining / stretch.run.parts
            if Int64(stretch.listed.count) > room {
                guard window.keepsNewest else { throw tooMany(window.limit) }
                stretch.listed = stretch.listed.suffix(Int(room))
            }
            guard !stretch.listed.isEmpty else { break }
            remaining -= Int64(stretch.listed.count) * stretch.run.parts
            stretches.append(stretch)
        }
        var timedSegments: [DASHTimedSegment] = []
        for stretch in stretches.reversed() {
            let length = Double(stretch.run.duration) / Double(timescale) / Double(stretch.run.parts)
            for index in stretch.listed {
                let time = stretch.time + index * stretch.run.duration
                for part in 0..<stretch.run.parts {
                    guard let location = location(stretch.number + index, time, part: part) else { break }
                    timedSegments.append(
                        .init(start: seconds(time, window) + Double(part) * length, duration: length, time: time, location: location))
                }
            }
        }
        return timedSegments
    }

    /// The runs in the window, in time order, each with at least one segment. All their times and numbers are representable.
    private func stretches(of runs: [Run], _ window: Window) -> [Stretch] {
        var stretches: [Stretch] = []
        let lastNumber = lastNumber
        var number = startNumber
        var (time, reached) = (Int64(0), Int64(0))
        for (index, run) in runs.enumerated() {
            time = run.time ?? time
            number = run.number ?? number
            guard number <= lastNumber else { continue }
            let next = index + 1 < runs.count ? runs[index + 1].time : nil
            let representable = min((.max - time) / run.duration, lastNumber - number + 1)
            let count = min(representable, count(of: run, at: time, before: next, window))
            // Segments before the window are counted but not listed, and so are those that overlap an earlier run.
            let behind = (window.start - seconds(time, window)) * Double(timescale) / Double(run.duration)
            let again = reached > time ? (reached - time) / run.duration : 0
            let first = max(Self.count((behind + 1e-6).rounded(.down)), again)
            if first < count { stretches.append(Stretch(run: run, time: time, number: number, listed: first..<count)) }
            time += run.duration * count
            reached = max(reached, time)
            number += count
        }
        return stretches
    }

    /// The number of segments in a run. Explicitly listed ones exist; for an open-ended run, those whose time has come.
    private func count(of run: Run, at time: Int64, before next: Int64?, _ window: Window) -> Int64 {
        // A rounded duration, or one of the video only, must not remove segments. A run that lists an implausible number of them ends with
        // the period.
        if window.period.endsWithPresentation, run.repeats >= 0, run.repeats < window.limit { return run.repeats + 1 }
        let step = Double(run.duration) / Double(timescale)
        let remaining = ((window.period.end ?? .infinity) - Self.minPart - seconds(time, window)) / step
        let limit = Self.count(remaining.rounded(.up))
        if run.repeats >= 0 { return min(run.repeats + 1, limit) }
        if let next { return min(limit, Self.count((Double(next &- time) / Double(run.duration) - 1e-6).rounded(.up))) }
        let early = earliness(in: window)
        guard early.isFinite, window.available.isFinite else { return limit }
        let complete = Self.count(((window.available + early - seconds(time, window)) / step + 1e-6).rounded(.down))
        return min(limit, complete)
    }
}

extension DASHTimedSegment {
    /// The media times that the manifest implies for segments of equal duration; nil if the manifest is exact.
    func supposedMedia(_ segments: DASHSegments) -> SegmentTrim.MediaSpan? {
        guard segments.isOffGrid, let duration = segments.duration else { return nil }
        let scale = Double(segments.timescale)
        return SegmentTrim.MediaSpan(start: Double(time) / scale, duration: Double(duration) / scale)
    }

    /// The part of it that is presented. Audio is seldom cut where the video of a period begins and ends, so its first and its last segment
    /// may reach into the periods around (ISO/IEC 23009-1, 5.3.2.1). Counted whole, they would move everything after them.
    func presented(in period: DASHPeriod) -> DASHTimedSegment {
        var segment = self
        if start < period.start {
            segment.duration = end - period.start
            segment.start = period.start
        }
        if !period.endsWithPresentation, let limit = period.end, segment.start < limit, segment.end > limit {
            segment.duration = max(limit - segment.start, DASHSegments.shortest)
        }
        return segment
    }
}
