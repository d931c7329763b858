// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The coded samples of one track between its demuxer and its decoder, in decode order.
///
/// It holds one run without holes, part of it already decoded: seeks inside the run load nothing. A value, so that every
/// rule of it is tested without a thread.
struct SampleQueue {
    struct Entry {
        let sample: Sample
        /// Seconds on the item's timeline.
        let time: Double
        let duration: Double
        /// Samples of one number share a clock; times are exact where it changes.
        var clock = 0
        /// Counts the samples of a segment's track in decode order.
        var number = 0
        /// Set where other samples take the place of some that the decoder has taken: what it still holds from this time on
        /// is theirs, and comes again.
        var replacesFrom: Double?
        var end: Double { time + duration }
    }

    /// What brought some samples: a load of the same name brings the same ones again.
    struct SegmentName: Hashable {
        var contentType: ContentType
        var stream: Int
        var sequence: Int
        var part: Int?
        var clock: Int
    }

    /// The segment at the end of the run, until it is known to be whole.
    struct Open {
        let name: SegmentName
        /// Where its first sample lies in the entries.
        var start: Int
        /// How many of its samples were brought.
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
    /// Counts the runs: samples that were on their way when their run was dropped are not taken into the next one.
    private(set) var run = 0
    /// Seconds kept behind the last one taken.
    let retention: Double
    /// The run has not come to a key sample that decoding for the position it was begun for can begin with, and may do so yet.
    private(set) var awaitsKey = false
    /// Seconds behind that position at which such a key sample may lie.
    private var keySlack = 0.0

    init(retention: Double) { self.retention = retention }

    var isEmpty: Bool { entries.isEmpty }
    /// Nothing is left for the decoder.
    var isExhausted: Bool { taken == entries.count }
    /// The sample appended last is all that is left for the decoder.
    var isLastUntaken: Bool { taken == entries.count - 1 }
    var first: Double? { entries.first?.time }
    var end: Double?
    /// Where the last seek led to.
    private var origin: Double?
    /// No sample comes before this time, in seconds, beside those that are here.
    private(set) var passed: Double?
    /// From this time on, samples give way to the first one that comes.
    private var leaving: Double?

    /// What is here, from its first sample to the end of what is known of the track; nil when nothing is.
    var span: (start: Double, end: Double)? {
        guard let end = [end, passed].compactMap(\.self).max(), let start = first ?? origin, end > start else { return nil }
        return (start, end)
    }

    /// The track has no sample before a time, in seconds, but those that were appended. Others that come yet lie behind it.
    /// - Returns: whether that is news.
    mutating func pass(until time: Double) -> Bool {
        guard time > max(passed ?? -.infinity, end ?? -.infinity) else { return false }
        passed = time
        return true
    }

    /// - Parameter segment: nil for samples that come in one stretch and never again.
    ///
    /// A load that broke off leaves its samples here. When it is tried again, those that are here already are passed over;
    /// samples of another segment take the place of all that lies at or after their first one.
    mutating func append(_ entry: Entry, of segment: SegmentName? = nil) {
        if let time = leaving {
            leaving = nil
            let from = max(time, entry.time - entry.duration / 2)
            if let place = entries.indices.first(where: { entries[$0].time >= from }) { remove(from: place) }
        }
        if let segment {
            if let open, open.name == segment {
                if entry.number < open.count, isHere(entry, in: open) { return }
            } else {
                if let open { giveWay(open, to: entry) }
                open = Open(name: segment, start: entries.count)
            }
            open?.count = entry.number + 1
        }
        if awaitsKey, entry.sample.isKey, entries.isEmpty || entry.time <= (origin ?? entry.time) + keySlack { awaitsKey = false }
        var entry = entry
        entry.replacesFrom = replacesFrom
        replacesFrom = nil
        entries.append(entry)
        byteCount += entry.sample.size
        end = max(end ?? entry.end, entry.end)
        isComplete = false
    }

    /// Decoding waits for a key sample at or before the position that the run was begun for: what is loaded may begin between two.
    /// - Parameter slack: seconds behind the position at which it may lie.
    mutating func awaitKey(slack: Double) { (awaitsKey, keySlack) = (entries.isEmpty, max(slack, 0.001)) }
    /// There is nothing earlier: decoding begins with the first key sample.
    mutating func beginAnywhere() { awaitsKey = false }

    /// A segment was brought whole: nothing of it comes again.
    mutating func close(_ segment: SegmentName) { if open?.name == segment { open = nil } }

    /// Whether a sample that comes a second time is the one that is here. When it is another, it and what follows replace
    /// those here, and the decoder goes back to the last key sample that both have.
    private mutating func isHere(_ entry: Entry, in open: Open) -> Bool {
        guard let first = entries.indices.contains(open.start) ? entries[open.start].number : nil else { return true }
        let place = open.start + entry.number - first
        guard entries.indices.contains(place) else { return true }
        if entries[place].isSame(as: entry) { return true }
        let wasTaken = taken > place
        remove(from: place)
        if wasTaken, let key = (open.start..<place).last(where: { entries[$0].sample.isKey }) {
            taken = key
            entries[key].replacesFrom = entries[key].time
            replacesFrom = nil
        }
        return false
    }

    private mutating func giveWay(_ open: Open, to entry: Entry) {
        let from = max(open.start, 0)
        guard from < entries.count, let place = (from..<entries.count).first(where: { entries[$0].time >= entry.time - entry.duration / 2 })
        else { return }
        remove(from: place)
    }

    private mutating func remove(from place: Int) {
        if taken > place {
            replacesFrom = entries[place..<taken].reduce(replacesFrom ?? .infinity) { min($0, $1.time) }
            taken = place
        }
        for entry in entries[place...] { byteCount -= entry.sample.size }
        entries.removeSubrange(place...)
        end = lastEnd
        passed = nil
        isComplete = false
    }

    /// Pictures are not in the order of their times; those of the last ones are.
    var lastEnd: Double? { entries.suffix(32).reduce(nil as Double?) { max($0 ?? $1.end, $1.end) } }

    /// No samples follow those appended so far.
    mutating func complete() { isComplete = true }
    mutating func reopen() { isComplete = false }

    mutating func next() -> Entry? {
        guard taken < entries.count else { return nil }
        defer { taken += 1 }
        return entries[taken]
    }

    /// Takes all that is here, for nobody: it can't be decoded.
    mutating func passOver() { taken = entries.count }

    /// Whether decoding for `time` can begin without waiting: a sample after it is here, or nothing more will come.
    func covers(_ time: Double) -> Bool {
        guard !awaitsKey || isComplete else { return false }
        if isComplete || passed.map({ $0 > time + 0.001 }) ?? false { return true }
        guard let first = entries.first else { return false }
        return first.time >= time - 0.001 || (end ?? first.time) > time + 0.001
    }

    /// Whether the run reaches over a time.
    func holds(_ time: Double) -> Bool {
        guard let first = entries.first, let end else { return false }
        return first.time <= time + 0.001 && time < max(end, passed ?? end)
    }

    /// Puts the decoder before the last key sample at or before `time`.
    /// - Returns: false when the run does not reach there; it is dropped then.
    mutating func seek(to time: Double) -> Bool {
        if let leaving, let place = entries.indices.first(where: { entries[$0].time >= leaving }) { remove(from: place) }
        leaving = nil
        if holds(time) {
            if let index = entries.lastIndex(where: { $0.sample.isKey && $0.time <= time + 0.001 }) {
                taken = firstOfItsTime(index, from: 0)
                return true
            }
        }
        removeAll()
        run += 1
        origin = time
        return false
    }

    /// Puts the decoder before the last key sample at or before `time` among those not yet taken, to spare decoding
    /// pictures that another key sample makes unneeded.
    /// - Returns: whether there is one.
    mutating func skipAhead(to time: Double) -> Bool {
        var index = entries.count - 1
        while index > taken {
            let entry = entries[index]
            if entry.sample.isKey, entry.time <= time + 0.001 {
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

    /// Some files give several key pictures one time: all of them are shown.
    private func firstOfItsTime(_ index: Int, from start: Int) -> Int {
        var first = index
        while first > start, entries[first - 1].sample.isKey, entries[first - 1].time == entries[index].time { first -= 1 }
        return first
    }

    /// Drops what lies at and after `time`, from a key sample on, so that other samples can follow.
    mutating func discard(from time: Double) {
        if let passed, passed > time { self.passed = time }
        guard let place = entries.indices.first(where: { entries[$0].sample.isKey && entries[$0].time >= time - 0.001 }) else { return }
        if let open { if place <= open.start { self.open = nil } else { self.open!.count = min(open.count, entries[place].number) } }
        remove(from: place)
    }

    /// Another rendition takes over from a time on: what lies there is played until the first of its samples comes.
    mutating func giveWay(from time: Double) {
        isComplete = false
        passed = nil
        guard let place = entries.indices.first(where: { entries[$0].time >= time - 0.001 }) else { return open = nil }
        leaving = entries[place].time
        open = nil
    }

    /// Drops whole runs up to a key sample that lie more than the retention behind `time`.
    mutating func trim(before time: Double) {
        let limit = time - retention
        guard let first = entries.first, first.time < limit else { return }
        guard let keep = entries[..<taken].lastIndex(where: { $0.sample.isKey && $0.time <= limit }), keep > 0 else { return }
        for entry in entries[..<keep] { byteCount -= entry.sample.size }
        entries.removeFirst(keep)
        taken -= keep
        open?.start -= keep
    }

    /// Puts the samples of another track in place of all that are here.
    /// - Parameter time: the decoder goes on with the first sample that reaches over it.
    /// - Returns: those that were here.
    mutating func swap(_ others: Deque<Entry>, from time: Double, isComplete: Bool) -> Deque<Entry> {
        let old = entries
        removeAll()
        entries = others
        byteCount = entries.reduce(0) { $0 + $1.sample.size }
        end = lastEnd
        taken = entries.firstIndex { $0.end > time } ?? entries.count
        // What the decoder still holds belongs to the other track.
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
