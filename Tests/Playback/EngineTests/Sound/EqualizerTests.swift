// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec

@testable import WindowboxEngine

@Suite("Equalizer")
struct EqualizerTests {
    private let format = AudioFormat()

    private func tone(_ frequency: Double, seconds: Double = 1) -> [Float] {
        let step = 2 * Double.pi * frequency / Double(format.sampleRate)
        let frames = (0..<Int(seconds * Double(format.sampleRate))).map { Float(0.05 * sin(step * Double($0))) }
        return frames.flatMap { Array(repeating: $0, count: format.channels) }
    }

    /// The change of the level in dB, after the filter has settled.
    private func change(of frequency: Double, by equalizer: Equalizer) -> Double {
        let input = tone(frequency)
        var (filter, output) = (EqualizerFilter(equalizer, format: format), input)
        filter.process(&output)
        func power(_ samples: [Float]) -> Double { samples.suffix(samples.count / 2).reduce(0) { $0 + Double($1) * Double($1) } }
        return 10 * log10(power(output) / power(input))
    }

    @Test("The centre of a band gets its gain", arguments: Equalizer.frequencies.indices.dropFirst(), [-12.0, -3, 6, 12])
    func centres(band: Int, gain: Double) {
        var equalizer = Equalizer()
        equalizer.set(gain, ofBand: band)
        #expect(abs(change(of: Equalizer.frequencies[band], by: equalizer) - gain) < 0.15)
    }

    @Test("Frequencies far from a band stay as they are")
    func others() {
        var equalizer = Equalizer()
        equalizer.set(12, ofBand: 5)
        for frequency in [62.5, 125, 12_000] { #expect(abs(change(of: frequency, by: equalizer)) < 0.5, "\(frequency)") }
    }

    @Test("Blocks of any size give the same audio, and silence stays silence")
    func blocks() {
        let equalizer = Equalizer(gains: [3, -6, 9, 0, -12, 12, 1, 2, -3, 6])
        let input = tone(440, seconds: 0.1)
        var (whole, filter) = (input, EqualizerFilter(equalizer, format: format))
        filter.process(&whole)
        filter.reset()
        var joined: [Float] = []
        var size = 1
        while joined.count < input.count {
            var block = Array(input[joined.count..<min(joined.count + size * format.channels, input.count)])
            filter.process(&block)
            joined += block
            size = size * 3 % 1000 + 1
        }
        #expect(joined == whole)
        var silence = [Float](repeating: 0, count: 960 * format.channels)
        filter.reset()
        filter.process(&silence)
        #expect(silence.allSatisfy { $0 == 0 })
    }

    @Test("Samples that are no numbers count as silence")
    func nonsense() {
        var samples = [Float](repeating: .nan, count: 64 * format.channels)
        var filter = EqualizerFilter(Equalizer(gains: [12, 12, 12]), format: format)
        filter.process(&samples)
        #expect(samples.allSatisfy { $0.isFinite })
    }

    @Test("Gains are limited, and are stored as a list")
    func values() throws {
        var equalizer = Equalizer(gains: [99, -.infinity, -99])
        #expect(equalizer.gains == [12, 0, -12, 0, 0, 0, 0, 0, 0, 0])
        equalizer.set(5, ofBand: 10)
        equalizer.set(1.5, ofBand: 9)
        #expect(equalizer.gains.last == 1.5)
        let stored = try JSONEncoder().encode(equalizer)
        #expect(String(decoding: stored, as: UTF8.self) == "[12,0,-12,0,0,0,0,0,0,1.5]")
        #expect(try JSONDecoder().decode(Equalizer.self, from: stored) == equalizer)
        #expect(try JSONDecoder().decode(Equalizer.self, from: Data("[2]".utf8)).gains.prefix(2) == [2, 0])
        #expect(Equalizer().isFlat)
        #expect(!equalizer.isFlat)
    }

    @Test("The output chain applies it before the volume, and keeps peaks within full scale")
    func chain() {
        var chain = AudioOutputChain(format: format)
        var settings = AudioOutputChain.Settings()
        settings.equalizer = Equalizer(gains: Array(repeating: 12, count: 10))
        let loud = tone(1000).map { $0 * 16 }
        var pieces = chain.process(.init(samples: loud, media: 0, rate: 1, isFiller: false), gain: 1, settings)
        pieces += chain.drain()
        let output = pieces.flatMap(\.samples)
        #expect(output.count == loud.count)
        #expect(output.allSatisfy { $0.magnitude <= 1 })
        settings.equalizer = Equalizer()
        let plain = chain.process(.init(samples: loud, media: 1, rate: 1, isFiller: false), gain: 1, settings)
        #expect(plain.map(\.samples) == [loud])
    }
}
