// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Maps frames written to an audio output to media time.
///
/// Every run of frames keeps the media time and the rate at which it was produced, so a rate change does not affect audio that was already
/// written.
struct SoundTimeline: Hashable {
    private struct Stretch: Hashable {
        var frame: Int64
        /// Media time of that frame, in seconds.
        var media: Double
        /// Media seconds per second of audio.
        var rate: Double
    }

    private let sampleRate: Double
    private var stretches: Deque<Stretch> = []
    /// Frames appended since the output was flushed.
    private(set) var frames: Int64 = 0

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Media time at the end of the last frame; nil while there is none.
    var end: Double? { stretches.last.map { media(at: frames, in: $0) } }

    /// - Parameters:
    ///   - count: frames that follow those appended before.
    ///   - media: media time of the first of them, in seconds.
    ///   - rate: media seconds per second of audio.
    mutating func append(_ count: Int, from media: Double, rate: Double) {
        guard count > 0 else { return }
        let isContinuation = stretches.last.map { $0.rate == rate && (self.media(at: frames, in: $0) - media).magnitude < 1e-6 } ?? false
        if !isContinuation { stretches.append(Stretch(frame: frames, media: media, rate: rate)) }
        frames += Int64(count)
    }

    /// The media time that is heard once a number of frames has left the output.
    /// - Returns: nil when everything was heard, or nothing was appended.
    func media(at frame: Int64) -> Double? {
        guard frame < frames, let stretch = stretches.last(where: { $0.frame <= frame }) else { return nil }
        return media(at: frame, in: stretch)
    }

    /// Drops the runs that end at or before a frame.
    mutating func forget(before frame: Int64) {
        while stretches.count > 1, stretches[1].frame <= frame { stretches.removeFirst() }
    }

    mutating func removeAll() {
        stretches.removeAll()
        frames = 0
    }

    private func media(at frame: Int64, in stretch: Stretch) -> Double {
        stretch.media + Double(frame - stretch.frame) / sampleRate * stretch.rate
    }
}
