// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

@testable import WindowboxBrowser

/// A page without a browser: fetches from a folder, keeps the ranges of what is appended, and plays with a clock of its own.
///
/// Every fetch takes a step of time. Source buffers take only what Media Source Extensions would.
struct FakeBrowser {
    struct Buffer {
        var codec: String
        var parser = SegmentTransmuxer()
        var ranges: [TimeRange] = []
        /// The bytes that were appended since the last initialization segment that differs.
        var appended = 0
        var done = 0
        /// Operations that wait for room.
        var waiting: [BrowserAction] = []
        var isFull = false
    }

    private struct Fetch {
        var id: Int
        var url: String
        var span: ByteSpan?
        var body: [UInt8]?
    }

    private(set) var session: BrowserSession
    private let root: URL
    private(set) var now = Instant.zero
    private(set) var buffers: [TrackKind: Buffer] = [:]
    private var fetches: [Fetch] = []
    private var wakeAt: Instant?
    private(set) var position = 0.0
    private(set) var journal: [String] = []
    private(set) var cues: [TextCue] = []
    private(set) var error: StreamingError?
    private(set) var warnings: [String] = []
    private(set) var presentation: Presentation?
    private(set) var hasEnded = false
    private(set) var resets = 0
    private(set) var duration = 0.0
    /// Spans that were played.
    private(set) var played: [TimeRange] = []
    var wantsToPlay = true
    /// Bytes of one piece of a body.
    var pieces = 16_384
    /// Pieces of a segment after which it stays away.
    var stopsAfter = Int.max
    /// Answers instead of the folder.
    var failures: [String: LoadFailure] = [:]
    /// Changes what the folder has at a path.
    var change: (String, Data) -> Data = { _, data in data }
    /// What the source buffers lose of what they are given.
    var losses: [TrackKind: TimeRange] = [:]
    /// Whether frames come out of the decoder.
    var decodes = true
    /// Seconds of media from which on a source buffer is full.
    var room = Double.infinity
    /// The page's converters of segments, by load; the requests that wait; and requests that find no module.
    private(set) var converters: [Int: SegmentConverter] = [:]
    private var waiting: [(id: Int, bytes: [UInt8], isEnd: Bool, key: SampleKey?)] = []
    private(set) var conversions = 0
    var converterLacks = 0
    private(set) var hasPreparedToConvert = false
    /// The initialization segments that readers of captions were given.
    private(set) var captionReaders: [[UInt8]] = []
    private(set) var dateRanges: [TimedDateRange] = []
    private(set) var metadata: [Int: MetadataCue] = [:]
    /// Encrypted Media Extensions.
    var keySystem = FakeKeySystem()
    private var depth = 0
    /// What Media Source Extensions would have refused.
    private(set) var faults: [String] = []

    init(_ options: BrowserOptions, root: URL) {
        session = BrowserSession(options)
        self.root = root
    }

    /// - Parameter stream: the name of a generated stream.
    init(_ stream: String, change: (inout BrowserOptions) -> Void = { _ in }) throws {
        let made = try GeneratedStreams.named(stream)
        var options = BrowserOptions(
            url: "http://kit/" + made.url.lastPathComponent, codecs: ["h264", "aac", "mp3", "webvtt"], isRecorded: true)
        change(&options)
        self.init(options, root: made.directory)
    }

    mutating func send(_ event: BrowserEvent) {
        depth += 1
        for action in session.handle(event, at: now) { perform(action) }
        depth -= 1
        // As a page does: one event after the other.
        while depth == 0, error == nil, !waiting.isEmpty {
            let (id, bytes, isEnd, key) = waiting.removeFirst()
            conversions += 1
            if converterLacks > 0 {
                converterLacks -= 1
                send(.converted(id, .unavailable("there is no module")))
                continue
            }
            var converter = converters[id] ?? SegmentConverter(key: key)
            let answer = ConversionResult.of(bytes, isEnd: isEnd, &converter)
            converters[id] = isEnd ? nil : converter
            // The page passes on what the module writes.
            var reader = WireReader(answer.wire)
            guard let read = reader.conversion(), reader.isAtEnd, read == answer else {
                faults.append("an answer that can't be read")
                continue
            }
            send(.converted(id, read))
        }
    }

    /// Plays until the end, an error, or a position is reached.
    mutating func run(until limit: Double = .infinity, steps: Int = 20_000) {
        for _ in 0..<steps where error == nil {
            if position >= limit || isOver { return }
            step()
        }
    }

    private var isOver: Bool {
        guard hasEnded, let end, playable(max(0, position - 0.05)) != nil else { return false }
        return position >= end - 0.02
    }

    /// The end of a stream is that of its longest buffer (Media Source Extensions, 3.15.1).
    private var end: Double? { buffers.values.compactMap { $0.ranges.last?.end }.max() }

    private mutating func step() {
        now = now + 0.02
        if let at = wakeAt, at <= now {
            wakeAt = nil
            send(.woke)
        }
        if !fetches.isEmpty { answer(fetches.removeFirst()) }
        let range = playable(position)
        if wantsToPlay, let range, range.end > position + 0.02 {
            let next = min(position + 0.02, range.end)
            if let last = played.last, last.end == position {
                played[played.count - 1].end = next
            } else {
                played.append(TimeRange(start: position, end: next))
            }
            position = next
        }
        report()
    }

    private mutating func report() {
        let isReady = decodes && playable(position).map { $0.end > position + 0.05 } ?? false
        send(
            .playback(
                ElementState(
                    position: position, wantsToPlay: wantsToPlay, isReady: isReady, hasEnded: isOver,
                    video: buffers[.video]?.ranges ?? [], audio: buffers[.audio]?.ranges ?? [])))
    }

    /// What all buffers have around a time.
    private func playable(_ time: Double) -> TimeRange? {
        var common: TimeRange?
        for buffer in buffers.values {
            var ranges = buffer.ranges
            if hasEnded, let end, !ranges.isEmpty { ranges[ranges.count - 1].end = end }
            guard let range = ranges.first(where: { $0.start <= time + 0.15 && $0.end > time }) else { return nil }
            common = common.map { TimeRange(start: max($0.start, range.start), end: min($0.end, range.end)) } ?? range
        }
        return common
    }

    private mutating func answer(_ fetch: Fetch) {
        let path = String(fetch.url.dropFirst("http://kit/".count))
        if let body = fetch.body, let license = keySystem.answer(path, body) {
            send(.received(fetch.id, bytes: license))
            return send(.completed(fetch.id))
        }
        if let failure = failures[path] { return send(.failed(fetch.id, failure)) }
        guard var data = try? Data(contentsOf: root.appending(path: path)) else {
            return send(.failed(fetch.id, LoadFailure(.status(404), message: "no " + path)))
        }
        data = change(path, data)
        if let span = fetch.span { data = data.subdata(in: span.offset..<min(data.count, span.end)) }
        send(.responded(fetch.id, ResponseHead(status: 200, url: fetch.url, contentLength: data.count)))
        var bytes = [UInt8](data)[...]
        var count = 0
        while !bytes.isEmpty {
            if count == stopsAfter, !path.hasSuffix(".m3u8") { return }
            count += 1
            send(.received(fetch.id, bytes: Array(bytes.prefix(pieces))))
            bytes = bytes.dropFirst(pieces)
        }
        send(.completed(fetch.id))
    }

    private mutating func perform(_ action: BrowserAction) {
        if waits(action) { return }
        switch action {
        case .fetch(let fetch): fetches.append(Fetch(id: fetch.id, url: fetch.url, span: fetch.span, body: fetch.body))
        case .cancel(let id): fetches.removeAll { $0.id == id }
        case .open(let descriptions):
            buffers = [:]
            for description in descriptions { buffers[description.kind] = Buffer(codec: description.codec) }
        case .change(let kind, let number, let codec):
            buffers[kind]?.codec = codec
            done(kind, number)
        case .append(let kind, let number, let offset, let bytes): append(kind, number, offset, bytes)
        case .reset(let kind, let number):
            resets += 1
            buffers[kind]?.parser = SegmentTransmuxer()
            done(kind, number)
        case .remove(let kind, let number, let range):
            guard var buffer = buffers[kind] else { return faults.append("a removal from no buffer") }
            // As in Media Source Extensions, 3.15.2.
            hasEnded = false
            buffer.ranges = buffer.ranges.flatMap { held in
                [
                    TimeRange(start: held.start, end: min(held.end, range.start)),
                    TimeRange(start: max(held.start, range.end), end: held.end),
                ]
                .filter { !$0.isEmpty }
            }
            buffers[kind] = buffer
            done(kind, number)
        case .seek(let time): position = time
        case .wake(let moment): wakeAt = moment
        case .journal(let lines): journal += lines
        case .cues(let more): cues += more
        case .discardCues(let time): cues.removeAll { $0.range.start >= time }
        case .fail(let error): self.error = error
        case .warning(let text): warnings.append(text)
        case .presentation(let presentation): self.presentation = presentation
        case .end: hasEnded = true
        case .duration(let duration): self.duration = duration
        case .convert(let id, let bytes, let isEnd, let key):
            if bytes.isEmpty, !isEnd { hasPreparedToConvert = true } else { waiting.append((id, bytes, isEnd, key)) }
        case .dateRanges(let ranges): dateRanges = ranges
        case .metadata(let cues): for cue in cues { metadata[cue.number] = cue }
        case .discardMetadata(let time): metadata = metadata.filter { $0.value.start >= time }
        case .protection(let action): if let event = keySystem.perform(action) { report(.protection(event)) }
        case .readCaptions(let initialization): captionReaders.append(initialization)
        case .retry(let kind):
            let waiting = buffers[kind]?.waiting ?? []
            buffers[kind]?.waiting = []
            buffers[kind]?.isFull = false
            for action in waiting { perform(action) }
        case .seekable, .rate, .timeline, .variant, .report, .throughput: break
        }
    }

    /// Whether an operation must wait for room, as in `buffers.js`: what makes room comes first, and a reset gives up what waits.
    private mutating func waits(_ action: BrowserAction) -> Bool {
        guard let (kind, _) = Self.operation(action), var buffer = buffers[kind] else { return false }
        if case .reset = action { buffer.waiting.removeAll { if case .append = $0 { true } else { false } } }
        let wasFull = buffer.isFull
        if case .append = action, buffer.ranges.reduce(0, { $0 + $1.end - $1.start }) >= room { buffer.isFull = true }
        var waits = buffer.isFull
        if case .remove = action { waits = false }
        if waits { buffer.waiting.append(action) }
        buffers[kind]?.waiting = buffer.waiting
        buffers[kind]?.isFull = buffer.isFull
        if buffer.isFull, !wasFull { report(.full(kind)) }
        return waits
    }

    /// The source buffer and the number of an operation.
    private static func operation(_ action: BrowserAction) -> (TrackKind, Int)? {
        switch action {
        case .append(let kind, let number, _, _), .remove(let kind, let number, _), .reset(let kind, let number),
            .change(let kind, let number, _):
            (kind, number)
        default: nil
        }
    }

    private mutating func append(_ kind: TrackKind, _ number: Int, _ offset: Double, _ bytes: [UInt8]) {
        guard var buffer = buffers[kind] else { return faults.append("an append to no buffer") }
        hasEnded = false
        if bytes.count > 8, Array(bytes[4..<8]) == Array("ftyp".utf8) { buffer.parser = SegmentTransmuxer() }
        do {
            for output in try buffer.parser.append(bytes) {
                switch output {
                case .track(let track) where track.kind != kind: faults.append("a track of another kind")
                case .fragment(let found, _, let times):
                    if found != kind { faults.append("a fragment of another kind") }
                    let range = TimeRange(start: times.start.seconds + offset, end: times.end.seconds + offset)
                    if range.start < -0.5 { faults.append("a fragment at \(range.start)") }
                    buffer.ranges = Self.joined(buffer.ranges + Self.pieces(of: range, without: losses[kind]))
                default: break
                }
            }
        } catch { faults.append("\(error)") }
        buffer.appended += bytes.count
        buffers[kind] = buffer
        done(kind, number)
    }

    private mutating func done(_ kind: TrackKind, _ number: Int) {
        guard var buffer = buffers[kind] else { return }
        // Everything before the first operation that waits is done.
        buffer.done = buffer.waiting.compactMap { Self.operation($0).map { $0.1 - 1 } }.min() ?? number
        buffers[kind] = buffer
        report(.buffered(kind, number: buffer.done, ranges: buffer.ranges))
    }

    /// A source buffer reports later, never within the call.
    private mutating func report(_ event: BrowserEvent) {
        pending.append(event)
        guard !isReporting else { return }
        isReporting = true
        while !pending.isEmpty { send(pending.removeFirst()) }
        isReporting = false
    }

    private var pending: [BrowserEvent] = []
    private var isReporting = false

    private static func pieces(of range: TimeRange, without loss: TimeRange?) -> [TimeRange] {
        guard let loss, loss.overlaps(range) else { return [range] }
        let pieces = [TimeRange(start: range.start, end: loss.start), TimeRange(start: loss.end, end: range.end)]
        return pieces.filter { $0.end > $0.start }
    }

    private static func joined(_ ranges: [TimeRange]) -> [TimeRange] {
        var joined: [TimeRange] = []
        for range in ranges.sorted(by: { $0.start < $1.start }) {
            if let last = joined.last, range.start <= last.end + 0.04 {
                joined[joined.count - 1].end = max(last.end, range.end)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    mutating func takeRecording() -> [UInt8] { session.takeRecording() ?? [] }
}
