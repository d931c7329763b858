// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec

/// The samples of other audio tracks, held for as long as those of the track that is heard: another language is heard at once, and
/// nothing is loaded again. A value.
struct AlternateAudioBuffer {
    private var entries: [Int: Deque<SampleQueue.Entry>] = [:]
    /// Seconds kept behind the position.
    let retention: Double

    init(retention: Double) { self.retention = retention }

    /// A sample that comes again takes the place of the one held, and of what follows it.
    mutating func add(_ entry: SampleQueue.Entry, of track: Int) {
        while let last = entries[track]?.last, last.time >= entry.time - entry.duration / 2 { entries[track]!.removeLast() }
        entries[track, default: []].append(entry)
    }

    mutating func put(_ samples: Deque<SampleQueue.Entry>, of track: Int) { entries[track] = samples }

    mutating func take(_ track: Int) -> Deque<SampleQueue.Entry> { entries.removeValue(forKey: track) ?? [] }

    mutating func trim(before position: Double) {
        for track in entries.keys {
            while let first = entries[track]!.first, first.end < position - retention { entries[track]!.removeFirst() }
        }
    }

    mutating func discard(from time: Double) {
        for track in entries.keys { while let last = entries[track]!.last, last.time >= time { entries[track]!.removeLast() } }
    }

    mutating func removeAll() { entries.removeAll() }
}

extension AudioTrack {
    /// Goes on with the samples of another track, behind what is decoded already.
    /// - Returns: the samples of the one that was heard.
    func swap(_ samples: Deque<SampleQueue.Entry>, isComplete: Bool) -> Deque<SampleQueue.Entry> {
        state.change { state in
            let seam = (state.nextTime ?? state.target ?? -.infinity) - Self.runUp
            state.isDrained = false
            state.failure = nil
            return state.samples.swap(samples, from: seam, isComplete: isComplete)
        }
    }
}
