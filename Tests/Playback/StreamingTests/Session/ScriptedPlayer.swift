// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// A session with a scripted network and a simulated player, in virtual time.
struct ScriptedPlayer {
    enum Answer {
        /// Seconds after the request.
        case text(String, after: Double = 0.05, age: Double? = nil, at: String? = nil, modified: Double? = nil)
        case media(bytes: Int = 100_000, after: Double = 0.1, server: ServerData = ServerData())
        case failure(LoadFailure, after: Double = 0.05)
        case silence
    }

    struct Happening {
        var at: Double
        var action: StreamingAction
    }

    var session: StreamingSession
    var network: (StreamLoad, Double) -> Answer
    private(set) var time = 0.0
    private(set) var log: [Happening] = []
    /// The events in the order they were sent, for replays.
    private(set) var events: [(StreamingEvent, Instant)] = []
    private(set) var journal: [String] = []
    private(set) var failure: StreamingError?
    private(set) var stalls = 0

    var position = 0.0
    var rate = 1.0
    var wantsToPlay = true
    private(set) var factor = 1.0
    private(set) var held: [ContentType: [TimeRange]] = [:]
    private(set) var ended: Set<ContentType> = []
    private var isPlaying = false
    private var isStalled = false
    private var queue: [(at: Double, order: Int, event: StreamingEvent, id: LoadID?)] = []
    private var order = 0
    private var toldAt = 0.0
    private var wake: Double?
    private var open: [LoadID: StreamLoad] = [:]
    /// Seconds between two clock events.
    var tick = 0.25
    /// The rate of trick play, which shows single frames.
    private(set) var trickRate: Double?
    /// Seconds queued before playing starts.
    var startThreshold = 0.5

    init(_ session: StreamingSession, network: @escaping (StreamLoad, Double) -> Answer) {
        self.session = session
        self.network = network
    }

    mutating func send(_ event: StreamingEvent) {
        let now = Instant(seconds: time)
        switch event {
        case .seek(let target), .scrub(let target): position = target
        case .trick(let rate): trickRate = rate
        case .block(let spans): blocked = spans
        default: break
        }
        events.append((event, now))
        let hadStart = session.startPosition != nil
        let actions = session.handle(event, at: now)
        if !hadStart, let start = session.startPosition { position = start }
        for action in actions { perform(action) }
        for entry in session.drainJournal() { journal.append(entry.line) }
    }

    /// Runs until a time, or until the session fails.
    mutating func run(until end: Double) {
        while time < end, failure == nil {
            var next = min(end, (time / tick).rounded(.down) * tick + tick)
            if next <= time { next = time + tick }
            if let wake { next = min(next, max(wake, time)) }
            let due = queue.min { ($0.at, $0.order) < ($1.at, $1.order) }
            if let due { next = min(next, max(due.at, time)) }
            advance(to: next)
            // A seek may be clamped back into the span that it was to leave.
            if let span = blocked.first(where: { $0.start <= position && position < $0.end }), time >= leftAt + tick {
                leftAt = time
                send(.seek(to: span.end))
            }
            if let due, due.at <= time {
                queue.removeAll { $0.order == due.order }
                if let id = due.id, open[id] == nil { continue }
                deliver(due.event)
            } else {
                let hasWoken = wake.map { $0 <= time } ?? false
                if hasWoken {
                    wake = nil
                    send(.woke)
                }
                if !hasWoken || time >= toldAt + tick {
                    toldAt = time
                    send(.playback(facts))
                }
            }
        }
    }

    private mutating func deliver(_ event: StreamingEvent) {
        switch event {
        case .text(let id, _), .failed(let id, _): open[id] = nil
        case .segment(let id, _):
            if case .segment(let segment)? = open.removeValue(forKey: id)?.content { hold(segment) }
        default: break
        }
        send(event)
    }

    /// Spans that playback skips.
    private var blocked: [TimeRange] = []
    /// When a blocked span was last left.
    private var leftAt = -1.0

    /// Spans whose samples the demuxer does not find.
    var loses: [TimeRange] = []

    private mutating func hold(_ segment: SegmentLoad) {
        insert(found(segment), segment.contentType)
    }

    private func found(_ segment: SegmentLoad) -> TimeRange {
        var range = segment.range
        for lost in loses where lost.start <= range.start && lost.end > range.start { range.start = min(lost.end, range.end) }
        return range
    }

    private mutating func insert(_ range: TimeRange, _ contentType: ContentType) {
        var ranges = held[contentType] ?? []
        if let last = ranges.last, (last.end - range.start).magnitude < 0.05 {
            ranges[ranges.count - 1].end = max(last.end, range.end)
        } else {
            ranges.append(range)
        }
        held[contentType] = ranges
    }

    var facts: PlaybackFacts {
        let rate = trickRate ?? (isPlaying ? rate * factor : 0)
        var facts = PlaybackFacts(position: position, rate: rate, wantsToPlay: wantsToPlay, isStalled: isStalled)
        for contentType in contentTypes {
            facts.bufferedEnd[contentType] = bufferedEnd(contentType)
            for range in held[contentType] ?? [] where range.start <= position && range.end >= position {
                facts.bufferedStart[contentType] = range.start
            }
        }
        return facts
    }

    /// Loses all samples without reporting it.
    mutating func forget() { held.removeAll() }

    private var contentTypes: [ContentType] { session.presentation?.contentTypes ?? [] }

    private func bufferedEnd(_ contentType: ContentType) -> Double {
        var end = position
        for range in (held[contentType] ?? []).sorted(by: { $0.start < $1.start }) where range.start <= end + 0.05 && range.end > end {
            end = range.end
        }
        return end
    }

    private mutating func advance(to next: Double) {
        let step = next - time
        time = next
        guard wantsToPlay, session.startPosition != nil else { return }
        if let trickRate {
            isPlaying = false
            position = max(0, position + step * trickRate)
            return
        }
        var available = Double.infinity
        var isOver = true
        for contentType in contentTypes where contentType != .subtitles {
            let end = bufferedEnd(contentType)
            if !ended.contains(contentType) {
                available = min(available, end - position)
                isOver = false
            } else if end > position {
                available = min(available, end - position)
                isOver = false
            }
        }
        if isOver || available == .infinity {
            isPlaying = false
            return
        }
        if !isPlaying {
            let allEnded = contentTypes.allSatisfy { ended.contains($0) || $0 == .subtitles }
            if available >= startThreshold || (allEnded && available > 0) {
                isPlaying = true
                isStalled = false
            } else {
                return
            }
        }
        position += min(step * rate * factor, available)
        if available <= step * rate * factor + 1e-9 {
            isPlaying = false
            let allEnded = contentTypes.allSatisfy { ended.contains($0) || $0 == .subtitles }
            if !allEnded {
                isStalled = true
                stalls += 1
            }
        }
    }

    private mutating func perform(_ action: StreamingAction) {
        log.append(Happening(at: time, action: action))
        switch action {
        case .load(let load):
            open[load.id] = load
            answer(load)
        case .cancel(let id): open[id] = nil
        case .discard(let contentType, let from):
            ended.remove(contentType)
            var kept: [TimeRange] = []
            for range in held[contentType] ?? [] where range.start < from {
                kept.append(TimeRange(start: range.start, end: min(range.end, from)))
            }
            held[contentType] = kept
        case .endOfStream(let contentType): ended.insert(contentType)
        case .gap(let contentType, let range), .pass(let contentType, let range): insert(range, contentType)
        case .jump(let to):
            position = to
            isPlaying = false
        case .wake(let at): wake = at.seconds
        case .rate(let factor): self.factor = factor
        case .fail(let error): failure = error
        case .presentation, .timeline, .lost, .noPreview, .report, .interstitials, .dateRanges, .beginAnywhere: break
        }
    }

    private mutating func answer(_ load: StreamLoad) {
        switch network(load, time) {
        case .text(let text, let after, let age, let url, let modified):
            push(
                .responded(load.id, ResponseHead(status: 200, url: url ?? load.address, age: age, modified: modified)), time + after * 0.5,
                load.id)
            push(.text(load.id, bytes: Array(text.utf8)), time + after, load.id)
        case .media(let bytes, let after, let server):
            push(
                .responded(load.id, ResponseHead(status: 200, url: load.address, contentLength: bytes, server: server)),
                time + min(0.02, after / 2),
                load.id)
            var elapsed = 0.1
            while elapsed < after {
                push(.progressed(load.id, bytes: Int(Double(bytes) * elapsed / after)), time + elapsed, load.id)
                elapsed += 0.1
            }
            var range: TimeRange?
            if case .segment(let segment) = load.content { range = found(segment) }
            if case .picture(let picture) = load.content { range = picture.segment.range }
            push(.segment(load.id, SegmentFacts(bytes: bytes, kinds: [.video], range: range)), time + after, load.id)
        case .failure(let failure, let after): push(.failed(load.id, failure), time + after, load.id)
        case .silence: break
        }
    }

    private mutating func push(_ event: StreamingEvent, _ at: Double, _ id: LoadID?) {
        order += 1
        queue.append((at: at, order: order, event: event, id: id))
    }
}

extension StreamLoad {
    var address: String {
        switch content {
        case .playlist(let location), .steering(let location): location.url
        case .segment(let segment), .subtitles(let segment): segment.location.url
        case .picture(let picture): picture.segment.location.url
        }
    }
    var segment: SegmentLoad? { if case .segment(let segment) = content { segment } else { nil } }
}

extension ScriptedPlayer {
    var loads: [StreamLoad] {
        log.compactMap { if case .load(let load) = $0.action { load } else { nil } }
    }
    var segments: [SegmentLoad] { loads.compactMap { $0.segment } }
    var pictures: [PictureLoad] { loads.compactMap { if case .picture(let picture) = $0.content { picture } else { nil } } }
    func segments(_ contentType: ContentType) -> [SegmentLoad] { segments.filter { $0.contentType == contentType } }
    func times(_ address: String) -> [Double] {
        log.compactMap { if case .load(let load) = $0.action, load.address == address { $0.at } else { nil } }
    }
    var gaps: [TimeRange] {
        log.compactMap { if case .gap(.main, let range) = $0.action { range } else { nil } }
    }
    var jumps: [Double] {
        log.compactMap { if case .jump(let to) = $0.action { to } else { nil } }
    }
}
