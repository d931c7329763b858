// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Demuxes the segments of one content type in order on a separate thread, while their bytes arrive.
final class SegmentDemuxer: Sendable {
    enum Outcome: Sendable {
        case finished(SegmentFacts)
        case failed(CodecError)
        case drifted(Double)
        case events([TimedEvent])
        /// The segments contain audio tracks that were not offered before.
        case moreAudioTracks
        /// The segments contain subtitles that were not offered before.
        case moreSubtitles
        /// A better copy of a queued segment has arrived, and none of it can be used any more.
        case unneeded
    }

    fileprivate enum Work {
        case segment(SegmentJob)
        /// The runs to complete. A run that a seek has begun in the meantime is not completed.
        case complete([TrackKind: Int])
    }

    fileprivate struct State {
        var work: Deque<Work> = []
        var isStopped = false
        var audioTracks = SegmentAudioTracks()
        var alternates = AlternateAudioBuffer(retention: 0)
        /// The run of the audio queue to which the buffered alternatives belong.
        var shelfRun: Int?
    }

    private let state = Monitor(State())
    private let tracks: ItemTracks
    private let clocks: Monitor<TimestampAdjusterProvider>
    private let pictures: SegmentPictures
    private let report: @Sendable (LoadID, Outcome) -> Void

    init(
        tracks: ItemTracks, clocks: Monitor<TimestampAdjusterProvider>, pictures: SegmentPictures,
        report: @escaping @Sendable (LoadID, Outcome) -> Void
    ) {
        self.tracks = tracks
        self.clocks = clocks
        self.pictures = pictures
        self.report = report
        WorkerThread.start { [self] in run() }
    }

    func add(_ job: SegmentJob) { state.change { $0.work.append(.segment(job)) } }

    /// Marks the tracks as complete after everything added before.
    func complete(_ kinds: Set<TrackKind>) {
        let runs = Dictionary(uniqueKeysWithValues: kinds.map { ($0, tracks.run(of: $0)) })
        state.change { $0.work.append(.complete(runs)) }
    }

    /// Drops pending completions, because the content type continues after all.
    func reopen() {
        state.change { state in
            state.work.removeAll { if case .complete = $0 { true } else { false } }
        }
    }

    var audioTracks: SegmentAudioTracks { state.read { $0.audioTracks } }

    /// Switches to another audio track of the segments. Samples already loaded are heard at once.
    /// - Parameter index: in ``SegmentAudioTracks/offered``.
    func selectAudio(_ index: Int) {
        state.change { state in
            guard state.audioTracks.offered.indices.contains(index), index != state.audioTracks.chosen else { return }
            let before = state.audioTracks.chosen
            state.audioTracks.choose(index)
            state.adjustShelf(to: tracks.run(of: .audio))
            let rest = tracks.audio.swap(state.alternates.take(index), isComplete: tracks.isComplete(.audio))
            state.alternates.put(rest, of: before)
        }
    }

    /// Drops the samples of unselected audio tracks from a time on, because others will replace them.
    func discardOthers(from time: Double) { state.change { $0.alternates.discard(from: time) } }

    func stop() { state.change { $0.isStopped = true } }

    private func run() {
        let formats = FormatMemory()
        var decryption = SampleDecryptionStage()
        var choice = VideoTrackSelection()
        while true {
            let work: Work? = state.wait { state in
                if state.isStopped { return .some(nil) }
                return state.work.popFirst().map { .some($0) }
            }
            switch work {
            case nil: return
            case .complete(let runs): for (kind, run) in runs { tracks.complete(kind, run: run) }
            case .segment(let job):
                if job.isCancelled { continue }
                do throws(CodecError) {
                    let outcome = try demux(job, formats, &decryption, &choice)
                    if !job.isCancelled { report(job.id, outcome) }
                } catch { if !job.isCancelled { report(job.id, .failed(error)) } }
            }
        }
    }

    private func demux(
        _ job: SegmentJob, _ formats: FormatMemory, _ decryption: inout SampleDecryptionStage, _ choice: inout VideoTrackSelection
    ) throws(CodecError) -> Outcome {
        let demuxer = try Demuxer(job.feed, initialization: { job.initialization }, formats: formats)
        try decryption.begin(job.sampleKeys, container: demuxer.container, url: job.load.location.url)
        var placer = SamplePlacer(
            job: job, wraps: (demuxer.container.wraps || demuxer.container.isPackedAudio) && demuxer.hasTimestamps,
            hasTimestamps: demuxer.hasTimestamps)
        choice.beginSegment()
        state.change { state in
            state.audioTracks.beginSegment()
            state.alternates.trim(before: tracks.buffered(.audio)?.start ?? -.infinity)
        }
        var trackCount = 0
        var locked: Set<Int> = []
        var hasFrame = false
        while let sample = try demuxer.next() {
            if demuxer.trackCount > trackCount {
                findPictures(demuxer, job, isFirst: trackCount == 0)
                trackCount = demuxer.trackCount
            }
            guard takes(sample, job), !(job.load.isSingleFrame && hasFrame), choice.admits(sample, among: { demuxer.mediaTracks }) else {
                continue
            }
            let isSelected = sample.format.kind != .audio || isAudible(sample, job, demuxer)
            guard isSelected || keepsOthers(of: job) && !locked.contains(sample.track) else { continue }
            hasFrame = hasFrame || sample.format.kind == .video
            let extended = job.load.isSingleFrame ? try sample.lasting(job.load.range.duration) : sample
            do throws(CodecError) {
                for sample in try decryption.decrypt(extended, headers: demuxer.protectionHeaders) {
                    placer.add(sample, isSelected: isSelected, lastOfFormats: demuxer.formatsKnown, clocks: clocks)
                }
            } catch {
                // What is not heard must not end playback.
                guard !isSelected else { throw error }
                locked.insert(sample.track)
            }
            // A better copy replaces the other one only when it is complete.
            guard job.load.replaces ? !job.isCancelled : deliver(&placer, job) else { break }
        }
        for sample in decryption.finish() where !locked.contains(sample.track) {
            let isSelected = sample.format.kind != .audio || state.read { $0.audioTracks.isSelected(sample.track) }
            placer.add(sample, isSelected: isSelected, lastOfFormats: demuxer.formatsKnown, clocks: clocks)
        }
        placer.finish(clocks: clocks)
        if job.load.replaces {
            var isTaken = false
            _ = job.unlessCancelled { isTaken = tracks.replace(with: placer.ready, runs: job.runs) }
            guard isTaken else { return .unneeded }
        } else {
            _ = deliver(&placer, job)
        }
        let events = placer.place(job.events + demuxer.takeEvents())
        if !events.isEmpty { report(job.id, .events(events)) }
        if let drift = placer.drift { report(job.id, .drifted(drift)) }
        return .finished(
            SegmentFacts(bytes: job.feed.count, kinds: placer.kinds.sorted { $0.rawValue < $1.rawValue }, range: placer.range))
    }

    private func deliver(_ placer: inout SamplePlacer, _ job: SegmentJob) -> Bool {
        guard !placer.ready.isEmpty else { return true }
        let isNeeded = job.unlessCancelled {
            for entry in placer.ready {
                switch entry.sample.format.kind {
                case .audio: addAudio(entry, job)
                case .video: add(entry, job)
                case .text: pictures.add(entry, of: job)
                }
            }
        }
        placer.ready.removeAll(keepingCapacity: true)
        return isNeeded
    }

    private func add(_ entry: SampleQueue.Entry, _ job: SegmentJob) {
        tracks.append(entry, of: job.name, run: job.runs[entry.sample.format.kind])
    }

    // MARK: Subtitles and several audio tracks

    /// Whether samples of unselected audio tracks and of subtitles are kept: not from a better copy of a segment.
    private func keepsOthers(of job: SegmentJob) -> Bool { job.load.contentType == .main && !job.load.replaces }

    private func takes(_ sample: Sample, _ job: SegmentJob) -> Bool {
        guard sample.format.kind == .text else { return job.takes(sample) }
        return keepsOthers(of: job) && !job.load.isSingleFrame && sample.format.textCoding?.isPictures == true && sample.protection == nil
    }

    private func findPictures(_ demuxer: Demuxer, _ job: SegmentJob, isFirst: Bool) {
        guard keepsOthers(of: job), pictures.find(demuxer.textTracks, in: job, isFirst: isFirst) else { return }
        report(job.id, .moreSubtitles)
    }

    private func isAudible(_ sample: Sample, _ job: SegmentJob, _ demuxer: Demuxer) -> Bool {
        let (isSelected, isNew) = state.change { state in
            let isNew = state.audioTracks.find(sample.track, among: { demuxer.mediaTracks }, isChoice: keepsOthers(of: job))
            return (state.audioTracks.isSelected(sample.track), isNew && state.audioTracks.offered.count > 1)
        }
        if isNew { report(job.id, .moreAudioTracks) }
        return isSelected
    }

    /// Queues or keeps a sample, since another track may have been selected after it was demuxed.
    private func addAudio(_ entry: SampleQueue.Entry, _ job: SegmentJob) {
        state.change { state in
            if state.audioTracks.isSelected(entry.sample.track) {
                add(entry, job)
            } else if let index = state.audioTracks.index(of: entry.sample.track), let run = job.runs[.audio] {
                state.adjustShelf(to: run)
                state.alternates.add(entry, of: index)
            }
        }
    }
}

extension SegmentDemuxer.State {
    /// Drops the alternatives that belong to a run that has ended.
    fileprivate mutating func adjustShelf(to run: Int) {
        guard shelfRun != run else { return }
        alternates.removeAll()
        shelfRun = run
    }
}
