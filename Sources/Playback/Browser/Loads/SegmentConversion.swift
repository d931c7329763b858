// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

/// The content of a segment: its tracks, the fragments that wait for a source buffer, and its position on the timeline.
///
/// Fragmented MP4 is separated into its tracks here. Other containers are converted by the page, which has a module for that.
struct SegmentConversion: Sendable {
    private enum Container: Sendable {
        case unknown
        case fragments(FragmentedFileTransmuxer)
        case converted
    }

    /// The kinds of tracks to extract.
    let kinds: [TrackKind]
    private var container = Container.unknown
    /// The first bytes, until the container is known.
    private var head: [UInt8] = []
    private var section: [UInt8] = []
    /// The bytes that the page converts.
    private var requests = ConversionRequests()
    /// Whether the end has been processed.
    private(set) var isFinished = false
    /// Fragments that wait for the segment's position on the timeline and for the source buffers.
    private(set) var outputs: [TransmuxOutput] = []
    private(set) var tracks: [TransmuxedTrack] = []
    /// Seconds to add to the media's timestamps; nil until the segment's position is known.
    private(set) var offset: Double?
    private var alignment: MediaTime?
    /// Seconds from the segment's clock to the timeline, as far as it is placed.
    var shift: Double { alignment?.seconds ?? 0 }
    /// The kinds that were found, the time range of their samples, and the presentation time of the first keyframe.
    private(set) var found: [TrackKind] = []
    private(set) var range: TimeRange?
    private(set) var firstKey: Double?

    init(_ kinds: [TrackKind]) { self.kinds = kinds }

    /// Sets the initialization section. Must be called before the first bytes.
    mutating func begin(with section: [UInt8]) { self.section = section }

    /// Before the first bytes: the key of the samples, which the page's converter decrypts.
    mutating func unlock(_ key: SampleKey) { requests.key = key }

    mutating func append(_ bytes: [UInt8]) throws(LoadProblem) {
        // Nothing may follow the end, even if the transfer was interrupted.
        guard !requests.hasLast else { return }
        do throws(TransmuxError) {
            if case .unknown = container {
                head += bytes
                try recognize(isEnd: false)
            } else {
                try read(bytes)
            }
        } catch { throw Self.problem(error) }
    }

    mutating func finish() throws(LoadProblem) {
        guard !isFinished, !requests.hasLast else { return }
        do throws(TransmuxError) {
            if case .unknown = container { try recognize(isEnd: true) }
            if case .converted = container { return requests.end() }
            isFinished = true
            if case .fragments(let file) = container { try file.finish() }
        } catch {
            isFinished = true
            throw Self.problem(error)
        }
    }

    /// The rest will never arrive. An incomplete MP4 fragment is dropped; of a converted one, the complete samples are kept.
    mutating func breakOff() { if !isFinished, wraps { requests.end() } }

    private static func problem(_ error: TransmuxError) -> LoadProblem {
        LoadProblem(LoadFailure(error.code == .unsupported ? .unsupported : .malformed, message: error.message))
    }

    private mutating func recognize(isEnd: Bool) throws(TransmuxError) {
        guard let found = try SegmentContainer.recognize(head, isEnd: isEnd) else { return }
        container = found.isConverted ? .converted : .fragments(FragmentedFileTransmuxer())
        let bytes = found.takes(section: section) ? section + head : head
        (head, section) = ([], [])
        try read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) throws(TransmuxError) {
        switch container {
        case .unknown: break
        case .converted: requests.add(bytes)
        case .fragments(var file):
            // Removed while it changes, so that its buffers aren't copied.
            container = .unknown
            defer { container = .fragments(file) }
            add(try file.append(bytes))
        }
    }

    // MARK: Conversion by the page

    /// The next bytes for the page to convert; nil if there are none.
    mutating func takeRequest() -> (bytes: [UInt8], isEnd: Bool, key: SampleKey?)? { requests.take() }

    /// Whether the page has begun to convert and expects more bytes.
    var isConverting: Bool { requests.isOpen }

    /// The page has performed a conversion, or failed to. Responses come in the order of the requests.
    mutating func converted(_ result: ConversionResult) throws(LoadProblem) {
        guard requests.answered() else { return }
        if requests.isOver { isFinished = true }
        switch result {
        case .outputs(let more): add(more)
        case .malformed(let message): throw LoadProblem(LoadFailure(.malformed, message: message))
        case .unsupported(let message): throw LoadProblem(LoadFailure(.unsupported, message: message))
        case .unavailable(let message): throw LoadProblem(LoadFailure(.connection, message: message))
        }
    }

    private mutating func add(_ more: [TransmuxOutput]) {
        for output in more { if case .track(let track) = output { tracks.append(track) } }
        outputs += more
    }

    /// The fragment that determines the segment's position: the first video fragment if there is video. Nil until it is known.
    var leading: FragmentTimes? {
        let hasVideo = kinds.contains(.video) && tracks.contains { $0.kind == .video }
        // MPEG-TS announces its tracks before their first packets, but audio may precede the first frame.
        if !hasVideo, kinds.contains(.video), wraps, !isFinished, outputs.count < 24 { return nil }
        for output in outputs {
            guard case .fragment(let kind, _, let times) = output, kinds.contains(kind) else { continue }
            if kind == .video || !hasVideo { return times }
        }
        guard hasVideo, isFinished else { return nil }
        for output in outputs { if case .fragment(.audio, _, let times) = output, kinds.contains(.audio) { return times } }
        return nil
    }

    /// Whether its timestamps are those of MPEG-TS, with 33 bits.
    var wraps: Bool { if case .converted = container { true } else { false } }

    mutating func place(_ alignment: TimestampAligner.Alignment, first: MediaTime) {
        // The clock may have wrapped since the discontinuity's first segment.
        let shift = alignment.offset + (alignment.unwrapped - first)
        self.alignment = shift
        offset = (wraps ? shift - SegmentTransmuxer.bias : shift).seconds
    }

    /// Removes and returns the fragments that can be appended now, and records their times.
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
