// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The tracks of one item, and what is queued in them.
struct ItemTracks: Sendable {
    let video: VideoTrack
    let audio: AudioTrack

    init(configuration: EngineConfiguration, format: AudioFormat, facts: @escaping @Sendable (TrackFact) -> Void) {
        video = VideoTrack(
            options: .init(threads: configuration.decodingThreads, hardware: configuration.hardwareDecoding),
            retention: configuration.retention, facts: facts)
        audio = AudioTrack(format: format, retention: configuration.retention, facts: facts)
    }

    func start() {
        video.start()
        audio.start()
    }

    func stop() {
        video.stop()
        audio.stop()
    }

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

    /// - Parameters:
    ///   - segment: what brought the sample; nil for a file.
    ///   - run: the run that the sample was loaded for; nil for whichever is there.
    func append(_ entry: SampleQueue.Entry, of segment: SampleQueue.SegmentName? = nil, run: Int? = nil) {
        switch entry.sample.format.kind {
        case .video: video.append(entry, of: segment, run: run)
        case .audio: audio.append(entry, of: segment, run: run)
        case .text: break
        }
    }

    /// Puts a better copy of a segment in the place of the one held, track by track, as far as it has not been decoded.
    /// - Parameter runs: that the copy was loaded for.
    /// - Returns: false when no track took any of it.
    func replace(with copy: [SampleQueue.Entry], runs: [TrackKind: Int]) -> Bool {
        var isTaken = false
        for (kind, run) in runs {
            let samples = copy.filter { $0.sample.format.kind == kind }
            guard !samples.isEmpty else { continue }
            switch kind {
            case .video:
                video.state.update { state in
                    if state.samples.run == run, state.samples.replace(with: samples) { isTaken = true }
                    return false
                }
            case .audio:
                audio.state.update { state in
                    if state.samples.run == run, state.samples.replace(with: samples) { isTaken = true }
                    return false
                }
            case .text: break
            }
        }
        return isTaken
    }

    /// All samples of a segment were brought.
    func close(_ segment: SampleQueue.SegmentName, _ kinds: Set<TrackKind>) {
        if kinds.contains(.video) { video.state.change { $0.samples.close(segment) } }
        if kinds.contains(.audio) { audio.state.change { $0.samples.close(segment) } }
    }

    func run(of kind: TrackKind) -> Int {
        switch kind {
        case .video: video.state.read { $0.samples.run }
        case .audio: audio.state.read { $0.samples.run }
        case .text: 0
        }
    }

    func complete(_ kind: TrackKind) {
        switch kind {
        case .video: video.state.change { $0.samples.complete() }
        case .audio: audio.state.change { $0.samples.complete() }
        case .text: break
        }
    }

    func discard(_ kind: TrackKind, from time: Double) {
        switch kind {
        case .video: video.state.change { $0.samples.discard(from: time) }
        case .audio: audio.state.change { $0.samples.discard(from: time) }
        case .text: break
        }
    }

    /// The span of samples held, taken or not; nil when there are none.
    func buffered(_ kind: TrackKind) -> TimeRange? {
        let bounds: (Double?, Double?) =
            switch kind {
            case .video: video.state.read { ($0.samples.first, $0.samples.end) }
            case .audio: audio.state.read { ($0.samples.first, $0.samples.end) }
            case .text: (nil, nil)
            }
        guard let start = bounds.0, let end = bounds.1 else { return nil }
        return TimeRange(start: start, end: end)
    }

    func isComplete(_ kind: TrackKind) -> Bool {
        switch kind {
        case .video: video.state.read { $0.samples.isComplete }
        case .audio: audio.state.read { $0.samples.isComplete }
        case .text: true
        }
    }
}
