// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// The duration of a frame at 30 fps.
private let picture = 1.0 / 30

@Suite("Position of the audible audio")
struct AudioSinkTests {
    /// Expects each click to be heard when the position is at its media time. Clicks come every quarter of a second.
    private func expectAgreement(_ sound: SimulatedSound, within tolerance: Double, after settled: Double = 0) {
        let clicks = sound.clicks
        #expect(clicks.count > 3)
        for moment in clicks where moment.seconds >= settled {
            guard let position = sound.position(at: moment) else { continue }
            let media = (position * 4).rounded() / 4
            #expect((position - media).magnitude <= tolerance, "click of \(media) s heard at \(moment.seconds) s, position \(position)")
        }
    }

    @Test("The position waits for the first audio and then agrees with it", arguments: [0.02, 0.15, 0.4])
    func start(latency: Double) {
        let sound = SimulatedSound(.init(latency: latency))
        sound.start()
        sound.play(until: 3)
        expectAgreement(sound, within: 0.003)
        #expect(sound.card.underruns == 0)
    }

    @Test(
        "A speed change causes no step, and the position follows the old speed as long as audio at that speed is heard",
        arguments: [0.05, 0.3], [[1.5], [2], [0.5], [1.5, 1], [1.05, 0.95, 1], [2, 0.75, 1.25, 1]])
    func speed(latency: Double, rates: [Double]) {
        let sound = SimulatedSound(.init(latency: latency))
        sound.start()
        sound.play(until: 3)
        for (index, rate) in rates.enumerated() {
            sound.set(rate: rate)
            sound.play(until: 6 + 3 * Double(index))
        }
        #expect(sound.largestStep() < picture)
        // Time stretching moves audio by up to two periods of its pitch.
        expectAgreement(sound, within: 0.035)
    }

    @Test("A speed change affects the position when it becomes audible, not before")
    func delay() {
        let sound = SimulatedSound(.init(buffer: 0.1, latency: 0.3))
        sound.start()
        sound.play(until: 2)
        let (moment, position) = (sound.now, sound.clock.time)
        sound.set(rate: 2)
        sound.play(until: 4)
        let soon = sound.position(at: moment + 0.3) ?? 0
        #expect((soon - position - 0.3).magnitude < 0.01)
        let later = sound.position(at: moment + 0.8) ?? 0
        #expect(later - soon > 0.75)
    }

    @Test("The position continues from where it was after a pause, whatever the speeds before and after", arguments: [1.0, 1.5])
    func pause(rate: Double) {
        let sound = SimulatedSound(.init(latency: 0.2))
        sound.set(rate: rate)
        sound.start()
        sound.play(until: 3)
        sound.pause()
        let position = sound.clock.time
        sound.pass(2)
        #expect(sound.clock.time == position)
        sound.set(rate: 1)
        sound.start()
        sound.play(until: 6)
        #expect(sound.largestStep() < picture)
        expectAgreement(sound, within: 0.035)
    }

    @Test("The position is the target after a seek and agrees with the audio following it")
    func seek() {
        let sound = SimulatedSound(.init(latency: 0.2))
        sound.start()
        sound.play(until: 2)
        sound.seek(to: 60)
        let moment = sound.now
        sound.start()
        sound.play(until: 63)
        #expect(sound.position(at: moment + 0.1) == 60)
        expectAgreement(sound, within: 0.003)
    }

    @Test(
        "Moving to a device with another latency causes no step, and the position is right after a few seconds",
        arguments: [(0.02, 0.3), (0.3, 0.02)])
    func device(before: Double, after: Double) {
        let sound = SimulatedSound(.init(latency: before))
        sound.start()
        sound.play(until: 3)
        let moment = sound.now
        sound.card.change(to: .init(latency: after))
        sound.play(until: 8)
        #expect(sound.largestStep() < picture)
        #expect(zip(sound.observations, sound.observations.dropFirst()).allSatisfy { $0.position <= $1.position })
        expectAgreement(sound, within: 0.02, after: moment.seconds + 2.5)
    }

    @Test("The position is accurate to 20 ms after ten minutes on a sound card that is off by 200 ppm", arguments: [-200.0, 200])
    func drift(ppm: Double) {
        let format = AudioFormat(sampleRate: 8_000, channels: 1)
        let sound = SimulatedSound(.init(latency: 0.1, drift: ppm), format: format, isRecording: false)
        sound.start()
        var largest = 0.0
        var now = 0.0
        sound.play(until: 600) {
            now = sound.clock.time
            let heard = Double(sound.card.framesPlayed ?? 0) / 8_000
            if heard > 0 { largest = max(largest, (heard - now).magnitude) }
        }
        #expect(now >= 600)
        #expect(largest <= 0.02)
        // Without following the card, it would be 120 ms.
        #expect((sound.now.seconds * (1 + ppm / 1e6) - 0.1 - now).magnitude < 0.02)
    }

    @Test("After an underrun the position follows the audio instead of running ahead")
    func underrun() {
        let sound = SimulatedSound(.init(latency: 0.1))
        sound.start()
        sound.play(until: 2)
        // Nothing was written for a while, as on a busy machine.
        sound.pass(0.5)
        #expect(sound.card.underruns == 1)
        sound.play(until: 8)
        #expect(sound.largestStep() < picture)
        expectAgreement(sound, within: 0.02, after: 6)
    }

    @Test("Audio that starts later is preceded by silence of exactly that length")
    func hole() {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.start()
        sound.play(until: 1)
        let context = AudioSink.WriteContext(clock: sound.clock, flushes: sound.audioSink.flushes, isNeeded: { true }, onRelease: {})
        let format = sound.card.format
        let mark = AudioBlock(time: 3, format: format, samples: [Float](repeating: 0.25, count: 480))
        #expect(sound.audioSink.play(mark, at: 3, context))
        sound.pass(0.5)
        let heard = sound.card.heard
        let frame = heard.samples.firstIndex(of: 0.25)
        #expect(frame.map { abs($0 - 3 * 48_000) <= 2 } == true)
    }

    @Test("Audio taken before a flush is not written after it")
    func flush() {
        let sound = SimulatedSound(.init())
        sound.start()
        sound.play(until: 1)
        let context = AudioSink.WriteContext(clock: sound.clock, flushes: sound.audioSink.flushes, isNeeded: { true }, onRelease: {})
        sound.audioSink.flush()
        let block = AudioBlock(time: 1, format: sound.card.format, samples: [Float](repeating: 0.5, count: 480))
        #expect(!sound.audioSink.play(block, at: 1, context))
        #expect(sound.audioSink.hasPlayedAll)
    }
}
