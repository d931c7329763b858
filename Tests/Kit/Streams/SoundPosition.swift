// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The position of a run of samples in the generated audio.
///
/// The left channel is a steady tone whose phase gives the exact position within one period. The right channel has a burst of 20 ms in
/// the middle of each quarter of a second, whose frequency identifies the quarter and so the period, within 16 seconds.
public enum SoundPosition {
    public static let sampleRate = 48_000
    /// After this many samples (16 s), the bursts repeat.
    public static let cycle = 64 * quarter
    /// The shortest run that is certain to contain a whole burst.
    public static let shortestRun = quarter + burst

    static let quarter = 12_000
    static let burst = 960

    /// The position of the first sample within the cycle, or `nil` if the run is too short or contains no burst.
    ///
    /// - Parameters:
    ///   - left: Samples of the left channel at 48 kHz.
    ///   - right: The same number of samples of the right channel.
    ///   - tone: The rendition's frequency in hertz: 400 for "en", 600 for "fr".
    public static func read(left: [Float], right: [Float], tone: Int = 400) -> Int? {
        guard left.count >= shortestRun, right.count == left.count, let start = loudestBurst(in: right) else { return nil }
        let heard = number(ofBurst: right[start..<start + burst])
        let rough = heard * quarter + (quarter - burst) / 2 - start
        let period = sampleRate / tone
        let exact = phase(of: left, tone: tone)
        let offset = (Int((exact * Double(period)).rounded()) - rough % period + 2 * period) % period
        let nearest = rough + (offset > period / 2 ? offset - period : offset)
        return (nearest % cycle + cycle) % cycle
    }

    /// The start of the 20 ms with the most energy; the window makes that the centre of the burst.
    private static func loudestBurst(in samples: [Float]) -> Int? {
        var energy = samples[..<burst].reduce(0) { $0 + Double($1) * Double($1) }
        var best = (start: 0, energy: energy)
        for start in 1...(samples.count - burst) {
            let gone = Double(samples[start - 1])
            let come = Double(samples[start + burst - 1])
            energy += come * come - gone * gone
            if energy > best.energy { best = (start, energy) }
        }
        return best.energy > 1 ? best.start : nil
    }

    private static func number(ofBurst samples: ArraySlice<Float>) -> Int {
        var best = (number: 0, power: 0.0)
        for number in 0..<64 {
            let power = amplitude(of: samples, frequency: Double(1000 + 100 * number)).power
            if power > best.power { best = (number, power) }
        }
        return best.number
    }

    /// The tone's phase at the first sample, in periods from 0 to 1.
    private static func phase(of samples: [Float], tone: Int) -> Double {
        let periods = min(samples.count, sampleRate / 4) / (sampleRate / tone)
        let wave = amplitude(of: samples[..<(periods * (sampleRate / tone))], frequency: Double(tone))
        let turns = atan2(wave.cosine, wave.sine) / (2 * .pi)
        return turns < 0 ? turns + 1 : turns
    }

    private static func amplitude(of samples: ArraySlice<Float>, frequency: Double) -> (sine: Double, cosine: Double, power: Double) {
        let step = 2 * Double.pi * frequency / Double(sampleRate)
        var sine = 0.0
        var cosine = 0.0
        for (index, sample) in samples.enumerated() {
            sine += Double(sample) * sin(step * Double(index))
            cosine += Double(sample) * cos(step * Double(index))
        }
        return (sine, cosine, sine * sine + cosine * cosine)
    }
}
