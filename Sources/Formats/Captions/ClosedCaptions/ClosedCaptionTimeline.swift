// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The closed captions found in a media item's video: the available services, and what each displays at a time.
///
/// Captions depend on earlier ones, so they are decoded in runs without gaps. Decoded runs are kept: seeking back into one shows its
/// captions at once, and repeated data is skipped. The timeline has no clock of its own; callers pass times in.
public struct ClosedCaptionTimeline: Sendable {
    fileprivate struct Run: Sendable {
        var start: MediaTime
        /// The time of the last frame; later frames extend the run.
        var end: MediaTime
        var decoder = ClosedCaptionDecoder()
        var timelines: [ClosedCaptionService: CueTimeline] = [:]
    }

    /// Sorted by time, without overlaps.
    private var runs: [Run] = []
    /// The run that incoming frames extend.
    private var current: Int?
    /// Whether incoming captions were decoded before.
    private var isRepeating = false

    /// A caption without an end is erased this long after the last caption data, as decoders do (47 CFR 15.119 (j)).
    fileprivate static let longestDisplay = MediaTime(value: 16, timescale: 1)
    private static let instant = MediaTime(value: 1, timescale: 1000)
    private static let maxRuns = 64
    fileprivate static let maxCues = 10_000

    public init() {}

    /// The services for which data was received, sorted.
    public private(set) var services: [ClosedCaptionService] = []

    /// Adds a frame's captions. Frames must arrive in presentation order.
    ///
    /// - Parameters:
    ///   - startsAnew: Whether the frame does not continue the previous one: after a seek, a gap or a discontinuity.
    ///   - origin: The time of the frame that this one does continue, when other content such as an ad was inserted between them.
    ///     Captions sent before the inserted content are shown again after it.
    public mutating func add(_ data: ClosedCaptionData, startsAnew: Bool = false, continuingFrom origin: MediaTime? = nil) {
        if startsAnew || current == nil || data.time < runs[current!].start { begin(at: data.time, from: origin) }
        guard var index = current, data.time >= runs[index].end else { return }
        if isRepeating, data.time == runs[index].end { return }
        isRepeating = false
        // Runs decoded further on lacked the captions before them, which are available now.
        while index + 1 < runs.count, runs[index + 1].start <= data.time { runs.remove(at: index + 1) }
        let cues = runs[index].decoder.decode(data)
        runs[index].end = data.time
        for cue in cues { runs[index].keep(cue) }
        let found = runs[index].decoder.services
        if !found.isSubset(of: services) { services = found.union(services).sorted() }
        if runs.count > Self.maxRuns {
            let farthest = index > runs.count / 2 ? 0 : runs.count - 1
            runs.remove(at: farthest)
            if farthest < index { index -= 1 }
            current = index
        }
    }

    private mutating func begin(at time: MediaTime, from origin: MediaTime?) {
        if let known = runs.firstIndex(where: { $0.start <= time && time <= $0.end }) {
            (current, isRepeating) = (known, true)
            return
        }
        let index = runs.firstIndex { $0.start > time } ?? runs.count
        runs.insert(Run(start: time, end: time, decoder: memory(of: origin, at: time)), at: index)
        (current, isRepeating) = (index, false)
    }

    /// A decoder in the state it had at `origin`; a new decoder if that state is not known.
    private func memory(of origin: MediaTime?, at time: MediaTime) -> ClosedCaptionDecoder {
        // A decoder that has advanced past `origin` has the wrong state.
        guard let origin, origin < time, let before = runs.last(where: { $0.start <= origin + Self.instant }),
            before.end <= origin + Self.instant
        else { return ClosedCaptionDecoder() }
        var decoder = before.decoder
        decoder.proceed(at: time, after: before.end)
        return decoder
    }

    /// The cues that a service displays at `time`, with their regions. Cues without a known end get a distant one.
    public func shown(of service: ClosedCaptionService, at time: MediaTime) -> CaptionDocument {
        var document = CaptionDocument(format: .webVTT)
        guard let run = runs.last(where: { $0.start <= time }) else { return document }
        if let timeline = run.timelines[service] {
            for index in timeline.shown(at: time) { document.append(timeline.cues[index], of: timeline.origins[index]) }
        }
        guard time < run.end + Self.longestDisplay else { return document }
        for open in run.open(service) where open.cue.start <= time { document.append(open.cue, of: open.origin) }
        return document
    }

    /// When a service's display next changes, as far as captions are decoded; nil when unknown.
    public func nextChange(of service: ClosedCaptionService, after time: MediaTime) -> MediaTime? {
        var changes = runs.first { $0.start > time }.map { [$0.start] } ?? []
        if let run = runs.last(where: { $0.start <= time }) {
            if let change = run.timelines[service]?.nextChange(after: time) { changes.append(change) }
            let open = run.open(service).map(\.cue.start)
            if !open.isEmpty { changes += (open + [run.end + Self.longestDisplay]).filter { $0 > time } }
        }
        return changes.min()
    }
}

extension ClosedCaptionTimeline.Run {
    fileprivate mutating func keep(_ found: ClosedCaptionDecoder.ServiceCue) {
        var timeline = timelines.removeValue(forKey: found.service) ?? CueTimeline()
        timeline.insert(found.cue, of: found.origin)
        let count = timeline.cues.count
        if count > ClosedCaptionTimeline.maxCues { timeline.remove(endingBy: timeline.cues[count / 2].start) }
        timelines[found.service] = timeline
    }

    /// The cues on the decoder's screen that have no end yet.
    fileprivate func open(_ service: ClosedCaptionService) -> [ClosedCaptionDecoder.ServiceCue] {
        var decoder = decoder
        return decoder.shown(of: service, at: end + ClosedCaptionTimeline.longestDisplay).map { shown in
            var shown = shown
            // The end is fixed, so that the cue stays equal and is not redrawn for each frame.
            shown.cue.end = shown.cue.start + MediaTime(value: 1 << 20, timescale: 1)
            return shown
        }
    }
}

extension ClosedCaptionDecoder.ServiceCue {
    fileprivate var origin: CueOrigin { CueOrigin(regions: region.map { [$0] } ?? []) }
}
