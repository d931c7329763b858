// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxCodec

@Suite("Look-ahead limiter")
struct LookAheadLimiterTests {
    private static let rate = 48_000

    private func sine(_ frequency: Double, amplitude: Double, frames: Int, channels: Int = 2, from start: Int = 0) -> [Float] {
        (start..<start + frames).flatMap { frame -> [Float] in
            let sample = Float(amplitude * sin(2 * .pi * frequency * Double(frame) / Double(Self.rate)))
            return Array(repeating: sample, count: channels)
        }
    }

    private func limited(_ samples: [Float], channels: Int = 2, block: Int = 1024) -> [Float] {
        var limiter = LookAheadLimiter(format: AudioFormat(sampleRate: Self.rate, channels: channels))
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block * channels) {
            output += limiter.process(Array(samples[start..<min(start + block * channels, samples.count)]))
        }
        return output + limiter.drain()
    }

    @Test("Samples below the ceiling pass bit for bit, and the number of frames stays the same", arguments: [1, 2, 6, 8])
    func quiet(channels: Int) {
        let samples = sine(997, amplitude: 0.98, frames: 10_000, channels: channels)
        #expect(limited(samples, channels: channels) == samples)
    }

    @Test("No output exceeds the ceiling, at any pitch and loudness", arguments: [40.0, 440, 5_000, 15_000], [1.5, 2, 8])
    func ceiling(frequency: Double, amplitude: Double) {
        let quiet = sine(frequency, amplitude: 0.1, frames: 4_800)
        let samples = quiet + sine(frequency, amplitude: amplitude, frames: 9_600, from: 4_800) + quiet
        let output = limited(samples)
        #expect(output.count == samples.count)
        #expect(output.allSatisfy { $0.magnitude <= LookAheadLimiter.ceiling * 1.000_001 })
        let loud = output[(2 * 8_000)..<(2 * 12_000)].map(\.magnitude).max() ?? 0
        #expect(loud > LookAheadLimiter.ceiling * 0.97, "the gain is not reduced more than necessary: \(loud)")
    }

    @Test("The gain changes by less than a hundredth per frame, so an impulse causes no click")
    func smooth() {
        var samples = [Float](repeating: 0.25, count: 2 * 9_600)
        samples[2 * 4_800] = 4
        let output = limited(samples)
        let gains = stride(from: 1, to: output.count, by: 2).map { output[$0] / 0.25 }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.01 })
        #expect((output[2 * 4_800] - LookAheadLimiter.ceiling).magnitude < 0.001)
        #expect(gains[4_800 - 400] == 1, "nothing changes before the look-ahead")
        #expect(gains.last.map { $0 > 0.5 && $0 < 1 } == true)
    }

    @Test("Limiting a steady tone adds less than a thousandth of harmonics")
    func distortion() {
        let frames = 48_000
        let output = limited(sine(1_000, amplitude: 2, frames: 2 * frames))
        func level(_ frequency: Double) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for frame in frames..<2 * frames {
                let angle = 2 * Double.pi * frequency * Double(frame) / Double(Self.rate)
                real += Double(output[2 * frame]) * cos(angle)
                imaginary += Double(output[2 * frame]) * sin(angle)
            }
            return (real * real + imaginary * imaginary).squareRoot() * 2 / Double(frames)
        }
        #expect(level(1_000) > 0.95)
        for harmonic in 2...7 { #expect(level(1_000 * Double(harmonic)) < 0.001) }
    }

    @Test("The output does not depend on how the audio is divided into blocks", arguments: [1, 7, 239, 240, 241, 4_096])
    func cuts(block: Int) {
        let samples = sine(300, amplitude: 1.7, frames: 6_000) + sine(300, amplitude: 0.2, frames: 30_000)
        #expect(limited(samples, block: block) == limited(samples, block: 100_000))
    }

    @Test("After a loud passage the output equals the input again")
    func recovery() {
        let samples = sine(300, amplitude: 3, frames: 4_800) + sine(300, amplitude: 0.2, frames: 200_000)
        #expect(limited(samples).suffix(20_000) == samples.suffix(20_000))
    }

    @Test("Non-finite samples become silence, and silence stays silence")
    func garbage() {
        let samples: [Float] = [.nan, .infinity, -.infinity, 0.5, 2, -2] + [Float](repeating: 0, count: 2_000)
        let output = limited(samples)
        #expect(output.count == samples.count)
        #expect(output.allSatisfy { $0.isFinite && $0.magnitude <= 1 })
        #expect(limited([Float](repeating: 0, count: 2_000)) == [Float](repeating: 0, count: 2_000))
        #expect(limited([]) == [])
    }
}
