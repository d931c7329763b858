// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxCodec

@Suite("Night mode")
struct NightCompressorTests {
    private func tone(level: Double, frames: Int, channels: Int = 2) -> [Float] {
        let amplitude = pow(10, level / 20) * 2.0.squareRoot()
        return (0..<frames).flatMap { frame in
            Array(repeating: Float(amplitude * sin(2 * .pi * 1_000 * Double(frame) / 48_000)), count: channels)
        }
    }

    private func compressed(_ samples: [Float], channels: Int = 2, block: Int = 960) -> [Float] {
        var compressor = NightCompressor(format: AudioFormat(channels: channels))
        compressor.isOn = true
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block * channels) {
            var part = Array(samples[start..<min(start + block * channels, samples.count)])
            compressor.process(&part)
            output += part
        }
        return output
    }

    private func level(_ samples: ArraySlice<Float>) -> Double {
        10 * log10(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1)))
    }

    @Test("Gain follows the curve", arguments: [(-60.0, -50.0), (-36, -26), (-32, -22.75), (-28, -21), (-20, -19), (-12, -17), (-4, -15)])
    func curve(level: Double, expected: Double) {
        #expect((level + NightCompressor.gain(at: level) - expected).magnitude < 0.001)
    }

    @Test(
        "A steady tone reaches the level of the curve, with any number of channels", arguments: [-60.0, -40, -30, -20, -8], [1, 2, 6])
    func steady(input: Double, channels: Int) {
        let output = compressed(tone(level: input, frames: 144_000, channels: channels), channels: channels)
        let found = level(output.suffix(24_000 * channels))
        #expect((found - input - NightCompressor.gain(at: input)).magnitude < 0.3, "\(found) dB")
    }

    @Test("A sudden noise is attenuated within 50 ms, and the level recovers within two seconds")
    func times() {
        let quiet = tone(level: -50, frames: 144_000)
        let output = compressed(quiet + tone(level: -10, frames: 48_000) + quiet)
        let loud = level(output[(2 * 146_400)..<(2 * 148_800)])
        #expect((loud - (-10 + NightCompressor.gain(at: -10))).magnitude < 1.5, "\(loud) dB 50 ms after")
        let early = level(output[(2 * 194_400)..<(2 * 196_800)])
        let late = level(output[(2 * 288_000)..<(2 * 292_800)])
        #expect(early < -42, "\(early) dB at first, \(late) dB later")
        #expect((late + 40).magnitude < 0.5, "\(early) dB at first, \(late) dB later")
    }

    @Test("The output does not depend on how the audio is divided into blocks", arguments: [1, 15, 16, 17, 5_000])
    func cuts(block: Int) {
        let samples = tone(level: -50, frames: 3_000) + tone(level: -5, frames: 3_000)
        #expect(compressed(samples, block: block) == compressed(samples, block: 100_000))
    }

    @Test("Switching off causes no click and then leaves samples unchanged")
    func off() {
        var compressor = NightCompressor(format: AudioFormat(channels: 1))
        #expect(compressor.isIdle)
        compressor.isOn = true
        var constant = [Float](repeating: 0.01, count: 96_000)
        compressor.process(&constant)
        let before = constant.last ?? 0
        compressor.isOn = false
        var behind = [Float](repeating: 0.01, count: 240_000)
        compressor.process(&behind)
        #expect((behind[0] - before).magnitude < 0.001)
        #expect(before > 0.025)
        #expect(zip(behind, behind.dropFirst()).allSatisfy { ($0 - $1).magnitude < 0.000_1 })
        #expect(compressor.isIdle)
        #expect(behind.last == 0.01)
    }

    @Test("Silence stays silent, and non-finite samples become silence")
    func silence() {
        #expect(compressed([Float](repeating: 0, count: 9_600)) == [Float](repeating: 0, count: 9_600))
        let output = compressed([.nan, .infinity, -.infinity, 0.1] + tone(level: -20, frames: 4_800))
        #expect(output.allSatisfy { $0.isFinite })
    }
}
