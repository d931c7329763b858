// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WindowboxCodec

@Suite("Time stretching")
struct TimeStretchTests {
    /// The number of upward zero crossings per second.
    private func pitch(_ samples: ArraySlice<Float>, rate: Int) -> Double {
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) * Double(rate) / Double(samples.count)
    }

    @Test("Audio keeps its pitch and lasts as long as the speed implies", arguments: [0.1, 0.5, 1.5, 2, 3, 4, 8, 16])
    func pitchIsKept(speed: Double) {
        let format = AudioFormat(sampleRate: 48000, channels: 1)
        let stretch = TimeStretch(format: format)
        stretch.speed = speed
        let seconds = max(1, speed)
        let tone = (0..<Int(seconds * 48000)).map { Float(0.5 * sin(Double($0) * 2 * .pi * 220 / 48000)) }
        let out = stretch.process(tone) + stretch.drain()
        let length = seconds / speed
        #expect(abs(Double(out.count) / 48000 - length) < 0.06 + length / 100)
        let middle = out[(out.count / 4)..<(out.count * 3 / 4)]
        #expect(abs(pitch(middle, rate: 48000) - 220) < 11, "\(pitch(middle, rate: 48000)) Hz")
    }
}
