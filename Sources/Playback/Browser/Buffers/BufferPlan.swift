// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The source buffers of the page: the requested and completed operations, and the content of each.
struct BufferPlan: Sendable {
    struct Buffer: Sendable {
        var kind: TrackKind
        var codec: String
        /// The initialization segment that the next fragment belongs to.
        var initialization: [UInt8] = []
        /// The numbers of the last requested and the last completed operation.
        var lastOperation = 0
        var done = 0
        /// The buffered ranges that the page reported last.
        var reported: [TimeRange] = []
        /// Removals that the page has not performed yet.
        var removals: [Removal] = []
        /// The buffer is full: an operation waits until the page gets ``BrowserAction/retry(_:)``.
        var isFull = false
        /// Part of a fragment has been appended.
        var isInFragment = false

        /// The buffered ranges after all pending removals.
        var ranges: [TimeRange] {
            var ranges = reported
            for removal in removals { ranges = BufferPlan.subtract(removal.range, from: ranges) }
            // The page never removes anything before zero, so ranges there must not be requested again and again.
            return ranges.filter { $0.end > 0 }
        }
    }

    struct Removal: Sendable {
        var number: Int
        var range: TimeRange
    }

    private(set) var buffers: [Buffer] = []
    /// Seconds of played media that are kept. Removal begins when there are `slack` seconds more.
    private static let kept = 20.0
    private static let slack = 10.0
    /// Seconds of played media that are kept when a buffer is full.
    private static let keptInNeed = 2.0
    /// The longest gap in seconds between two ranges that count as one: timestamps are rounded, and a sample may be missing.
    private static let tolerance = 0.05
    /// Playback stalls this many seconds before the end of a range.
    private static let reach = 0.25
    /// The shortest range, in seconds, that playback jumps to.
    private static let shortest = 0.1

    var isOpen: Bool { !buffers.isEmpty }

    mutating func open(_ descriptions: [BufferDescription]) {
        buffers = descriptions.map { Buffer(kind: $0.kind, codec: $0.codec) }
    }

    var descriptions: [BufferDescription] { buffers.map { BufferDescription(kind: $0.kind, codec: $0.codec) } }

    func has(_ kind: TrackKind) -> Bool { buffers.contains { $0.kind == kind } }
    func buffer(_ kind: TrackKind) -> Buffer? { buffers.first { $0.kind == kind } }

    private mutating func change<Value>(_ kind: TrackKind, _ body: (inout Buffer) -> Value) -> Value? {
        guard let index = buffers.firstIndex(where: { $0.kind == kind }) else { return nil }
        return body(&buffers[index])
    }

    /// Appends the initialization segment of a track unless the buffer has it. If the codec differs, the buffer is switched first.
    mutating func describe(_ track: TransmuxedTrackOfBuffer) -> [BrowserAction] {
        change(track.kind) { buffer -> [BrowserAction] in
            guard buffer.initialization != track.initialization else { return [] }
            buffer.initialization = track.initialization
            var actions: [BrowserAction] = []
            if buffer.codec != track.codec {
                buffer.codec = track.codec
                buffer.lastOperation += 1
                actions.append(.change(track.kind, number: buffer.lastOperation, codec: track.codec))
            }
            buffer.lastOperation += 1
            actions.append(.append(track.kind, number: buffer.lastOperation, offset: track.offset, bytes: track.initialization))
            return actions
        } ?? []
    }

    mutating func append(_ kind: TrackKind, offset: Double, _ bytes: [UInt8]) -> (action: BrowserAction, number: Int)? {
        change(kind) { buffer in
            buffer.lastOperation += 1
            buffer.isInFragment = true
            return (.append(kind, number: buffer.lastOperation, offset: offset, bytes: bytes), buffer.lastOperation)
        }
    }

    /// All fragments so far are complete.
    mutating func endFragment(_ kind: TrackKind) { _ = change(kind) { $0.isInFragment = false } }

    /// Discards the partly appended fragment and all pending appends.
    /// - Parameter last: the last operation to discard.
    mutating func reset(_ kind: TrackKind, after last: Int) -> [BrowserAction] {
        change(kind) { buffer -> [BrowserAction] in
            let waits = buffer.done < last
            guard buffer.isInFragment || waits else { return [] }
            buffer.isInFragment = false
            // The initialization segment may be among the discarded operations, so it is appended again.
            if waits { buffer.initialization = [] }
            buffer.lastOperation += 1
            return [.reset(kind, number: buffer.lastOperation)] + Self.retry(&buffer)
        } ?? []
    }

    mutating func remove(_ kind: TrackKind, _ range: TimeRange) -> [BrowserAction] {
        guard !range.isEmpty else { return [] }
        return change(kind) { buffer in
            buffer.lastOperation += 1
            buffer.removals.append(Removal(number: buffer.lastOperation, range: range))
            return [.remove(kind, number: buffer.lastOperation, range)] + Self.retry(&buffer)
        } ?? []
    }

    /// Lets a waiting append try again after space was freed; the page doesn't retry by itself.
    private static func retry(_ buffer: inout Buffer) -> [BrowserAction] {
        guard buffer.isFull else { return [] }
        buffer.isFull = false
        return [.retry(buffer.kind)]
    }

    mutating func done(_ kind: TrackKind, _ number: Int, _ ranges: [TimeRange]) {
        _ = change(kind) { buffer in
            buffer.done = max(buffer.done, number)
            buffer.removals.removeAll { $0.number <= number }
            buffer.reported = ranges
        }
    }

    mutating func update(_ kind: TrackKind, _ ranges: [TimeRange]) {
        _ = change(kind) { $0.reported = ranges }
    }

    func isDone(_ kind: TrackKind, _ number: Int) -> Bool { buffer(kind).map { $0.done >= number } ?? true }

    // MARK: Freeing space

    /// Removes what was played long ago.
    mutating func evict(before position: Double) -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for kind in buffers.map({ $0.kind }) {
            guard let start = buffer(kind)?.ranges.first?.start, start < position - Self.kept - Self.slack else { continue }
            actions += remove(kind, TimeRange(start: 0, end: position - Self.kept))
        }
        return actions
    }

    /// A buffer is full: removes played media, or ranges around earlier positions, and tries again.
    mutating func makeRoom(_ kind: TrackKind, position: Double) -> [BrowserAction] {
        guard let known = buffer(kind) else { return [] }
        _ = change(kind) { $0.isFull = true }
        guard let start = known.ranges.first?.start, start < position - Self.keptInNeed - 0.5 else { return [] }
        return remove(kind, TimeRange(start: 0, end: position - Self.keptInNeed))
    }

    /// The full buffers, after playback has advanced.
    mutating func retry(position: Double) -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for buffer in buffers where buffer.isFull { actions += makeRoom(buffer.kind, position: position) }
        return actions
    }

    // MARK: Ranges

    /// The continuous range around a position; nil if nothing is buffered there.
    func range(_ kind: TrackKind, around position: Double) -> TimeRange? {
        guard let ranges = buffer(kind)?.ranges else { return nil }
        var found: TimeRange?
        for range in ranges {
            if let known = found {
                guard range.start <= known.end + Self.tolerance else { break }
                found = TimeRange(start: known.start, end: range.end)
            } else if range.start <= position + Self.tolerance, range.end > position {
                found = range
            }
        }
        return found
    }

    /// The range around a position that the buffers of all given kinds have; empty if there is none, nil if there are no such buffers.
    func common(of kinds: [TrackKind], around position: Double) -> TimeRange? {
        var held: TimeRange?
        for kind in kinds where has(kind) {
            let range = range(kind, around: position) ?? TimeRange(start: position, end: position)
            held = held.map { TimeRange(start: max($0.start, range.start), end: min($0.end, range.end)) } ?? range
        }
        return held
    }

    /// Whether every buffer has media at a time.
    func hold(_ time: Double) -> Bool { isOpen && buffers.allSatisfy { range($0.kind, around: time) != nil } }

    /// Whether the audio buffer has run out while there is at least a second of video.
    func isSoundOver(at position: Double) -> Bool {
        guard let sound = buffer(.audio), range(.video, around: position + 1) != nil else { return false }
        return !sound.ranges.contains { $0.end > position + Self.reach }
    }

    /// The next position at which all buffers have media; nil if they have media at the given one, or none after it.
    func endOfHole(at position: Double) -> Double? {
        var common: [TimeRange] = [TimeRange(start: -.infinity, end: .infinity)]
        for buffer in buffers {
            let ranges = buffer.ranges
            common = common.flatMap { one in
                ranges.map { TimeRange(start: max($0.start, one.start), end: min($0.end, one.end)) }.filter { !$0.isEmpty }
            }
        }
        guard isOpen else { return nil }
        if common.contains(where: { $0.start <= position && $0.end > position + Self.reach }) { return nil }
        return common.first { $0.start > position && $0.end - $0.start >= Self.shortest }?.start
    }

    fileprivate static func subtract(_ span: TimeRange, from ranges: [TimeRange]) -> [TimeRange] {
        var left: [TimeRange] = []
        for range in ranges {
            guard range.overlaps(span) else {
                left.append(range)
                continue
            }
            if range.start < span.start { left.append(TimeRange(start: range.start, end: span.start)) }
            if range.end > span.end { left.append(TimeRange(start: span.end, end: range.end)) }
        }
        return left
    }
}

/// A track with the offset of its first fragment.
struct TransmuxedTrackOfBuffer {
    var kind: TrackKind
    var codec: String
    var initialization: [UInt8]
    var offset: Double
}
