// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Makes quiet audio louder and loud audio quieter, so that dialogue is intelligible at a volume at which effects wake nobody.
///
/// The curve, in dBFS, measured as the RMS of the loudest channel over 10 ms:
/// - below -36: a make-up gain of 10 dB;
/// - above -28: a ratio of 4:1 (threshold -32), so -20 becomes -19 and 0 becomes -14;
/// - between them: a soft knee of 8 dB.
///
/// The gain falls with a time constant of 10 ms (attack) and rises with one of 400 ms (release). All channels get the same gain. Peaks may
/// exceed full scale, so a limiter follows. A value type: the result does not depend on how the audio is divided into blocks.
package struct NightCompressor {
    private static let threshold = -32.0
    private static let ratio = 4.0
    private static let knee = 8.0
    private static let makeUpGain = 10.0
    private static let measuring = 0.01
    private static let attack = 0.01
    private static let release = 0.4
    /// Frames between two level measurements. The gain is interpolated linearly between them.
    private static let interval = 16

    /// When turned off, the gain returns to 1 at its usual pace, so that no click is heard.
    package var isOn = false

    private let channels: Int
    private let measure: Float
    private let falling: Double
    private let rising: Double
    private var power: [Float]
    private var decibels = 0.0
    private var gain: Float = 1
    private var step: Float = 0
    private var framesUntilMeasurement = 0

    package init(format: AudioFormat) {
        channels = format.channels
        let rate = Double(format.sampleRate)
        measure = Float(1 - exp(-1 / (Self.measuring * rate)))
        falling = 1 - exp(-Double(Self.interval) / (Self.attack * rate))
        rising = 1 - exp(-Double(Self.interval) / (Self.release * rate))
        power = Array(repeating: 0, count: format.channels)
    }

    /// Whether it changes nothing.
    package var isIdle: Bool { !isOn && decibels == 0 && gain == 1 }

    /// The gain in dB for audio at a constant level in dBFS.
    package static func gain(at level: Double) -> Double {
        let over = level - threshold
        let slope = 1 - 1 / ratio
        let reduction =
            if over <= -knee / 2 { 0.0 } else if over >= knee / 2 { over * slope } else {
                slope * (over + knee / 2) * (over + knee / 2) / (2 * knee)
            }
        return makeUpGain - reduction
    }

    /// - Parameter samples: interleaved, in complete frames. Non-finite samples count as silence.
    package mutating func process(_ samples: inout [Float]) {
        let count = samples.count / channels
        samples.withUnsafeMutableBufferPointer { samples in
            for frame in 0..<count {
                if framesUntilMeasurement == 0 { measureLevel() }
                framesUntilMeasurement -= 1
                gain += step
                for channel in 0..<channels {
                    let index = frame * channels + channel
                    let sample = samples[index].isFinite ? samples[index] : 0
                    power[channel] += (min(sample * sample, 1e6) - power[channel]) * measure
                    samples[index] = sample * gain
                }
            }
        }
    }

    /// Forgets the previous audio. The gain continues from its current value.
    package mutating func reset() {
        for channel in power.indices { power[channel] = 0 }
    }

    private mutating func measureLevel() {
        framesUntilMeasurement = Self.interval
        let level = 10 * log10(Double(max(power.max() ?? 0, 1e-12)))
        let target = isOn ? Self.gain(at: level) : 0
        decibels += (target - decibels) * (target < decibels ? falling : rising)
        if !isOn, decibels.magnitude < 0.01 {
            (decibels, gain, step) = (0, 1, 0)
        } else {
            step = (Float(pow(10, decibels / 20)) - gain) / Float(Self.interval)
        }
    }
}
