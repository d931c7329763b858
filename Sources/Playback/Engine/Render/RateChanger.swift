// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Changes the speed of audio, and tracks the media time of its output.
struct RateChanger: ~Copyable {
    struct Piece {
        /// Interleaved.
        var samples: [Float]
        /// Media time of the first frame, in seconds.
        var media: Double
        /// Media seconds per second of audio.
        var rate: Double
        /// Silence that fills a gap in the stream.
        var isFiller = false
    }

    private let format: AudioFormat
    private var stretch: TimeStretch?
    private(set) var rate = 1.0
    /// Media time of the next frame to come out, and of the end of the input.
    private var run: (next: Double, end: Double)?

    init(format: AudioFormat) { self.format = format }

    /// Media time of the next frame to come out; nil before any input.
    var next: Double? { run?.next }
    /// Media time of the end of the input; nil before any input.
    var end: Double? { run?.end }

    /// Sets the rate, also for buffered audio that has not come out yet.
    mutating func set(rate: Double) {
        self.rate = rate
        if stretch == nil, !isUnity { stretch = TimeStretch(format: format) }
        stretch?.speed = rate
    }

    /// - Parameter media: media time of the first frame, in seconds.
    /// - Returns: the output in order. Audio that does not continue the previous audio first flushes what was buffered.
    mutating func process(_ samples: [Float], at media: Double) -> [Piece] {
        var pieces: [Piece] = []
        if let run, (media - run.end).magnitude > 0.001, let rest = drain() { pieces.append(rest) }
        let end = media + seconds(samples)
        let output = stretch?.process(samples) ?? samples
        // At unity everything comes out at once, so input and output end at the same time.
        let start = isUnity ? end - seconds(output) : run?.next ?? media
        if !output.isEmpty { pieces.append(Piece(samples: output, media: start, rate: rate)) }
        let next = start + seconds(output) * (isUnity ? 1 : rate)
        run = (min(max(next, end - TimeStretch.longestDelay), end), end)
        return pieces
    }

    /// Takes out the buffered audio.
    mutating func drain() -> Piece? {
        defer { run = nil }
        guard let stretch, let run, run.end > run.next else { return nil }
        let rest = stretch.drain()
        return rest.isEmpty ? nil : Piece(samples: rest, media: run.next, rate: rate)
    }

    /// Drops the buffered audio.
    mutating func reset() {
        run = nil
        guard stretch != nil else { return }
        stretch = isUnity ? nil : TimeStretch(format: format)
        stretch?.speed = rate
    }

    private var isUnity: Bool { TimeStretch.isUnity(rate) }
    private func seconds(_ samples: [Float]) -> Double { Double(samples.count / format.channels) / Double(format.sampleRate) }
}
