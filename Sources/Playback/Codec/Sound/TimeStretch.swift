// SPDX-License-Identifier: Apache-2.0

import CSonic

/// Plays sound faster or slower at its own pitch.
public final class TimeStretch {
    public let format: AudioFormat
    private let stream: sonicStream

    public init(format: AudioFormat) {
        self.format = format
        stream = sonicCreateStream(Int32(format.sampleRate), Int32(format.channels))
    }

    deinit { sonicDestroyStream(stream) }

    /// Media seconds per second; clamped to 0.05...20.
    public var speed: Double = 1 {
        didSet { sonicSetSpeed(stream, Float(min(max(speed, 0.05), 20))) }
    }

    /// Takes interleaved samples in and gives what can be had out; some stay inside until more come or ``drain()``.
    public func process(_ samples: [Float]) -> [Float] {
        samples.withUnsafeBufferPointer { buffer in
            _ = sonicWriteFloatToStream(stream, UnsafeMutablePointer(mutating: buffer.baseAddress), Int32(buffer.count / format.channels))
        }
        return takeOut()
    }

    /// Everything that is still inside.
    public func drain() -> [Float] {
        sonicFlushStream(stream)
        return takeOut()
    }

    private func takeOut() -> [Float] {
        let available = Int(sonicSamplesAvailable(stream))
        guard available > 0 else { return [] }
        return [Float](unsafeUninitializedCapacity: available * format.channels) { buffer, count in
            count = Int(sonicReadFloatFromStream(stream, buffer.baseAddress, Int32(available))) * format.channels
        }
    }
}
