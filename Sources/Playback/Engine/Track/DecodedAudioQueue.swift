// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// Decoded audio waiting to be played. Silence is stored only as its length, so an hour of it takes no memory.
struct DecodedAudioQueue {
    private enum Part {
        case audio(AudioBlock)
        /// Start and end, in seconds.
        case silence(Double, Double)
    }

    private let format: AudioFormat
    private var parts: Deque<Part> = []

    /// Seconds of silence taken out at a time.
    private static let portion = 0.1

    init(format: AudioFormat) { self.format = format }

    /// Seconds of queued audio and silence.
    private(set) var seconds = 0.0
    var isEmpty: Bool { parts.isEmpty }

    /// Where the first audio or silence begins, in seconds.
    var start: Double? {
        switch parts.first {
        case .audio(let block): block.time
        case .silence(let start, _): start
        case nil: nil
        }
    }

    mutating func append(_ block: AudioBlock) {
        guard block.frameCount > 0 else { return }
        parts.append(.audio(block))
        seconds += block.duration
    }

    mutating func appendSilence(from start: Double, to end: Double) {
        guard frames(end - start) > 0 else { return }
        parts.append(.silence(start, end))
        seconds += end - start
    }

    /// Takes out the next block of audio or silence.
    /// - Parameter limit: only audio before it is taken, exact to the sample.
    /// - Returns: nil when nothing comes before the limit.
    mutating func take(before limit: Double = .infinity) -> AudioBlock? {
        guard let first = parts.popFirst() else { return nil }
        let taken: AudioBlock
        switch first {
        case .audio(let block):
            let (before, rest) = block.split(at: limit)
            if rest.frameCount > 0 { parts.prepend(.audio(rest)) }
            taken = before
        case .silence(let start, let end):
            let count = frames(min(Self.portion, min(end, limit) - start))
            let rest = start + Double(count) / Double(format.sampleRate)
            if frames(end - rest) > 0 { parts.prepend(.silence(rest, end)) }
            taken = AudioBlock(time: start, format: format, samples: [Float](repeating: 0, count: count * format.channels), isFiller: true)
        }
        guard taken.frameCount > 0 else { return nil }
        seconds = parts.isEmpty ? 0 : seconds - taken.duration
        return taken
    }

    mutating func removeAll() {
        parts.removeAll()
        seconds = 0
    }

    private func frames(_ seconds: Double) -> Int {
        max(Int(MediaTime(seconds: seconds, timescale: Int32(clamping: format.sampleRate)).value), 0)
    }
}

extension AudioBlock {
    /// Splits a block at a time, exact to the sample.
    fileprivate func split(at time: Double) -> (AudioBlock, AudioBlock) {
        let count = frames(before: time)
        guard count < frameCount else { return (self, AudioBlock(time: end, format: format, samples: [])) }
        let index = count * format.channels
        let rest = self.time + Double(count) / Double(format.sampleRate)
        return (
            AudioBlock(time: self.time, format: format, samples: Array(samples[..<index])),
            AudioBlock(time: rest, format: format, samples: Array(samples[index...]))
        )
    }

    /// The number of frames before a time, which may be any number.
    private func frames(before time: Double) -> Int {
        Int(min(max(0, (time - self.time) * Double(format.sampleRate)), Double(frameCount)).rounded())
    }

    /// The part within a range, exact to the sample.
    func part(in range: TimeRange) -> AudioBlock {
        var block = end > range.end ? split(at: range.end).0 : self
        if block.time < range.start { block.cut(before: range.start) }
        return block
    }

    /// Drops the samples before a time.
    mutating func cut(before limit: Double) {
        let frames = self.frames(before: limit)
        samples.removeFirst(frames * format.channels)
        time += Double(frames) / Double(format.sampleRate)
    }
}
