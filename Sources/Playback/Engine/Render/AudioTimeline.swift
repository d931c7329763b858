// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Maps frames written to an audio output to media time.
///
/// Every run of frames keeps the media time and the rate at which it was produced, so a rate change does not affect audio that was already
/// written.
struct AudioTimeline: Hashable {
    private struct Run: Hashable {
        var frame: Int64
        /// Media time of that frame, in seconds.
        var media: Double
        /// Media seconds per second of audio.
        var rate: Double
    }

    private let sampleRate: Double
    private var runs: Deque<Run> = []
    /// Frames appended since the output was flushed.
    private(set) var frames: Int64 = 0

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Media time at the end of the last frame; nil while there is none.
    var end: Double? { runs.last.map { media(at: frames, in: $0) } }

    /// - Parameters:
    ///   - count: frames that follow those appended before.
    ///   - media: media time of the first of them, in seconds.
    ///   - rate: media seconds per second of audio.
    mutating func append(_ count: Int, from media: Double, rate: Double) {
        guard count > 0 else { return }
        let isContinuation = runs.last.map { $0.rate == rate && (self.media(at: frames, in: $0) - media).magnitude < 1e-6 } ?? false
        if !isContinuation { runs.append(Run(frame: frames, media: media, rate: rate)) }
        frames += Int64(count)
    }

    /// The media time that is heard once a number of frames has left the output.
    /// - Returns: nil when everything was heard, or nothing was appended.
    func media(at frame: Int64) -> Double? {
        guard frame < frames, let run = runs.last(where: { $0.frame <= frame }) else { return nil }
        return media(at: frame, in: run)
    }

    /// Drops the runs that end at or before a frame.
    mutating func forget(before frame: Int64) {
        while runs.count > 1, runs[1].frame <= frame { runs.removeFirst() }
    }

    mutating func removeAll() {
        runs.removeAll()
        frames = 0
    }

    private func media(at frame: Int64, in run: Run) -> Double {
        run.media + Double(frame - run.frame) / sampleRate * run.rate
    }
}
