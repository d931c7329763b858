// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Keeps samples below full scale without distortion: it sees a peak 5 ms in advance and lowers the gain by then.
///
/// All channels get the same gain, so the stereo image does not move. The gain falls linearly over the look-ahead, is held as long, and
/// recovers with a time constant of 200 ms. Audio below the ceiling passes unchanged, delayed by ``delay`` frames. A value type: the result
/// does not depend on how the audio is divided into blocks.
package struct LookAheadLimiter {
    /// The largest output magnitude: 0.1 dB below full scale, because later converters round and resample.
    package static let ceiling: Float = 0.988_553
    /// Seconds.
    package static let lookAhead = 0.005
    private static let release = 0.2

    private let channels: Int
    /// Frames of look-ahead, including the current one.
    private let window: Int
    private let recovery: Double

    /// Interleaved samples waiting for the look-ahead.
    private var held: [Float] = []
    /// Frames in the window that need a lower gain, the lowest first, each lower than all later ones.
    private var minimumGains: [(frame: Int, gain: Double)] = []
    private var firstMinimum = 0
    private var frame = 0
    /// The gain before smoothing.
    private var envelope = 1.0
    /// The last envelopes. The gain is their average.
    private var recent: [Double]
    private var index = 0
    private var sum: Double
    /// Frames since ``envelope`` returned to 1.
    private var unityFrames: Int

    package init(format: AudioFormat) {
        channels = format.channels
        window = max(Int(Self.lookAhead * Double(format.sampleRate)), 1)
        recovery = 1 - exp(-1 / (Self.release * Double(format.sampleRate)))
        recent = Array(repeating: 1, count: window)
        sum = Double(window)
        unityFrames = window
    }

    /// Frames by which audio is delayed.
    package var delay: Int { window - 1 }
    /// Frames of input that have not come out.
    package var heldFrames: Int { held.count / channels }

    /// - Parameter samples: interleaved, in complete frames. Non-finite samples count as silence.
    /// - Returns: as many frames as came in, except that the first ``delay`` frames are held back.
    package mutating func process(_ samples: [Float]) -> [Float] {
        var samples = samples
        let isLoud = Self.clean(&samples)
        let before = held.count / channels
        var all = held + samples
        let ready = max(all.count / channels - delay, 0)
        if isLoud || !isIdle {
            let count = samples.count / channels
            all.withUnsafeMutableBufferPointer { all in
                samples.withUnsafeBufferPointer { samples in
                    for index in 0..<count {
                        let gain = advance(required(samples, index))
                        let leaving = before + index - delay
                        if leaving >= 0, gain < 1 { Self.scale(all, leaving * channels, channels, by: Float(gain)) }
                    }
                }
            }
        } else {
            frame += samples.count / channels
        }
        held = Array(all[(ready * channels)...])
        all.removeLast(held.count)
        return all
    }

    /// Outputs what is still inside, and restarts.
    package mutating func drain() -> [Float] {
        let count = held.count
        guard count > 0 else { return [] }
        let output = process([Float](repeating: 0, count: delay * channels))
        held = []
        return Array(output.suffix(count))
    }

    /// Drops what is still inside.
    package mutating func reset() {
        held = []
        minimumGains = []
        firstMinimum = 0
        envelope = 1
        recent = Array(repeating: 1, count: window)
        sum = Double(window)
        unityFrames = window
    }

    private var isIdle: Bool { minimumGains.isEmpty && unityFrames >= window }

    /// Replaces non-finite samples with silence.
    /// - Returns: whether a sample exceeds the ceiling.
    private static func clean(_ samples: inout [Float]) -> Bool {
        var isClean = true
        var isLoud = false
        for sample in samples {
            isClean = isClean && sample.isFinite
            isLoud = isLoud || sample.magnitude > ceiling
        }
        if !isClean { for index in samples.indices where !samples[index].isFinite { samples[index] = 0 } }
        return isLoud
    }

    private func required(_ samples: UnsafeBufferPointer<Float>, _ index: Int) -> Double {
        var peak: Float = 0
        for sample in index * channels..<(index + 1) * channels { peak = max(peak, samples[sample].magnitude) }
        return peak > Self.ceiling ? Double(Self.ceiling / peak) : 1
    }

    /// - Parameter required: the highest gain allowed for the newest frame.
    /// - Returns: the gain of the frame that comes out.
    private mutating func advance(_ required: Double) -> Double {
        if required < 1 {
            while minimumGains.count > firstMinimum, minimumGains[minimumGains.count - 1].gain >= required { minimumGains.removeLast() }
            minimumGains.append((frame, required))
        }
        if firstMinimum < minimumGains.count, minimumGains[firstMinimum].frame <= frame - window { firstMinimum += 1 }
        if firstMinimum == minimumGains.count {
            minimumGains.removeAll(keepingCapacity: true)
            firstMinimum = 0
        } else if firstMinimum > window {
            minimumGains.removeFirst(firstMinimum)
            firstMinimum = 0
        }
        frame += 1
        let minimum = firstMinimum < minimumGains.count ? minimumGains[firstMinimum].gain : 1
        envelope = min(envelope + (1 - envelope) * recovery, minimum)
        if envelope > 0.999_99 { envelope = 1 }
        unityFrames = envelope == 1 ? unityFrames + 1 : 0
        sum += envelope - recent[index]
        recent[index] = envelope
        index = index + 1 == window ? 0 : index + 1
        // Clear the accumulated rounding error.
        if unityFrames == window { sum = Double(window) }
        return sum / Double(window)
    }

    private static func scale(_ samples: UnsafeMutableBufferPointer<Float>, _ start: Int, _ count: Int, by gain: Float) {
        for index in start..<start + count { samples[index] *= gain }
    }
}
