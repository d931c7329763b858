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
        /// The last operation that was asked for, and the last one that was carried out.
        var lastOperation = 0
        var done = 0
        /// What the page reported last.
        var reported: [TimeRange] = []
        /// Removals that aren't carried out yet.
        var removals: [Removal] = []
        /// An operation found no room and waits until the page is told to try again.
        var isFull = false
        /// A fragment was appended in part.
        var isInFragment = false

        /// What is buffered once the pending removals are carried out.
        var ranges: [TimeRange] {
            var ranges = reported
            for removal in removals { ranges = BufferPlan.subtract(removal.range, from: ranges) }
            // Nothing before zero is ever removed: a page that has it must not be asked again and again.
            return ranges.filter { $0.end > 0 }
        }
    }

    struct Removal: Sendable {
        var number: Int
        var range: TimeRange
    }

    private(set) var buffers: [Buffer] = []
    /// Seconds behind the position that are kept, and the length from which on it is worthwhile to remove more.
    private static let kept = 20.0
    private static let slack = 10.0
    /// Seconds behind the position that are kept when there is no room.
    private static let keptInNeed = 2.0
    /// Seconds by which ranges may be apart and count as one: a rounded timestamp, or one that drops a sample.
    private static let tolerance = 0.05
    /// Seconds before the end of a range at which playback stops for lack of samples.
    private static let reach = 0.25
    /// Seconds of a range that is worth going to.
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

    /// Appends the initialization segment of a track unless the buffer has it, after its codec if that is another one.
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

    /// The fragments so far are whole.
    mutating func endFragment(_ kind: TrackKind) { _ = change(kind) { $0.isInFragment = false } }

    /// Forgets the fragment that was appended in part, and what waits to be appended.
    /// - Parameter last: the last operation of what is given up.
    mutating func reset(_ kind: TrackKind, after last: Int) -> [BrowserAction] {
        change(kind) { buffer -> [BrowserAction] in
            let waits = buffer.done < last
            guard buffer.isInFragment || waits else { return [] }
            buffer.isInFragment = false
            // It may be among what is forgotten.
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

    /// What waits for room finds some: the page tries again only when it is told to.
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

    // MARK: Room

    /// Removes what was played long ago.
    mutating func evict(before position: Double) -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for kind in buffers.map({ $0.kind }) {
            guard let start = buffer(kind)?.ranges.first?.start, start < position - Self.kept - Self.slack else { continue }
            actions += remove(kind, TimeRange(start: 0, end: position - Self.kept))
        }
        return actions
    }

    /// A buffer has no room: removes what was played, or what is left of earlier positions, and tries again.
    mutating func makeRoom(_ kind: TrackKind, position: Double) -> [BrowserAction] {
        guard let known = buffer(kind) else { return [] }
        _ = change(kind) { $0.isFull = true }
        guard let start = known.ranges.first?.start, start < position - Self.keptInNeed - 0.5 else { return [] }
        return remove(kind, TimeRange(start: 0, end: position - Self.keptInNeed))
    }

    /// The buffers that wait for room, after playback has advanced.
    mutating func retry(position: Double) -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for buffer in buffers where buffer.isFull { actions += makeRoom(buffer.kind, position: position) }
        return actions
    }

    // MARK: Ranges

    /// What is buffered around a position without a hole; nil if nothing is.
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

    /// The range that the buffers of some kinds have in common around a position; empty if there is none, nil without such buffers.
    func common(of kinds: [TrackKind], around position: Double) -> TimeRange? {
        var held: TimeRange?
        for kind in kinds where has(kind) {
            let range = range(kind, around: position) ?? TimeRange(start: position, end: position)
            held = held.map { TimeRange(start: max($0.start, range.start), end: min($0.end, range.end)) } ?? range
        }
        return held
    }

    /// Whether every buffer has something at a time.
    func hold(_ time: Double) -> Bool { isOpen && buffers.allSatisfy { range($0.kind, around: time) != nil } }

    /// Whether there is no more sound, but a second of pictures and more.
    func isSoundOver(at position: Double) -> Bool {
        guard let sound = buffer(.audio), range(.video, around: position + 1) != nil else { return false }
        return !sound.ranges.contains { $0.end > position + Self.reach }
    }

    /// Where all buffers have something again; nil if they have something at a position, or nothing behind it.
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
