// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Keeps samples within -1...1: lowers the gain at once for a frame that is too loud, and raises it slowly.
struct PeakLimiter {
    private let channels: Int
    private var gain: Float = 1
    /// The share of the reduction that is recovered with each frame.
    private let recovery: Float

    /// The time constant of the recovery in seconds.
    private static let release = 0.2

    init(format: AudioFormat) {
        channels = format.channels
        recovery = Float(1 - exp(-1 / (Self.release * Double(format.sampleRate))))
    }

    /// - Parameter samples: interleaved.
    mutating func process(_ samples: inout [Float]) {
        for start in stride(from: 0, to: samples.count - channels + 1, by: channels) {
            gain = min(gain + (1 - gain) * recovery, 1)
            var peak: Float = 0
            for index in start..<start + channels { peak = max(peak, samples[index].magnitude) }
            if peak * gain > 1 { gain = 1 / peak }
            if gain < 1 { for index in start..<start + channels { samples[index] *= gain } }
        }
    }
}
