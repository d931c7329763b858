// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxCodec

/// Applies an ``Equalizer`` to audio: a peaking filter for each band with a gain (Audio EQ Cookbook, R. Bristow-Johnson).
///
/// Peaks may exceed full scale, so a limiter follows. A value type: the audible result does not depend on how the audio is divided into
/// blocks.
struct EqualizerFilter {
    /// One octave per band.
    private static let quality = 1.41

    private struct Band {
        private var (b0, b1, b2, a1, a2): (Float, Float, Float, Float, Float) = (1, 0, 0, 0, 0)
        /// The two values that each channel carries over (transposed direct form II).
        var memory: [(Float, Float)]

        init(channels: Int) { memory = Array(repeating: (0, 0), count: channels) }

        /// - Parameters:
        ///   - gain: in dB; 0 passes audio on unchanged.
        ///   - frequency: in Hz, below half of the sample rate.
        mutating func set(_ gain: Double, at frequency: Double, sampleRate: Double) {
            let amplitude = pow(10, gain / 40)
            let angle = 2 * Double.pi * frequency / sampleRate
            let alpha = sin(angle) / (2 * EqualizerFilter.quality)
            let divisor = 1 + alpha / amplitude
            (b0, b1, b2) = (
                Float((1 + alpha * amplitude) / divisor), Float(-2 * cos(angle) / divisor), Float((1 - alpha * amplitude) / divisor)
            )
            (a1, a2) = (Float(-2 * cos(angle) / divisor), Float((1 - alpha / amplitude) / divisor))
        }

        mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, channels: Int) {
            for channel in 0..<channels {
                var (first, second) = memory[channel]
                for index in stride(from: channel, to: samples.count, by: channels) {
                    let input = samples[index].isFinite ? samples[index] : 0
                    let output = b0 * input + first
                    first = b1 * input - a1 * output + second
                    second = b2 * input - a2 * output
                    samples[index] = output
                }
                // Denormal numbers are slow.
                memory[channel] = (first.magnitude < 1e-20 ? 0 : first, second.magnitude < 1e-20 ? 0 : second)
            }
        }
    }

    /// A change keeps what the bands carry over, so that no click is heard.
    var equalizer: Equalizer { didSet { if equalizer != oldValue { tune() } } }
    private let format: AudioFormat
    private var bands: [Band]

    init(_ equalizer: Equalizer, format: AudioFormat) {
        self.equalizer = equalizer
        self.format = format
        bands = Equalizer.frequencies.filter { $0 < Double(format.sampleRate) * 0.45 }.map { _ in Band(channels: format.channels) }
        tune()
    }

    private mutating func tune() {
        for index in bands.indices {
            bands[index].set(equalizer.gains[index], at: Equalizer.frequencies[index], sampleRate: Double(format.sampleRate))
        }
    }

    /// - Parameter samples: interleaved, in complete frames. Non-finite samples count as silence.
    mutating func process(_ samples: inout [Float]) {
        samples.withUnsafeMutableBufferPointer { samples in
            for index in bands.indices { bands[index].process(samples, channels: format.channels) }
        }
    }

    /// Forgets the previous audio.
    mutating func reset() {
        for index in bands.indices { bands[index].memory = Array(repeating: (0, 0), count: format.channels) }
    }
}
