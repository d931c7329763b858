// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The coded samples of one track between its demuxer and its decoder, in decode order.
///
/// It holds one run without gaps, part of it already decoded. Seeks inside the run load nothing. A value type, so that every rule can be
/// tested without threads.
struct SampleQueue {
    struct Entry {
        let sample: Sample
        /// Seconds on the item's timeline. That of a sample outside of ``presented`` is the nearest end of that range.
        let time: Double
        let duration: Double
        /// The presentation time of the sample in seconds, even outside of ``presented``.
        let mediaTime: Double
        /// The times of its segment's samples that are presented; nil if all are. Others are only decoded.
        let presented: TimeRange?
        /// Samples with the same number share a clock. Times are exact where the clock changes.
        var clock = 0
        /// Counts the samples of a segment's track in decode order.
        var number = 0
        /// Set when this sample replaces some that the decoder has taken: what it still holds from this time on is obsolete and is decoded
        /// again.
        var replacesFrom: Double?
        var end: Double { time + duration }

        var mediaEnd: Double { mediaTime + sample.duration.seconds }

        /// Whether the frame is only decoded.
        var isHidden: Bool { mediaTime != time }
        /// Whether decoding can begin with it. After a range that is presented, nothing of the segment is needed.
        var isEntry: Bool { sample.isKey && mediaTime <= time }

        /// - Parameter time: when the sample would be presented, in seconds on the item's timeline.
        init(
            sample: Sample, time: Double, duration: Double, clock: Int = 0, number: Int = 0, presented: TimeRange? = nil
        ) {
            self.sample = sample
            self.clock = clock
            self.number = number
            self.presented = presented
            mediaTime = time
            (self.time, self.duration) = Self.placed(time, duration, in: presented, sample.format.kind)
        }

        /// Video frames are either presented or dropped; audio can be cut.
        private static func placed(
            _ time: Double, _ duration: Double, in presented: TimeRange?, _ kind: TrackKind
        ) -> (time: Double, duration: Double) {
            guard let presented else { return (time, duration) }
            if kind == .video {
                guard isHidden(time, in: presented) else { return (time, duration) }
                return (presented.clamp(time), 0)
            }
            let start = presented.clamp(time)
            return (start, presented.clamp(time + duration) - start)
        }

        /// Whether a frame at a time is only decoded. Manifests round the times of periods, often to milliseconds.
        static func isHidden(_ time: Double, in presented: TimeRange) -> Bool {
            time < presented.start - 0.005 || time >= presented.end - 0.005
        }
    }

    /// Identifies the origin of samples. Loading the same segment again delivers the same samples.
    struct SegmentName: Hashable {
        var contentType: ContentType
        var stream: Int
        var sequence: Int
        var part: Int?
        var clock: Int
    }

    /// The segment at the end of the run, until it is complete.
    struct Open {
        let name: SegmentName
        /// The index of its first sample in the entries.
        var start: Int
        /// How many of its samples have arrived.
        var count = 0
    }

    var entries: Deque<Entry> = []
    /// How many entries the decoder has taken.
    private(set) var taken = 0
    var open: Open?
    /// The next entry's ``Entry/replacesFrom``.
    private var replacesFrom: Double?
    var byteCount = 0
    private(set) var isComplete = false
    /// The number of the current run. Samples still in flight when their run is dropped are not added to the next one.
    private(set) var run = 0
    /// Seconds of samples kept behind the last one taken.
    let retention: Double
    /// The run does not yet contain a key sample from which decoding for its start position can begin.
    private(set) var awaitsKey = false
    /// Seconds after that position at which such a key sample may be.
    private var keySlack = 0.0

    init(retention: Double) { self.retention = retention }

    var isEmpty: Bool { entries.isEmpty }
    /// Nothing is left for the decoder.
    var isExhausted: Bool { taken == entries.count }
    /// Only the last appended sample is left for the decoder.
    var isLastUntaken: Bool { taken == entries.count - 1 }
    var first: Double? { entries.first?.time }
    /// Whether the fewer than 32 samples after a position last up to a time, because each is long.
    func areFew(from position: Double, until time: Double) -> Bool {
        (entries.count < 32 || entries[entries.count - 32].time < position) && end ?? -.infinity >= time
    }
    var end: Double?
    /// The target of the last seek that began a new run.
    private var origin: Double?
    /// Apart from the samples already here, none comes before this time in seconds.
    private(set) var passed: Double?
    /// From this time on, samples are dropped when the first new one arrives.
    private var leaving: Double?

    /// The span from the first sample to the end of the known part of the track; nil when empty.
    var span: (start: Double, end: Double)? {
        guard let end = [end, passed].compactMap(\.self).max(), let start = first ?? origin, end > start else { return nil }
        return (start, end)
    }

    /// Declares that no more samples come before a time in seconds.
    /// - Returns: whether that is news.
    mutating func pass(until time: Double) -> Bool {
        guard time > max(passed ?? -.infinity, end ?? -.infinity) else { return false }
        passed = time
        return true
    }

    /// Appends a sample.
    /// - Parameter segment: nil for samples that arrive once, in one piece.
    ///
    /// An aborted load leaves its samples here. When it is retried, samples that are already here are skipped. Samples of another segment
    /// replace everything at or after their first one.
    mutating func append(_ entry: Entry, of segment: SegmentName? = nil) {
        if let time = leaving {
            leaving = nil
            let from = max(time, entry.time - entry.duration / 2)
            if let index = entries.indices.first(where: { entries[$0].time >= from }) { remove(from: index) }
        }
        if let segment {
            if let open, open.name == segment {
                if entry.number < open.count, isHere(entry, in: open) { return }
            } else {
                if let open { removeOverlap(open, to: entry) }
                open = Open(name: segment, start: entries.count)
            }
            open?.count = entry.number + 1
        }
        if awaitsKey, entry.isEntry, entries.isEmpty || entry.time <= (origin ?? entry.time) + keySlack { awaitsKey = false }
        var entry = entry
        entry.replacesFrom = replacesFrom
        replacesFrom = nil
        entries.append(entry)
        byteCount += entry.sample.size
        end = max(end ?? entry.end, entry.end)
        isComplete = false
    }

    /// Makes decoding wait for a key sample at or before the start of the run, because loading may begin between two of them.
    /// - Parameter slack: seconds after that position at which the key sample may be.
    mutating func awaitKey(slack: Double) { (awaitsKey, keySlack) = (entries.isEmpty, max(slack, 0.001)) }
    /// Lets decoding begin with the first key sample, since there is no earlier one.
    mutating func beginAnywhere() { awaitsKey = false }

    /// Marks a segment as complete: its samples don't arrive again.
    mutating func close(_ segment: SegmentName) { if open?.name == segment { open = nil } }

    /// Whether a sample that arrives a second time equals the one already here. If not, it and its successors replace those here, and the
    /// decoder goes back to the last key sample that both have.
    private mutating func isHere(_ entry: Entry, in open: Open) -> Bool {
        guard let first = entries.indices.contains(open.start) ? entries[open.start].number : nil else { return true }
        let index = open.start + entry.number - first
        guard entries.indices.contains(index) else { return true }
        if entries[index].isSame(as: entry) { return true }
        let wasTaken = taken > index
        remove(from: index)
        if wasTaken, let key = (open.start..<index).last(where: { entries[$0].isEntry }) {
            taken = key
            entries[key].replacesFrom = entries[key].time
            replacesFrom = nil
        }
        return false
    }

    private mutating func removeOverlap(_ open: Open, to entry: Entry) {
        let from = max(open.start, 0)
        guard from < entries.count, let index = (from..<entries.count).first(where: { entries[$0].time >= entry.time - entry.duration / 2 })
        else { return }
        remove(from: index)
    }

    private mutating func remove(from index: Int) {
        if taken > index {
            replacesFrom = entries[index..<taken].reduce(replacesFrom ?? .infinity) { min($0, $1.time) }
            taken = index
        }
        for entry in entries[index...] { byteCount -= entry.sample.size }
        entries.removeSubrange(index...)
        end = lastEnd
        passed = nil
        isComplete = false
    }

    /// The latest end among the last samples: frames are in decode order, not in presentation order.
    var lastEnd: Double? { entries.suffix(32).reduce(nil as Double?) { max($0 ?? $1.end, $1.end) } }

    /// No samples follow those appended so far.
    mutating func complete() { isComplete = true }
    mutating func reopen() { isComplete = false }

    mutating func next() -> Entry? {
        guard taken < entries.count else { return nil }
        defer { taken += 1 }
        return entries[taken]
    }

    /// Skips all samples, because they can't be decoded.
    mutating func passOver() { taken = entries.count }

    /// Whether decoding for `time` can begin without waiting: a later sample is here, or no more will come.
    func covers(_ time: Double) -> Bool {
        guard !awaitsKey || isComplete else { return false }
        if isComplete || passed.map({ $0 > time + 0.001 }) ?? false { return true }
        guard let first = entries.first else { return false }
        return first.time >= time - 0.001 || (end ?? first.time) > time + 0.001
    }

    /// Whether a sample that is here begins between two times in seconds.
    func hasSample(from start: Double, until end: Double) -> Bool { entries.contains { $0.time >= start && $0.time < end } }

    /// Whether the run contains a time.
    func holds(_ time: Double) -> Bool {
        guard let first = entries.first, let end else { return false }
        return first.time <= time + 0.001 && time < max(end, passed ?? end)
    }

    /// Moves the decoder to the last key sample at or before `time`.
    /// - Parameter runUp: seconds before it from which samples are decoded, too, as far as they are here.
    /// - Returns: false when the run does not contain the time. The run is dropped then.
    mutating func seek(to time: Double, runUp: Double = 0) -> Bool {
        if let leaving, let index = entries.indices.first(where: { entries[$0].time >= leaving }) { remove(from: index) }
        leaving = nil
        if holds(time) {
            if let index = entries.lastIndex(where: { $0.isEntry && $0.time <= time + 0.001 }) {
                taken = firstOfItsTime(index, from: 0)
                while runUp > 0, taken > 0, entries[taken - 1].end > time - runUp, entries[taken - 1].clock == entries[index].clock {
                    taken -= 1
                }
                return true
            }
        }
        removeAll()
        run += 1
        origin = time
        return false
    }

    /// Moves the decoder to the last key sample at or before `time` among those not yet taken, to avoid decoding frames that it makes
    /// unnecessary.
    /// - Returns: whether there is one.
    mutating func skipAhead(to time: Double) -> Bool {
        var index = entries.count - 1
        while index > taken {
            let entry = entries[index]
            if entry.isEntry, entry.time <= time + 0.001 {
                let first = firstOfItsTime(index, from: taken)
                guard first > taken else { return false }
                entries[first].replacesFrom = entries[taken...first].compactMap(\.replacesFrom).min()
                taken = first
                return true
            }
            index -= 1
        }
        return false
    }

    /// The first of several consecutive keyframes with the same time. Some files have those, and all of them are shown.
    private func firstOfItsTime(_ index: Int, from start: Int) -> Int {
        var first = index
        while first > start, entries[first - 1].isEntry, entries[first - 1].time == entries[index].time { first -= 1 }
        return first
    }

    /// Drops samples from the first key sample at or after `time`, so that others can follow.
    mutating func discard(from time: Double) {
        if let passed, passed > time { self.passed = time }
        guard let index = entries.indices.first(where: { entries[$0].isEntry && entries[$0].time >= time - 0.001 }) else { return }
        if let open { if index <= open.start { self.open = nil } else { self.open!.count = min(open.count, entries[index].number) } }
        remove(from: index)
    }

    /// Another rendition takes over from a time on. Samples from there are played until the first of its samples arrives.
    mutating func expectReplacement(from time: Double) {
        isComplete = false
        passed = nil
        guard let index = entries.indices.first(where: { entries[$0].time >= time - 0.001 }) else { return open = nil }
        leaving = entries[index].time
        open = nil
    }

    /// Drops samples older than `time` minus the retention, up to a key sample.
    mutating func trim(before time: Double) {
        let limit = time - retention
        guard let first = entries.first, first.time < limit else { return }
        guard let keep = entries[..<taken].lastIndex(where: { $0.isEntry && $0.time <= limit }), keep > 0 else { return }
        for entry in entries[..<keep] { byteCount -= entry.sample.size }
        entries.removeFirst(keep)
        taken -= keep
        open?.start -= keep
    }

    /// Replaces all samples with those of another track.
    /// - Parameter time: decoding continues with the first sample that ends after it.
    /// - Returns: the previous samples.
    mutating func swap(_ others: Deque<Entry>, from time: Double, isComplete: Bool) -> Deque<Entry> {
        let old = entries
        removeAll()
        entries = others
        byteCount = entries.reduce(0) { $0 + $1.sample.size }
        end = lastEnd
        taken = entries.firstIndex { $0.end > time } ?? entries.count
        // What the decoder still holds belongs to the previous track.
        if taken < entries.count { entries[taken].replacesFrom = entries[taken].time } else { replacesFrom = time }
        self.isComplete = isComplete
        return old
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        taken = 0
        open = nil
        replacesFrom = nil
        byteCount = 0
        end = nil
        passed = nil
        leaving = nil
        isComplete = false
    }
}

extension SampleQueue.Entry {
    fileprivate func isSame(as other: Self) -> Bool {
        sample.presentation == other.sample.presentation && sample.size == other.sample.size && sample.isKey == other.sample.isKey
    }
}
