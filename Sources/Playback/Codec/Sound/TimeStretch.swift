// SPDX-License-Identifier: Apache-2.0

import CSonic

/// Plays audio faster or slower without changing its pitch.
public final class TimeStretch {
    /// The rate and channels of its input and output.
    public let format: AudioFormat
    private let stream: sonicStream

    /// Seconds of audio that can stay inside: two periods of the lowest detected pitch, 65 Hz.
    public static let longestDelay = 2.0 / 65

    /// Whether audio at this speed passes unchanged and without delay.
    public static func isUnity(_ speed: Double) -> Bool { (speed - 1).magnitude <= 0.000_01 }

    /// - Parameter format: the rate and channels of its input and output.
    public init(format: AudioFormat) {
        self.format = format
        stream = sonicCreateStream(Int32(format.sampleRate), Int32(format.channels))
    }

    deinit { sonicDestroyStream(stream) }

    /// Media seconds per second; clamped to 0.05...20.
    public var speed: Double = 1 {
        didSet { sonicSetSpeed(stream, Float(min(max(speed, 0.05), 20))) }
    }

    /// Takes interleaved samples and returns those that are ready. Some stay inside until more follow, or until ``drain()``.
    ///
    /// Samples beyond -1...1 are clipped, because the library uses 16-bit integers, which would wrap around.
    public func process(_ samples: [Float]) -> [Float] {
        var samples = samples
        for index in samples.indices where samples[index].magnitude > 1 { samples[index] = samples[index] > 0 ? 1 : -1 }
        let frames = Int32(samples.count / format.channels)
        samples.withUnsafeMutableBufferPointer { buffer in _ = sonicWriteFloatToStream(stream, buffer.baseAddress, frames) }
        return availableOutput()
    }

    /// Returns everything that is still inside.
    public func drain() -> [Float] {
        sonicFlushStream(stream)
        return availableOutput()
    }

    private func availableOutput() -> [Float] {
        let available = Int(sonicSamplesAvailable(stream))
        guard available > 0 else { return [] }
        return [Float](unsafeUninitializedCapacity: available * format.channels) { buffer, count in
            count = Int(sonicReadFloatFromStream(stream, buffer.baseAddress, Int32(available))) * format.channels
        }
    }
}
