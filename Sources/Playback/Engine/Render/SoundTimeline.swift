// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Maps the frames that an audio output was given to media time.
///
/// Every stretch of frames keeps the media time and the rate at which it was produced, so a change of rate does not move
/// what is already on its way to the listener.
struct SoundTimeline: Hashable {
    private struct Stretch: Hashable {
        var frame: Int64
        /// Media time of that frame, in seconds.
        var media: Double
        /// Media seconds per second of sound.
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
    ///   - rate: media seconds per second of sound.
    mutating func append(_ count: Int, from media: Double, rate: Double) {
        guard count > 0 else { return }
        let isContinuation = stretches.last.map { $0.rate == rate && (self.media(at: frames, in: $0) - media).magnitude < 1e-6 } ?? false
        if !isContinuation { stretches.append(Stretch(frame: frames, media: media, rate: rate)) }
        frames += Int64(count)
    }

    /// The media time that is heard once so many frames have left the output.
    /// - Returns: nil when nothing is left to be heard, or nothing was appended.
    func media(at frame: Int64) -> Double? {
        guard frame < frames, let stretch = stretches.last(where: { $0.frame <= frame }) else { return nil }
        return media(at: frame, in: stretch)
    }

    /// Forgets the stretches that end at or before a frame.
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
