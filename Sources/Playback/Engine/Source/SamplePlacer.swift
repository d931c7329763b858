// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

/// Places the samples of one segment on the item's timeline.
///
/// The segment's first video frame determines its position, and audio that arrives before it waits. In a segment without video, the first
/// audio determines it.
struct SamplePlacer {
    private let job: SegmentJob
    private let wraps: Bool
    /// False for samples whose times count from the beginning of their segment.
    private let hasTimestamps: Bool
    private var waiting: [Sample] = []
    /// The index of the audio track that determines the segment's position; nil until its first sample.
    private var referenceTrack: Int?
    private var offset: MediaTime?
    private var reference = MediaTime.zero
    /// Used for MPEG-TS, whose clock may jump within a segment.
    private var linearizer: TimestampLinearizer
    /// Samples placed on the timeline.
    var ready: [SampleQueue.Entry] = []
    private(set) var kinds: Set<TrackKind> = []
    /// The number of samples so far, by track index.
    private var numbers: [Int: Int] = [:]
    private(set) var range: TimeRange?
    /// The first time of the segment's media, even if it is not presented.
    private var mediaStart: Double?
    /// The times at which samples are presented; nil if all are.
    private var presented: TimeRange?
    /// Seconds between the playlist's time and that of the samples, when they disagree beyond tolerance.
    private(set) var drift: Double?

    init(job: SegmentJob, wraps: Bool, hasTimestamps: Bool = true) {
        self.job = job
        self.wraps = wraps
        self.hasTimestamps = hasTimestamps
        // A frame may last as long as its segment.
        linearizer = TimestampLinearizer(longestGap: max(10, job.load.range.duration))
    }

    /// - Parameter isSelected: false for another audio track, which is kept in case it is selected.
    mutating func add(
        _ sample: Sample, isSelected: Bool = true, lastOfFormats formats: [TrackFormat], clocks: Monitor<TimestampAdjusterProvider>
    ) {
        if sample.format.kind != .text { kinds.insert(sample.format.kind) }
        if isSelected, sample.format.kind == .audio { referenceTrack = referenceTrack ?? sample.track }
        guard offset == nil else { return place(sample) }
        waiting.append(sample)
        // Subtitles do not determine where the segment lies.
        guard sample.format.kind != .text else { return }
        let expectsPicture = job.kinds.contains(.video) && (sample.format.kind != .video) && formats.contains { $0.kind == .video }
        // MPEG-TS usually announces its tracks before their first packets, but not always, so there may turn out to be audio only.
        if sample.format.kind == .video || !expectsPicture && (!wraps || waiting.count > 24 || !job.kinds.contains(.video)) {
            align(clocks)
        }
    }

    mutating func finish(clocks: Monitor<TimestampAdjusterProvider>) {
        if offset == nil, waiting.contains(where: { $0.format.kind != .text }) { align(clocks) }
    }

    private mutating func align(_ clocks: Monitor<TimestampAdjusterProvider>) {
        let leading =
            waiting.first { $0.format.kind == .video } ?? waiting.first { $0.track == referenceTrack }
            ?? waiting.first { $0.format.kind != .text } ?? waiting[0]
        let (job, wraps, trim) = (job, wraps, job.load.trim ?? SegmentTrim())
        let delay = trim.delay(ofFirst: leading.presentation.seconds)
        let start = job.load.range.start - trim.lead + delay
        if job.load.trim != nil {
            // The media may begin before its period although the manifest doesn't say so.
            let cutsStart = trim.lead > 0 || delay < 0 && job.load.startsDiscontinuity
            presented = TimeRange(start: cutsStart ? job.load.range.start : -.infinity, end: trim.cutsEnd ? job.load.range.end : .infinity)
        }
        // Only the difference between a separate clock and the others' is known.
        let clock = trim.clock == 0 ? MediaTime.zero : MediaTime(seconds: trim.clock, timescale: 90_000)
        guard hasTimestamps else { return put(MediaTime(seconds: start, timescale: 90_000) - leading.presentation) }
        let alignment: TimestampAligner.Alignment = clocks.wait { clocks in
            if !job.isCancelled, clocks.mustWait(job.load.contentType, job.load.range, discontinuity: job.load.discontinuity) { return nil }
            // A cancelled load must not determine the clock.
            var aligner = clocks.aligner
            defer { if !job.isCancelled { clocks.aligner = aligner } }
            return aligner.align(
                contentType: job.load.contentType, discontinuity: job.load.discontinuity,
                firstPresentation: leading.presentation - clock,
                // Media before the period says nothing about how the period's content types begin.
                firstDecode: job.load.startsDiscontinuity && trim.lead == 0 && delay == 0 ? leading.decode - clock : nil,
                expected: start, wraps: wraps)
        }
        // Wake other content types that wait for the alignment.
        clocks.change { _ in }
        reference = alignment.unwrapped + clock
        if alignment.isDrifting { drift = alignment.drift }
        put(alignment.offset - clock)
    }

    private mutating func put(_ offset: MediaTime) {
        self.offset = offset
        for sample in waiting { place(sample) }
        waiting.removeAll()
    }

    /// Places events on the item's timeline. Empty when the segment's position is unknown.
    func place(_ messages: [EventMessage]) -> [TimedEvent] {
        guard let offset, let start = mediaStart else { return [] }
        return messages.map { message in
            switch message.time {
            case .presentation(let time):
                TimedEvent(
                    time: ((wraps ? TimestampAligner.unwrap(time, near: reference.seconds) : time) + offset).seconds, message: message)
            case .afterSegmentStart(let delay): TimedEvent(time: start + delay.seconds, message: message)
            }
        }
    }

    /// Seconds. Earlier audio must not be heard, except that the decoder needs the last of it as run-up.
    private var audibleFrom: Double {
        if let limit = job.load.notBefore, limit > 0 { limit } else { -AudioTrack.runUp }
    }

    private mutating func place(_ sample: Sample) {
        let time = time(of: sample)
        let number = numbers[sample.track, default: 0]
        numbers[sample.track] = number + 1
        let entry = SampleQueue.Entry(
            sample: sample, time: time, duration: sample.duration.seconds, clock: job.load.discontinuity, number: number,
            presented: presented)
        if sample.format.kind == .video || sample.track == referenceTrack {
            mediaStart = min(mediaStart ?? time, time)
            range = TimeRange(start: min(range?.start ?? entry.time, entry.time), end: max(range?.end ?? entry.end, entry.end))
        }
        if sample.format.kind == .audio, entry.end <= audibleFrom || isSilent(entry) { return }
        ready.append(entry)
    }

    /// Whether nothing of an audio sample is presented, and no decoder needs it as run-up.
    private func isSilent(_ entry: SampleQueue.Entry) -> Bool {
        guard let presented else { return false }
        return entry.mediaTime >= presented.end || entry.mediaEnd <= presented.start - AudioTrack.runUp
    }

    /// Seconds on the item's timeline.
    private mutating func time(of sample: Sample) -> Double {
        guard wraps else { return (sample.presentation + offset!).seconds }
        let time = (TimestampAligner.unwrap(sample.presentation, near: reference.seconds) + offset!).seconds
        guard sample.format.kind != .text else { return time }
        let decode = (TimestampAligner.unwrap(sample.decode, near: reference.seconds) + offset!).seconds
        let duration = sample.duration.seconds
        let shift = linearizer.place(decode, of: Int32(clamping: sample.track), duration: duration)
        return (TimestampLinearizer.isPlausible(delay: time - decode, duration: duration) ? time : decode) + shift
    }
}
