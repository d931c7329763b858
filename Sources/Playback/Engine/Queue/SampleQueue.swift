// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

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
        var end: Double { time + duration }
    }

    private var entries: Deque<Entry> = []
    /// How many entries the decoder has taken.
    private var taken = 0
    private(set) var byteCount = 0
    private(set) var isComplete = false
    /// Counts the runs: samples that were on their way when their run was dropped are not taken into the next one.
    private(set) var run = 0
    /// Seconds kept behind the last one taken.
    let retention: Double

    init(retention: Double) { self.retention = retention }

    var isEmpty: Bool { entries.isEmpty }
    /// Nothing is left for the decoder.
    var isExhausted: Bool { taken == entries.count }
    /// The sample appended last is all that is left for the decoder.
    var isLastUntaken: Bool { taken == entries.count - 1 }
    var first: Double? { entries.first?.time }
    private(set) var end: Double?

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        byteCount += entry.sample.size
        end = max(end ?? entry.end, entry.end)
        isComplete = false
    }

    /// No samples follow those appended so far.
    mutating func complete() { isComplete = true }
    mutating func reopen() { isComplete = false }

    mutating func next() -> Entry? {
        guard taken < entries.count else { return nil }
        defer { taken += 1 }
        return entries[taken]
    }

    /// Whether decoding for `time` can begin without waiting: a sample after it is here, or nothing more will come.
    func covers(_ time: Double) -> Bool {
        if isComplete { return true }
        guard let first = entries.first else { return false }
        return first.time >= time - 0.001 || (end ?? first.time) > time + 0.001
    }

    /// Whether the run reaches over a time.
    func holds(_ time: Double) -> Bool {
        guard let first = entries.first, let end else { return false }
        return first.time <= time + 0.001 && time < end
    }

    /// Puts the decoder before the last key sample at or before `time`.
    /// - Returns: false when the run does not reach there; it is dropped then.
    mutating func seek(to time: Double) -> Bool {
        if holds(time) {
            if let index = entries.lastIndex(where: { $0.sample.isKey && $0.time <= time + 0.001 }) {
                taken = index
                return true
            }
        }
        removeAll()
        run += 1
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
                taken = index
                return true
            }
            index -= 1
        }
        return false
    }

    /// Drops what lies at and after `time` and is not taken yet, from a key sample on, so that other samples can follow.
    /// - Returns: where the run now ends.
    mutating func discard(from time: Double) -> Double? {
        guard let cut = (taken..<entries.count).first(where: { entries[$0].sample.isKey && entries[$0].time >= time - 0.001 }) else {
            return end
        }
        for entry in entries[cut...] { byteCount -= entry.sample.size }
        entries.removeSubrange(cut...)
        end = entries.suffix(32).reduce(entries.isEmpty ? nil : -Double.infinity) { Swift.max($0 ?? $1.end, $1.end) }
        isComplete = false
        return end
    }

    /// Drops whole runs up to a key sample that lie more than the retention behind `time`.
    mutating func trim(before time: Double) {
        let limit = time - retention
        guard let first = entries.first, first.time < limit else { return }
        guard let keep = entries[..<taken].lastIndex(where: { $0.sample.isKey && $0.time <= limit }), keep > 0 else { return }
        for entry in entries[..<keep] { byteCount -= entry.sample.size }
        entries.removeFirst(keep)
        taken -= keep
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        taken = 0
        byteCount = 0
        end = nil
        isComplete = false
    }
}
