// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The captions that came inside the pictures of an item: which services there are, and what each shows when.
///
/// Captions build on those before them, so they are decoded in runs without a hole. What was found in a run stays: where playing goes
/// back into it, it is shown at once, and what comes a second time is passed over. A value without a clock.
public struct ClosedCaptionTimeline: Sendable {
    fileprivate struct Run: Sendable {
        var start: MediaTime
        /// Of the last picture; later ones go on from it.
        var end: MediaTime
        var decoder = ClosedCaptionDecoder()
        var tracks: [ClosedCaptionService: CaptionTrack] = [:]
    }

    /// By their times, none over another.
    private var runs: [Run] = []
    /// The run that pictures go on with.
    private var current: Int?
    /// Whether what comes was decoded before.
    private var isRepeating = false

    /// What nothing ends is over so many seconds after the last captions: a decoder takes it from the screen then (47 CFR 15.119 (j)).
    fileprivate static let patience = MediaTime(value: 16, timescale: 1)
    private static let instant = MediaTime(value: 1, timescale: 1000)
    private static let mostRuns = 64
    fileprivate static let mostCues = 10_000

    public init() {}

    /// The services that anything was received of, in their order.
    public private(set) var services: [ClosedCaptionService] = []

    /// Takes the captions of a picture; they come in the order of presentation.
    ///
    /// - Parameters:
    ///   - startsAnew: Whether they do not go on from the picture before: behind a seek, a hole or a discontinuity.
    ///   - origin: The time of the picture that they go on from all the same, where something was put between such as an ad: what was
    ///     sent before it is shown behind it.
    public mutating func add(_ data: ClosedCaptionData, startsAnew: Bool = false, goingOnFrom origin: MediaTime? = nil) {
        if startsAnew || current == nil || data.time < runs[current!].start { begin(at: data.time, from: origin) }
        guard var index = current, data.time >= runs[index].end else { return }
        if isRepeating, data.time == runs[index].end { return }
        isRepeating = false
        // What was decoded further on lacked what comes before it, which is there now.
        while index + 1 < runs.count, runs[index + 1].start <= data.time { runs.remove(at: index + 1) }
        let cues = runs[index].decoder.decode(data)
        runs[index].end = data.time
        for cue in cues { runs[index].keep(cue) }
        let found = runs[index].decoder.services
        if !found.isSubset(of: services) { services = found.union(services).sorted() }
        if runs.count > Self.mostRuns {
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

    /// As if nothing had been between: a new one where that is not known.
    private func memory(of origin: MediaTime?, at time: MediaTime) -> ClosedCaptionDecoder {
        // What was decoded further on is another moment's.
        guard let origin, origin < time, let before = runs.last(where: { $0.start <= origin + Self.instant }),
            before.end <= origin + Self.instant
        else { return ClosedCaptionDecoder() }
        var decoder = before.decoder
        decoder.goOn(at: time, after: before.end)
        return decoder
    }

    /// What a service shows at a time, with the regions it stands in. Of what nothing has ended yet, the end is far away.
    public func shown(of service: ClosedCaptionService, at time: MediaTime) -> CaptionDocument {
        var document = CaptionDocument(format: .webVTT)
        guard let run = runs.last(where: { $0.start <= time }) else { return document }
        if let track = run.tracks[service] {
            document.cues = track.timeline.shown(at: time).map { track.timeline.cues[$0] }
            document.regions = track.regions
        }
        guard time < run.end + Self.patience else { return document }
        for open in run.open(service) where open.cue.start <= time {
            document.cues.append(open.cue)
            if let region = open.region, document.region(region.id) == nil { document.regions.append(region) }
        }
        return document
    }

    /// When a service shows something else than at a time, as far as its captions have come; nil when that is not known.
    public func nextChange(of service: ClosedCaptionService, after time: MediaTime) -> MediaTime? {
        var changes = runs.first { $0.start > time }.map { [$0.start] } ?? []
        if let run = runs.last(where: { $0.start <= time }) {
            if let change = run.tracks[service]?.timeline.nextChange(after: time) { changes.append(change) }
            let open = run.open(service).map(\.cue.start)
            if !open.isEmpty { changes += (open + [run.end + Self.patience]).filter { $0 > time } }
        }
        return changes.min()
    }
}

extension ClosedCaptionTimeline.Run {
    fileprivate mutating func keep(_ found: ClosedCaptionDecoder.ServiceCue) {
        var track = tracks.removeValue(forKey: found.service) ?? CaptionTrack()
        track.timeline.insert(found.cue)
        if let region = found.region, !track.regions.contains(where: { $0.id == region.id }) { track.regions.append(region) }
        let count = track.timeline.cues.count
        if count > ClosedCaptionTimeline.mostCues { track.timeline.remove(endingBy: track.timeline.cues[count / 2].start) }
        tracks[found.service] = track
    }

    /// What is on the decoder's screen, without an end.
    fileprivate func open(_ service: ClosedCaptionService) -> [ClosedCaptionDecoder.ServiceCue] {
        var decoder = decoder
        return decoder.shown(of: service, at: end + ClosedCaptionTimeline.patience).map { shown in
            var shown = shown
            // The same as long as it is the same: the screen is not drawn anew for each picture.
            shown.cue.end = shown.cue.start + MediaTime(value: 1 << 20, timescale: 1)
            return shown
        }
    }
}
