// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The tracks of one item, and what is queued in them.
struct ItemTracks: Sendable {
    let video: VideoTrack
    let audio: AudioTrack
    let loaded = LoadedMedia()
    private let captions: ClosedCaptionExtractor
    /// Seconds by which a container may bring one track behind the other.
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

    /// For pictures that are decoded apart from the track: previews, and those of fast playing.
    var deinterlacing: Deinterlacing { video.state.read { $0.deinterlacing } }
    func set(_ processing: MediaProcessing) { video.state.change { $0.deinterlacing = processing.deinterlacing } }

    func wake() {
        video.wake()
        audio.wake()
    }

    /// Starts both tracks anew.
    /// - Parameter isRough: as for ``VideoTrack/restart(at:isRough:)``.
    /// - Returns: the kinds whose samples are queued already.
    func restart(at time: Double, isRough: Bool = false) -> Set<TrackKind> {
        var covered: Set<TrackKind> = []
        if video.restart(at: time, isRough: isRough) { covered.insert(.video) }
        if audio.restart(at: time) { covered.insert(.audio) }
        return covered
    }

    /// Pictures that are loaded from anywhere on are decoded from a key picture at or before the position on.
    /// - Parameter slack: seconds behind the position at which it may lie.
    func awaitKey(slack: Double = 0) { change(.video) { $0.awaitKey(slack: slack) } }
    var awaitsKey: Bool { read(.video) { $0.awaitsKey } ?? false }
    /// There is no earlier key picture.
    func beginAnywhere() { video.state.change { $0.samples.beginAnywhere() } }

    /// - Parameters:
    ///   - segment: what brought the sample; nil for a file.
    ///   - run: the run that the sample was loaded for; nil for whichever is there.
    func append(_ entry: SampleQueue.Entry, of segment: SampleQueue.SegmentName? = nil, run: Int? = nil) {
        loaded.note(entry.sample.format.kind, bytes: entry.sample.size, seconds: entry.duration)
        switch entry.sample.format.kind {
        case .video:
            // What comes too late for its run would be taken for a part of the present one.
            let present = self.run(of: .video)
            guard run == nil || run == present else { return }
            captions.take(entry, run: present)
            video.append(entry, of: segment, run: present)
        case .audio: audio.append(entry, of: segment, run: run)
        case .text: break
        }
    }

    /// Takes a sample of a container that brings its tracks side by side: where one track is far ahead, the other has nothing before.
    /// - Parameter kinds: those that the container has.
    func appendInterleaved(_ entry: SampleQueue.Entry, among kinds: Set<TrackKind>) {
        append(entry)
        let order = entry.time - (entry.sample.presentation.seconds - entry.sample.decode.seconds)
        switch entry.sample.format.kind {
        case .video where kinds.contains(.audio): passSound(until: order - Self.interleaving)
        case .audio where kinds.contains(.video): passPictures(until: order - Self.interleaving)
        default: break
        }
    }

    /// Captions inside the pictures are not told: there are others.
    func leaveCaptionsOut() { captions.stop() }

    /// Puts a better copy of a segment in the place of the one held, track by track, as far as it has not been decoded.
    /// - Parameter runs: that the copy was loaded for.
    /// - Returns: false when no track took any of it.
    func replace(with copy: [SampleQueue.Entry], runs: [TrackKind: Int]) -> Bool {
        var isTaken = false
        for (kind, run) in runs {
            let samples = copy.filter { $0.sample.format.kind == kind }
            if change(kind, { $0.run == run && $0.replace(with: samples) }) == true { isTaken = true }
        }
        return isTaken
    }

    /// All samples of a segment were brought.
    func close(_ segment: SampleQueue.SegmentName, _ kinds: Set<TrackKind>) { for kind in kinds { change(kind) { $0.close(segment) } } }

    func run(of kind: TrackKind) -> Int { read(kind) { $0.run } ?? 0 }

    /// Nothing follows the samples of a run; nil is the run that is there.
    func complete(_ kind: TrackKind, run: Int? = nil) {
        let isPresent = change(kind) { samples in
            guard run == nil || samples.run == run else { return false }
            samples.complete()
            return true
        }
        if kind == .video, isPresent == true { captions.finish() }
    }

    /// Forgets what lies before a time in a track that nobody shows or plays.
    func trim(_ kind: TrackKind, before time: Double) { change(kind) { $0.trim(before: time) } }

    func discard(_ kind: TrackKind, from time: Double) { change(kind) { $0.discard(from: time) } }

    /// Sound from a time on is played until that of another rendition comes, so that there is no hole between the two.
    func giveWay(from time: Double) {
        audio.state.change { state in
            state.samples.giveWay(from: time)
            state.isDrained = false
        }
    }

    /// No sound comes before a time, in seconds, beside what was appended: silence is played where it is missing.
    func passSound(until time: Double) { audio.state.update { $0.samples.pass(until: time) && $0.samples.isExhausted } }

    /// No picture comes before a time, in seconds, beside what was appended: the one shown last stays.
    func passPictures(until time: Double) {
        video.state.update { $0.samples.pass(until: time) && ($0.samples.isExhausted || !$0.isCovered) }
    }

    /// The span of samples held, taken or not, and of what is known to have none behind them; nil when there is none.
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
