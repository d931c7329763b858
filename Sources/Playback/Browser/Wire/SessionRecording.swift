// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// Records the events of a ``StreamingSession``, so that they can be replayed.
struct SessionRecorder: Sendable {
    private var writer = WireWriter()
    /// The first bytes of a recording.
    static let mark = Array("windowbox session 3\n".utf8)

    init(_ options: BrowserOptions) {
        for byte in Self.mark { writer.put(byte) }
        writer.put(options.wire)
    }

    mutating func note(_ event: StreamingEvent, at now: Instant) {
        writer.put(long: now.nanoseconds)
        writer.put(event)
    }

    func take() -> [UInt8] { writer.bytes }
}

/// Replays a recorded session: the same events at the same times give the same journal, byte for byte.
public struct SessionReplay: Sendable {
    /// Why a recording can't be replayed.
    public struct Failure: Error, Hashable, Sendable {
        /// Cause, location and remedy.
        public let message: String
    }

    private let options: BrowserOptions
    private var reader: [UInt8]

    /// - Parameter recording: what ``BrowserSession/takeRecording()`` returned, or the page's `recording()`.
    public init(_ recording: [UInt8]) throws(Failure) {
        guard recording.starts(with: SessionRecorder.mark) else {
            throw Failure(message: "this is not a recorded session; a page's recording() gives one")
        }
        var reader = WireReader(Array(recording.dropFirst(SessionRecorder.mark.count)))
        guard let wire = reader.data(), let options = BrowserOptions(wire: wire) else {
            throw Failure(message: "the recording ends in its options; it was cut off")
        }
        self.options = options
        self.reader = Array(recording.dropFirst(SessionRecorder.mark.count + 4 + wire.count))
    }

    /// The lines of the journal.
    /// - Parameter action: receives every action, with the time of its event.
    public func run(_ action: (StreamingAction, Instant) -> Void = { _, _ in }) throws(Failure) -> [String] {
        var session = StreamingSession(source: options.url, configuration: options.configuration)
        var reader = WireReader(self.reader)
        var lines: [String] = []
        var count = 0
        while !reader.isAtEnd {
            guard let nanoseconds = reader.long(), let event = reader.streamingEvent() else {
                throw Failure(message: "the recording ends within event " + String(count) + "; it was cut off")
            }
            let now = Instant(nanoseconds: nanoseconds)
            for decided in session.handle(event, at: now) { action(decided, now) }
            lines += Self.lines(session.drainJournal())
            count += 1
        }
        return lines
    }

    /// The journal's lines for the page. Interstitials are left out, because they aren't played there.
    static func lines(_ entries: [Journal.Entry]) -> [String] { entries.compactMap { $0.kind == .interstitial ? nil : $0.line } }
}

extension WireWriter {
    mutating func put(_ range: TimeRange) {
        put(range.start)
        put(range.end)
    }

    mutating func put(_ event: StreamingEvent) {
        switch event {
        case .start(let position):
            put(UInt8(0))
            put(position)
        case .seek(let time):
            put(UInt8(1))
            put(time)
        case .scrub(let time):
            put(UInt8(2))
            put(time)
        case .trick(let rate):
            put(UInt8(3))
            put(rate)
        case .preview(let time):
            put(UInt8(4))
            put(time)
        case .playback(let facts):
            put(UInt8(5))
            put(facts)
        case .responded(let id, let head):
            put(UInt8(6))
            put(id.number)
            put(head)
        case .progressed(let id, let bytes):
            put(UInt8(7))
            put(id.number)
            put(bytes)
        case .text(let id, let bytes):
            put(UInt8(8))
            put(id.number)
            put(bytes)
        case .segment(let id, let facts):
            put(UInt8(9))
            put(id.number)
            put(facts.bytes)
            put(facts.kinds.map { $0.rawValue })
            put(facts.range != nil)
            if let range = facts.range { put(range) }
        case .failed(let id, let failure):
            put(UInt8(10))
            put(id.number)
            put(failure)
        case .beginEarlier(let time):
            put(UInt8(11))
            put(time)
        case .woke: put(UInt8(12))
        case .select(let selection):
            put(UInt8(13))
            put(selection)
        case .limit(let limits):
            put(UInt8(14))
            put(limits.bitrate)
            put(limits.size?.width)
            put(limits.size?.height)
        case .block(let spans):
            put(UInt8(15))
            put(spans.count)
            for span in spans { put(span) }
        case .stop: put(UInt8(16))
        case .lookBack(let time):
            put(UInt8(17))
            put(time)
        }
    }

    mutating func put(_ position: StartPosition) {
        switch position {
        case .automatic: put(UInt8(0))
        case .time(let time):
            put(UInt8(1))
            put(time)
        case .date(let time):
            put(UInt8(2))
            put(time)
        case .behindLive(let time):
            put(UInt8(3))
            put(time)
        }
    }

    private mutating func put(_ facts: PlaybackFacts) {
        put(facts.position)
        put(facts.rate)
        put((facts.wantsToPlay ? 1 : 0) | (facts.isStalled ? 2 : 0))
        put(facts.droppedFrames)
        put(facts.resumesAt)
        for type in ContentType.allCases {
            put(facts.bufferedEnd[type])
            put(facts.bufferedStart[type])
        }
    }

    private mutating func put(_ head: ResponseHead) {
        put(head.status)
        put(head.url)
        put(head.contentLength)
        put(head.age)
        put(head.date)
        put(head.modified)
        put(head.server.fixed)
        put(head.server.dynamic)
    }

    private mutating func put(_ failure: LoadFailure) {
        let status = if case .status(let number) = failure.cause { number } else { 0 }
        let code: UInt8 =
            switch failure.cause {
            case .status: 0
            case .connection: 1
            case .timeout: 2
            case .truncated: 3
            case .redirect: 4
            case .key: 5
            case .malformed: 6
            case .unsupported: 7
            case .tooLarge: 8
            case .refused: 9
            case .address: 10
            }
        put(code)
        put(status)
        put(failure.retryAfter)
        put(failure.message)
    }

    private mutating func put(_ selection: Selection) {
        switch selection {
        case .audio(let index):
            put(UInt8(0))
            put(index)
        case .subtitles(let index):
            put(UInt8(1))
            put(index)
        case .variant(let index):
            put(UInt8(2))
            put(index)
        }
    }
}

extension WireReader {
    mutating func streamingEvent() -> StreamingEvent? {
        guard let code = byte() else { return nil }
        switch code {
        case 0: return startPosition().map { .start($0) }
        case 1: return number().map { .seek(to: $0) }
        case 2: return number().map { .scrub(to: $0) }
        case 3: return optionalNumber().map { .trick(rate: $0) }
        case 4: return optionalNumber().map { .preview(at: $0) }
        case 5: return facts().map { .playback($0) }
        case 11: return number().map { .beginEarlier(than: $0) }
        case 12: return .woke
        case 13: return selection().map { .select($0) }
        case 14: return limits().map { .limit($0) }
        case 15: return ranges().map { .block($0) }
        case 16: return .stop
        case 17: return optionalNumber().map { .lookBack(before: $0) }
        default: break
        }
        guard let id = integer().map({ LoadID($0) }) else { return nil }
        switch code {
        case 6: return responseHead().map { .responded(id, $0) }
        case 7: return integer().map { .progressed(id, bytes: $0) }
        case 8: return data().map { .text(id, bytes: $0) }
        case 9: return segmentFacts().map { .segment(id, $0) }
        case 10: return failure().map { .failed(id, $0) }
        default: return nil
        }
    }

    private mutating func facts() -> PlaybackFacts? {
        guard let position = number(), let rate = number(), let flags = integer(), let dropped = integer(),
            let resumesAt = optionalNumber()
        else { return nil }
        var ends: [ContentType: Double] = [:]
        var starts: [ContentType: Double] = [:]
        for type in ContentType.allCases {
            guard let end = optionalNumber(), let start = optionalNumber() else { return nil }
            ends[type] = end
            starts[type] = start
        }
        return PlaybackFacts(
            position: position, rate: rate, wantsToPlay: flags & 1 != 0, isStalled: flags & 2 != 0, bufferedEnd: ends,
            bufferedStart: starts, resumesAt: resumesAt, droppedFrames: dropped)
    }

    private mutating func segmentFacts() -> SegmentFacts? {
        guard let bytes = integer(), let kinds = data(), let hasRange = flag() else { return nil }
        var range: TimeRange?
        if hasRange {
            guard let start = number(), let end = number() else { return nil }
            range = TimeRange(start: start, end: end)
        }
        return SegmentFacts(bytes: bytes, kinds: kinds.compactMap { TrackKind(rawValue: $0) }, range: range)
    }
}
