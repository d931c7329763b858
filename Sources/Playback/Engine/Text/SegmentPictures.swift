// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The image subtitles inside the segments of an item: which are offered and chosen, and what of them was reported.
///
/// They are decoded on a separate thread, because the demuxing thread may be waiting for bytes when another track is chosen.
final class SegmentPictures: Sendable {
    fileprivate enum Work {
        case begin(clock: Int, at: Double)
        case sample(SegmentImageSubtitles.Entry)
        case choose(Int?, generation: Int)
        case discard(from: Double, generation: Int)
        case restart(Int?, generation: Int)
        case trim(before: Double)
        /// Samples of a segment before the run, in seconds the beginnings of both, and what follows.
        case precede([SegmentImageSubtitles.Entry], from: Double, origin: Double, run: Int?, then: @Sendable () -> Void)
    }

    fileprivate struct State {
        var work: Deque<Work> = []
        var isStopped = false
        var isRunning = false
        var tracks = SegmentSubtitleTracks()
        /// The run of the video to which samples must belong; nil before the first one.
        var run: Int?
        /// The number of renditions that the playlist lists; nil until it is known. The tracks in the segments follow them.
        var listed: Int?
        /// Whether subtitles of the playlist are shown.
        var isOtherShown = false
        /// The choice of the user or the application. Set once there is one.
        var selection: Int??
        var chosen: Int?
        /// Sets that were decoded for an earlier choice or position are not reported.
        var generation = 0
        var times = ImageSubtitleTimes()
        /// Subtitles before this time, in seconds, were dropped.
        var trimmed = -Double.infinity
        var lookBack = SegmentLookBack()
    }

    private let state = Monitor(State())
    private let languages: [String]
    private let queue: EngineQueue
    /// Called on the engine's queue.
    private let facts: @Sendable (SourceFact) -> Void

    /// - Parameter languages: BCP 47 tags, in order of preference. Used until a choice is made.
    init(languages: [String], queue: EngineQueue, facts: @escaping @Sendable (SourceFact) -> Void) {
        self.languages = languages
        self.queue = queue
        self.facts = facts
    }

    // MARK: Choice

    /// Adds the tracks in the segments to a presentation.
    func describe(_ presentation: inout Presentation) {
        state.read { state in
            let listed = presentation.subtitles.count
            presentation.subtitles += state.tracks.offered.enumerated().map { $1.rendition(number: listed + $0 + 1) }
            if let chosen = state.chosen, state.tracks.offered.indices.contains(chosen) { presentation.chosenSubtitles = listed + chosen }
        }
    }

    /// Takes the playlist's renditions, which come first.
    func setListed(_ presentation: Presentation) {
        state.change { state in
            state.listed = presentation.subtitles.count
            state.isOtherShown = presentation.chosenSubtitles != nil
            if let selection = state.selection {
                choose(state.track(selection), in: &state)
            } else if state.isOtherShown {
                choose(nil, in: &state)
            }
        }
    }

    /// Whether an index in `Presentation.subtitles` is that of a track in the segments.
    func has(_ index: Int?) -> Bool { state.read { $0.track(index) != nil } }

    /// - Parameter index: in `Presentation.subtitles`; nil shows none.
    func choose(_ index: Int?) {
        state.change { state in
            state.selection = .some(index)
            choose(state.track(index), in: &state)
        }
    }

    private func choose(_ track: Int?, in state: inout State) {
        guard track != state.chosen else { return }
        // The session withdraws the text of a rendition itself.
        if state.chosen != nil { facts(.text(.discarded(from: -.infinity))) }
        state.chosen = track
        state.generation += 1
        state.times.removeAll()
        state.work.append(.choose(track, generation: state.generation))
    }

    // MARK: Segments

    /// Takes the tracks of a segment. Called on the demuxing thread at the segment's beginning, and when more tracks are found.
    /// - Parameters:
    ///   - isFirst: whether the segment begins.
    /// - Returns: whether more tracks are offered than before.
    func find(_ tracks: [TextTrack], in job: SegmentJob, isFirst: Bool) -> Bool {
        state.change { state in
            if isFirst { state.tracks.beginSegment() }
            let isNew = state.tracks.find(tracks)
            guard !state.tracks.offered.isEmpty else { return false }
            start(&state)
            if isNew, state.selection == nil, state.chosen == nil, !state.isOtherShown {
                choose(state.tracks.offered.first(in: languages), in: &state)
            }
            if state.accepts(job) {
                state.work.append(.begin(clock: job.load.discontinuity, at: job.load.range.start))
                if job.load.startsRun { state.lookBack.begin(at: job.load.range.start, clock: job.load.discontinuity) }
            }
            return isNew
        }
    }

    func add(_ entry: SampleQueue.Entry, of job: SegmentJob) {
        state.change { state in
            guard state.accepts(job), let track = state.tracks.index(of: entry.sample.track) else { return }
            state.work.append(
                .sample(
                    .init(
                        sample: entry.sample, track: track, time: entry.time, origin: job.load.range.start, clock: job.load.discontinuity)))
        }
    }

    /// Drops what belongs to segments from a time on, because others replace them.
    func discard(from time: Double) {
        state.change { state in
            guard state.isRunning else { return }
            state.generation += 1
            state.times.removeAll()
            state.work.append(.discard(from: time, generation: state.generation))
            if state.chosen != nil { facts(.text(.discarded(from: time))) }
        }
    }

    /// The next samples belong to a run of the video, after a jump if it is another one than before.
    func follow(run: Int) {
        state.change { state in
            guard run != state.run else { return }
            state.run = run
            state.generation += 1
            state.times.removeAll()
            state.trimmed = -.infinity
            state.lookBack = SegmentLookBack()
            state.work = [.restart(state.chosen, generation: state.generation)]
            if state.chosen != nil { facts(.text(.discarded(from: -.infinity))) }
        }
    }

    /// Drops subtitles that are older than the samples that are kept.
    func trim(before time: Double) {
        state.change { state in
            guard state.isRunning, time > state.trimmed + 30 else { return }
            state.trimmed = time
            state.work.append(.trim(before: time))
            if state.chosen != nil { facts(.text(.trimmed(before: time))) }
        }
    }

    // MARK: Subtitles that began before the run

    /// The time before which a segment should be read for subtitles that may still be visible; nil when none is wanted.
    func nextLookBack() -> Double? {
        state.change { state in state.chosen == nil || state.isStopped ? nil : state.lookBack.next() }
    }

    /// Takes what was read of a segment before the run.
    /// - Parameter then: called on the engine's queue once it is known whether another segment is wanted.
    func precede(_ result: EarlierSubtitlesReader.Result, of segment: SegmentLoad, then: @escaping @Sendable () -> Void) {
        state.change { state in
            guard state.isRunning, !state.isStopped, let origin = state.lookBack.origin, segment.discontinuity == state.lookBack.clock
            else { return state.lookBack.fail() }
            var tracks = state.tracks
            tracks.beginSegment()
            _ = tracks.find(result.tracks)
            let entries = result.samples.compactMap { sample, time -> SegmentImageSubtitles.Entry? in
                guard let track = tracks.index(of: sample.track), state.tracks.offered.indices.contains(track) else { return nil }
                return .init(sample: sample, track: track, time: time, origin: segment.range.start, clock: segment.discontinuity)
            }
            state.work.append(.precede(entries, from: segment.range.start, origin: origin, run: state.run, then: then))
        }
    }

    /// A segment before the run can't be read.
    func failLookBack() { state.change { $0.lookBack.fail() } }

    private func readBack(from time: Double, isFound: Bool, run: Int?) {
        state.change { state in if run == state.run { state.lookBack.read(from: time, isFound: isFound) } }
    }

    func stop() {
        state.change { state in
            state.isStopped = true
            state.work = []
        }
    }

    // MARK: Decoding

    private func start(_ state: inout State) {
        guard !state.isRunning, !state.isStopped else { return }
        state.isRunning = true
        WorkerThread.start { [self] in run() }
    }

    private func run() {
        var subtitles = SegmentImageSubtitles()
        var generation = 0
        while true {
            let work: Work? = state.wait { state in
                if state.isStopped { return .some(nil) }
                return state.work.popFirst().map { .some($0) }
            }
            guard let work else { return }
            var sets: [ImageSubtitleSet] = []
            switch work {
            case .begin(let clock, let time):
                guard let end = subtitles.begin(clock: clock, at: time) else { continue }
                queue.enqueue { [self, generation] in forget(from: end, generation) }
                sets = subtitles.clearing(at: end)
            case .sample(let entry): sets = subtitles.add(entry)
            case .choose(let track, let number): (generation, sets) = (number, subtitles.choose(track))
            case .discard(let time, let number): (generation, sets) = (number, subtitles.discard(from: time))
            case .restart(let track, let number):
                subtitles.restart()
                (generation, sets) = (number, subtitles.choose(track))
            case .trim(let time): subtitles.trim(before: time)
            case .precede(let entries, let time, let origin, let run, let then):
                sets = subtitles.precede(entries, before: origin)
                queue.enqueue { [self, isFound = !sets.isEmpty] in
                    readBack(from: time, isFound: isFound, run: run)
                    then()
                }
            }
            if !sets.isEmpty { queue.enqueue { [self, sets, generation] in report(sets, generation) } }
        }
    }

    /// Withdraws what segments of another clock showed from a time on.
    private func forget(from time: Double, _ generation: Int) {
        state.change { state in
            guard generation == state.generation, !state.isStopped, state.chosen != nil else { return }
            state.times.remove(from: time)
            facts(.text(.discarded(from: time)))
        }
    }

    private func report(_ sets: [ImageSubtitleSet], _ generation: Int) {
        state.change { state in
            guard generation == state.generation, !state.isStopped, let chosen = state.chosen else { return }
            for set in sets where set.track == chosen {
                guard let end = state.times.end(of: set) else { continue }
                facts(
                    .text(
                        .loaded(
                            TextResource(
                                rendition: (state.listed ?? 0) + chosen, format: .pictures(set.images), bytes: [],
                                range: TimeRange(start: set.start, end: end), offset: 0))))
            }
        }
    }
}

extension SegmentPictures.State {
    /// The index among the tracks in the segments.
    fileprivate func track(_ index: Int?) -> Int? {
        guard let index, let listed, index >= listed else { return nil }
        return index - listed
    }

    fileprivate func accepts(_ job: SegmentJob) -> Bool { isRunning && (run == nil || run == job.runs[.video]) }
}
