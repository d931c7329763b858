// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

/// What has become of a segment's bytes: its tracks, the fragments that wait for a source buffer, and its place on the timeline.
struct SegmentConversion: Sendable {
    /// The kinds of its tracks that are wanted.
    let kinds: [TrackKind]
    private var transmuxer = SegmentTransmuxer()
    /// Whether its end was read.
    private(set) var isFinished = false
    /// What waits for the segment's place on the timeline, and for the source buffers.
    private(set) var outputs: [TransmuxOutput] = []
    private(set) var tracks: [TransmuxedTrack] = []
    /// Seconds from the times in the bytes to the timeline; nil until the segment is placed.
    private(set) var offset: Double?
    private var alignment: MediaTime?
    /// The kinds that were found, the time range of their samples, and when the first frame is shown that can be decoded alone.
    private(set) var found: [TrackKind] = []
    private(set) var range: TimeRange?
    private(set) var firstKey: Double?

    init(_ kinds: [TrackKind]) { self.kinds = kinds }

    /// Before the first bytes: the initialization section of the segment.
    mutating func begin(with section: [UInt8]) { transmuxer = SegmentTransmuxer(initialization: section) }

    mutating func append(_ bytes: [UInt8]) throws(LoadProblem) {
        do throws(TransmuxError) { take(try transmuxer.append(bytes)) } catch { throw Self.problem(error) }
    }

    mutating func finish() throws(LoadProblem) {
        isFinished = true
        do throws(TransmuxError) { take(try transmuxer.finish()) } catch { throw Self.problem(error) }
    }

    /// The rest never comes: keeps what can be played. A fragment that isn't complete can't, but a converted one has samples that can.
    mutating func breakOff() {
        guard !isFinished, transmuxer.isConverted else { return }
        isFinished = true
        do throws(TransmuxError) { take(try transmuxer.finish()) } catch { return }
    }

    private static func problem(_ error: TransmuxError) -> LoadProblem {
        LoadProblem(LoadFailure(error.code == .unsupported ? .unsupported : .malformed, message: error.message))
    }

    private mutating func take(_ more: [TransmuxOutput]) {
        for output in more { if case .track(let track) = output { tracks.append(track) } }
        outputs += more
    }

    /// The fragment that determines where the segment lies: of the video, if it has one. nil while it may still come.
    var leading: FragmentTimes? {
        let hasVideo = kinds.contains(.video) && tracks.contains { $0.kind == .video }
        // MPEG-TS announces its tracks before their first packets, but sends sound ahead of the first picture.
        if !hasVideo, kinds.contains(.video), transmuxer.isConverted, !isFinished, outputs.count < 24 { return nil }
        for output in outputs {
            guard case .fragment(let kind, _, let times) = output, kinds.contains(kind) else { continue }
            if kind == .video || !hasVideo { return times }
        }
        guard hasVideo, isFinished else { return nil }
        for output in outputs { if case .fragment(.audio, _, let times) = output, kinds.contains(.audio) { return times } }
        return nil
    }

    /// Whether its timestamps are those of MPEG-TS, with 33 bits.
    var wraps: Bool { transmuxer.isConverted }

    mutating func place(_ alignment: TimestampAligner.Alignment, first: MediaTime) {
        // The clock may have wrapped since the discontinuity's first segment.
        let shift = alignment.offset + (alignment.unwrapped - first)
        self.alignment = shift
        offset = (wraps ? shift - SegmentTransmuxer.bias : shift).seconds
    }

    /// Takes what can be appended now, and notes its times.
    mutating func takeOutputs() -> [TransmuxOutput] {
        guard let alignment else { return [] }
        let all = outputs
        outputs = []
        for output in all {
            guard case .fragment(let kind, _, let times) = output, kinds.contains(kind) else { continue }
            if !found.contains(kind) { found.append(kind) }
            let (start, end) = ((times.start + alignment).seconds, (times.end + alignment).seconds)
            range = TimeRange(start: min(range?.start ?? start, start), end: max(range?.end ?? end, end))
            if kind == .video, let key = times.firstKey, firstKey == nil { firstKey = (key + alignment).seconds }
        }
        return all
    }
}
