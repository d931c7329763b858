// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The tracks of one item, and the samples queued in them.
struct ItemTracks: Sendable {
    let video: VideoTrack
    let audio: AudioTrack
    let loaded = LoadedMedia()
    private let captions: ClosedCaptionExtractor
    /// Seconds by which a container may deliver one track later than the other.
    private static let interleaving = 3.0

    init(configuration: EngineConfiguration, format: AudioFormat, facts: @escaping @Sendable (TrackFact) -> Void) {
        video = VideoTrack(
            options: .init(threads: configuration.decodingThreads, hardware: configuration.hardwareDecoding),
            retention: configuration.retention, facts: facts)
        audio = AudioTrack(format: format, retention: configuration.retention, facts: facts)
        captions = ClosedCaptionExtractor { facts(.captions($0)) }
    }

    func start() {
        video.start()
        audio.start()
    }

    func stop() {
        video.stop()
        audio.stop()
    }

    /// For frames that are decoded outside the track: previews and trick play.
    var deinterlacing: Deinterlacing { video.state.read { $0.deinterlacing } }
    func set(_ processing: MediaProcessing) { video.state.change { $0.deinterlacing = processing.deinterlacing } }

    func wake() {
        video.wake()
        audio.wake()
    }

    /// Restarts both tracks at a time in seconds.
    /// - Parameter isRough: as for ``VideoTrack/restart(at:isRough:)``.
    /// - Returns: the kinds whose samples are queued already.
    func restart(at time: Double, isRough: Bool = false) -> Set<TrackKind> {
        var covered: Set<TrackKind> = []
        if video.restart(at: time, isRough: isRough) { covered.insert(.video) }
        if audio.restart(at: time) { covered.insert(.audio) }
        return covered
    }

    /// Makes decoding wait for a keyframe at or before the position, because loading may begin between keyframes.
    /// - Parameter slack: seconds after the position at which the keyframe may be.
    func awaitKey(slack: Double = 0) { change(.video) { $0.awaitKey(slack: slack) } }
    var awaitsKey: Bool { read(.video) { $0.awaitsKey } ?? false }
    /// Lets decoding begin with the first keyframe, since there is no earlier one.
    func beginAnywhere() { video.state.change { $0.samples.beginAnywhere() } }

    /// - Parameters:
    ///   - segment: the segment the sample comes from; nil for a file.
    ///   - run: the run that the sample was loaded for; nil for the current one.
    func append(_ entry: SampleQueue.Entry, of segment: SampleQueue.SegmentName? = nil, run: Int? = nil) {
        loaded.note(entry.sample.format.kind, bytes: entry.sample.size, seconds: entry.duration)
        switch entry.sample.format.kind {
        case .video:
            // A sample that arrives too late for its run must not become part of the current one.
            let present = self.run(of: .video)
            guard run == nil || run == present else { return }
            // Captions of hidden frames are those of another period.
            if !entry.isHidden { captions.add(entry, run: present) }
            video.append(entry, of: segment, run: present)
        case .audio: audio.append(entry, of: segment, run: run)
        case .text: break
        }
    }

    /// Takes a sample of a container that interleaves its tracks: when one track is far ahead, the other has no more samples up to nearly
    /// there.
    /// - Parameter kinds: the kinds of tracks in the container.
    func appendInterleaved(_ entry: SampleQueue.Entry, among kinds: Set<TrackKind>) {
        append(entry)
        let order = entry.time - (entry.sample.presentation.seconds - entry.sample.decode.seconds)
        switch entry.sample.format.kind {
        case .video where kinds.contains(.audio): skipAudio(until: order - Self.interleaving)
        case .audio where kinds.contains(.video): skipVideo(until: order - Self.interleaving)
        default: break
        }
    }

    /// Stops reporting captions embedded in the video, because there are others.
    func leaveCaptionsOut() { captions.stop() }

    /// Replaces a segment with a better copy, track by track, as far as it has not been decoded.
    /// - Parameter runs: the runs that the copy was loaded for.
    /// - Returns: false when no track took any of it.
    func replace(with copy: [SampleQueue.Entry], runs: [TrackKind: Int]) -> Bool {
        var isTaken = false
        for (kind, run) in runs {
            let samples = copy.filter { $0.sample.format.kind == kind }
            if change(kind, { $0.run == run && $0.replace(with: samples) }) == true { isTaken = true }
        }
        return isTaken
    }

    /// All samples of a segment were appended.
    func close(_ segment: SampleQueue.SegmentName, _ kinds: Set<TrackKind>) { for kind in kinds { change(kind) { $0.close(segment) } } }

    func run(of kind: TrackKind) -> Int { read(kind) { $0.run } ?? 0 }

    /// Marks a run as complete: no more samples follow. nil is the current run.
    func complete(_ kind: TrackKind, run: Int? = nil) {
        let isPresent = change(kind) { samples in
            guard run == nil || samples.run == run else { return false }
            samples.complete()
            return true
        }
        if kind == .video, isPresent == true { captions.finish() }
    }

    /// Drops samples before a time from a track that is not played.
    func trim(_ kind: TrackKind, before time: Double) { change(kind) { $0.trim(before: time) } }

    func discard(_ kind: TrackKind, from time: Double) { change(kind) { $0.discard(from: time) } }

    /// Plays the audio queued from a time on until that of another rendition arrives, so that there is no gap between the two.
    func replaceAudio(from time: Double) {
        audio.state.change { state in
            state.samples.expectReplacement(from: time)
            state.isDrained = false
        }
    }

    /// Declares that, apart from what was appended, there is no audio before a time in seconds. Silence fills the gap.
    func skipAudio(until time: Double) { audio.state.update { $0.samples.pass(until: time) && $0.samples.isExhausted } }

    /// Declares that, apart from what was appended, there is no frame before a time in seconds. The last frame stays on screen.
    func skipVideo(until time: Double) {
        video.state.update { $0.samples.pass(until: time) && ($0.samples.isExhausted || !$0.isCovered) }
    }

    /// The span of queued samples, decoded or not, including a following span known to be empty; nil when there is none.
    func buffered(_ kind: TrackKind) -> TimeRange? {
        read(kind) { $0.span }?.map { TimeRange(start: $0.start, end: $0.end) }
    }

    func isComplete(_ kind: TrackKind) -> Bool { read(kind) { $0.isComplete } ?? true }

    /// nil for text, which has no track.
    @discardableResult
    private func change<Result>(_ kind: TrackKind, _ body: (inout SampleQueue) -> Result) -> Result? {
        switch kind {
        case .video: video.state.change { body(&$0.samples) }
        case .audio: audio.state.change { body(&$0.samples) }
        case .text: nil
        }
    }

    private func read<Result>(_ kind: TrackKind, _ body: (SampleQueue) -> Result) -> Result? {
        switch kind {
        case .video: video.state.read { body($0.samples) }
        case .audio: audio.state.read { body($0.samples) }
        case .text: nil
        }
    }
}
