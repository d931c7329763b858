// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec

/// Keeps the samples of the other audio tracks as long as those of the selected track, so that another language is heard at once without
/// loading anything again. A value type.
struct AlternateAudioBuffer {
    private var entries: [Int: Deque<SampleQueue.Entry>] = [:]
    /// Seconds of samples kept behind the position.
    let retention: Double

    init(retention: Double) { self.retention = retention }

    /// Adds a sample. One with the same time is replaced, together with its successors.
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
    /// Switches to the samples of another track, after the audio that was decoded already.
    /// - Returns: the samples of the previous track.
    func swap(_ samples: Deque<SampleQueue.Entry>, isComplete: Bool) -> Deque<SampleQueue.Entry> {
        state.change { state in
            let seam = (state.nextTime ?? state.target ?? -.infinity) - Self.runUp
            state.isDrained = false
            state.failure = nil
            return state.samples.swap(samples, from: seam, isComplete: isComplete)
        }
    }
}
