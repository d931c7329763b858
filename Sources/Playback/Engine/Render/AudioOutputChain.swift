// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec

/// The last stage of sound before the output: loudness, dynamic range, volume, and a limiter where these may lift it above full scale.
///
/// Without anything to do it passes what it gets, untouched and at once. The limiter keeps some milliseconds inside; the media time of
/// every frame comes out with it, so that its delay does not count.
struct AudioOutputChain {
    /// What is asked of it.
    struct Settings: Hashable {
        /// 0...2, before muting.
        var volume: Float = 1
        var isMuted = false
        var isNightMode = false
    }

    private struct Span {
        var frames: Int
        var media: Double
        var rate: Double
        var isFiller: Bool
    }

    private let format: AudioFormat
    private var compressor: NightCompressor?
    private var limiter: LookAheadLimiter?
    /// What the limiter keeps.
    private var spans: Deque<Span> = []

    init(format: AudioFormat) { self.format = format }

    /// - Parameters:
    ///   - piece: of one item.
    ///   - gain: for the item's own loudness.
    /// - Returns: what leaves, in order: pieces before this one may come first.
    mutating func process(_ piece: RateChanger.Piece, gain: Float, _ settings: Settings) -> [RateChanger.Piece] {
        var piece = piece
        follow(settings)
        let volume = settings.isMuted ? 0 : settings.volume
        if compressor == nil {
            Self.multiply(&piece.samples, by: gain * volume)
        } else {
            Self.multiply(&piece.samples, by: gain)
            compressor?.process(&piece.samples)
            Self.multiply(&piece.samples, by: volume)
        }
        guard compressor != nil || gain * volume > 1 else {
            let rest = drain()
            return piece.samples.isEmpty ? rest : rest + [piece]
        }
        limiter = limiter ?? LookAheadLimiter(format: format)
        spans.append(
            Span(frames: piece.samples.count / format.channels, media: piece.media, rate: piece.rate, isFiller: piece.isFiller))
        return pieces(limiter?.process(piece.samples) ?? [])
    }

    /// What is still inside.
    mutating func drain() -> [RateChanger.Piece] {
        guard let rest = limiter?.drain() else { return [] }
        limiter = nil
        return pieces(rest)
    }

    /// Drops what is still inside.
    mutating func reset() {
        limiter = nil
        spans.removeAll()
        compressor?.reset()
    }

    private mutating func follow(_ settings: Settings) {
        if settings.isNightMode, compressor == nil { compressor = NightCompressor(format: format) }
        compressor?.isOn = settings.isNightMode
        if compressor?.isIdle == true { compressor = nil }
    }

    private static func multiply(_ samples: inout [Float], by gain: Float) {
        if gain != 1 { for index in samples.indices { samples[index] *= gain } }
    }

    /// Gives samples that have come out the times that they went in with.
    private mutating func pieces(_ samples: [Float]) -> [RateChanger.Piece] {
        var pieces: [RateChanger.Piece] = []
        var start = 0
        while start < samples.count, let span = spans.first {
            let frames = min(span.frames, (samples.count - start) / format.channels)
            let end = start + frames * format.channels
            if frames > 0 {
                pieces.append(
                    .init(samples: Array(samples[start..<end]), media: span.media, rate: span.rate, isFiller: span.isFiller))
            }
            start = end
            if frames == span.frames {
                spans.removeFirst()
            } else {
                spans[0].frames -= frames
                spans[0].media += Double(frames) / Double(format.sampleRate) * span.rate
            }
        }
        return pieces
    }
}
