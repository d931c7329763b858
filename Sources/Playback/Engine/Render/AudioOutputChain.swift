// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec

/// The last audio stage before the output: loudness, equalizer, dynamic range and volume, with a limiter when these may exceed full scale.
///
/// Without anything to do, it passes audio through unchanged and without delay. The limiter holds back some milliseconds. The media time of
/// each frame comes out with it, so the delay has no effect on timing.
struct AudioOutputChain {
    /// The settings applied to all audio.
    struct Settings: Hashable {
        /// 0...2, before muting.
        var volume: Float = 1
        var isMuted = false
        var isNightMode = false
        var equalizer: Equalizer?
    }

    private struct Span {
        var frames: Int
        var media: Double
        var rate: Double
        var isFiller: Bool
    }

    private let format: AudioFormat
    private var equalizer: EqualizerFilter?
    private var compressor: NightCompressor?
    private var limiter: LookAheadLimiter?
    /// The timing of the frames that the limiter holds back.
    private var spans: Deque<Span> = []

    init(format: AudioFormat) { self.format = format }

    /// - Parameters:
    ///   - piece: audio of one item.
    ///   - gain: for the item's loudness.
    /// - Returns: the output in order. It may begin with earlier pieces.
    mutating func process(_ piece: RateChanger.Piece, gain: Float, _ settings: Settings) -> [RateChanger.Piece] {
        var piece = piece
        follow(settings)
        let volume = settings.isMuted ? 0 : settings.volume
        if compressor == nil, equalizer == nil {
            Self.multiply(&piece.samples, by: gain * volume)
        } else {
            Self.multiply(&piece.samples, by: gain)
            equalizer?.process(&piece.samples)
            compressor?.process(&piece.samples)
            Self.multiply(&piece.samples, by: volume)
        }
        guard compressor != nil || equalizer != nil || gain * volume > 1 else {
            let rest = drain()
            return piece.samples.isEmpty ? rest : rest + [piece]
        }
        limiter = limiter ?? LookAheadLimiter(format: format)
        spans.append(
            Span(frames: piece.samples.count / format.channels, media: piece.media, rate: piece.rate, isFiller: piece.isFiller))
        return pieces(limiter?.process(piece.samples) ?? [])
    }

    /// Takes out what the limiter holds back.
    mutating func drain() -> [RateChanger.Piece] {
        guard let rest = limiter?.drain() else { return [] }
        limiter = nil
        return pieces(rest)
    }

    /// Drops what the limiter holds back.
    mutating func reset() {
        limiter = nil
        spans.removeAll()
        compressor?.reset()
        equalizer?.reset()
    }

    private mutating func follow(_ settings: Settings) {
        let requested = settings.equalizer.flatMap { $0.isFlat ? nil : $0 }
        if let requested, equalizer == nil {
            equalizer = EqualizerFilter(requested, format: format)
        } else if let requested {
            equalizer?.equalizer = requested
        } else {
            equalizer = nil
        }
        if settings.isNightMode, compressor == nil { compressor = NightCompressor(format: format) }
        compressor?.isOn = settings.isNightMode
        if compressor?.isIdle == true { compressor = nil }
    }

    private static func multiply(_ samples: inout [Float], by gain: Float) {
        if gain != 1 { for index in samples.indices { samples[index] *= gain } }
    }

    /// Restores the media times of samples that come out of the limiter.
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
