// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Audio processing before output")
struct MediaProcessingTests {
    private let tags = LoudnessTags(track: .init(decibels: -6, peak: 0.9), album: .init(decibels: 12, peak: 0.5))

    @Test("Loudness tags have no effect unless normalization is on")
    func off() { #expect(MediaProcessing(preamp: 6).gain(for: tags) == 1) }

    @Test("Normalization uses the track or album gain, or the other one if that is missing")
    func choice() {
        #expect((MediaProcessing(normalization: .track).gain(for: tags) - 0.501).magnitude < 0.001)
        #expect(MediaProcessing(normalization: .album).gain(for: tags) == 2, "12 dB is a gain of 4, and the peak allows 2")
        #expect(MediaProcessing(normalization: .album).gain(for: LoudnessTags(track: .init(decibels: 0))) == 1)
        #expect(MediaProcessing(normalization: .track, preamp: 6).gain(for: nil) == 1, "audio without tags plays unchanged")
    }

    @Test("The preamp adds to the gain, within its own bounds and those of the peak")
    func preamp() {
        let processing = MediaProcessing(normalization: .track, preamp: 3)
        #expect((processing.gain(for: tags) - 0.708).magnitude < 0.001)
        #expect(MediaProcessing(preamp: 99).preamp == 15)
        #expect(MediaProcessing(preamp: .nan).preamp == 0)
        #expect((MediaProcessing(normalization: .track, preamp: 15).gain(for: tags) - 1 / 0.9).magnitude < 0.001)
    }

    private func play(_ levels: [Float], on sound: SimulatedSound, tags: LoudnessTags? = nil) {
        sound.start()
        var context = AudioSink.WriteContext(clock: sound.clock, flushes: sound.audioSink.flushes, isNeeded: { true }, onRelease: {})
        context.loudness = tags
        for (index, level) in levels.enumerated() {
            let time = Double(index) * 0.02
            let block = AudioBlock(time: time, format: sound.card.format, samples: [Float](repeating: level, count: 960))
            _ = sound.audioSink.play(block, at: time, context)
        }
        sound.audioSink.drain(context)
        sound.pass(1)
    }

    private func heard(_ sound: SimulatedSound) -> [Float] {
        let samples = sound.card.heard.samples
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 }) else { return [] }
        return Array(samples[first...last])
    }

    @Test("At 100 % samples pass bit for bit, even beyond full scale, and below they are scaled", arguments: [1, 0.25] as [Float])
    func untouched(volume: Float) {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.audioSink.set(volume: volume)
        play([0.3, 1.2, -0.7], on: sound)
        #expect(heard(sound) == [0.3, 1.2, -0.7].flatMap { [Float](repeating: $0 * volume, count: 960) })
    }

    @Test("At 200 % quiet audio is twice as loud, loud audio stays within full scale, and no frame is lost or late")
    func amplified() {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.audioSink.set(volume: 2)
        play(Array(repeating: 0.3, count: 5) + Array(repeating: 0.9, count: 5), on: sound)
        let samples = heard(sound)
        #expect(samples.count == 9_600)
        #expect(samples.prefix(4_500).allSatisfy { $0 == 0.6 })
        #expect(samples.allSatisfy { $0 <= LookAheadLimiter.ceiling * 1.000_001 })
        #expect((sound.audioSink.secondsPlayed - 0.2).magnitude < 1e-9)
    }

    @Test("Volumes above 200 % are limited to 200 %")
    func bounds() {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.audioSink.set(volume: 5)
        play([0.2, 0.2], on: sound)
        #expect(heard(sound) == [Float](repeating: 0.4, count: 1_920))
    }

    @Test("The limiter's look-ahead shifts neither the position nor the audio, even if it starts or stops during playback")
    func latency() {
        let sound = SimulatedSound(.init(latency: 0.15))
        sound.start()
        sound.play(until: 2)
        for (index, volume) in [2, 1, 1.5, 0.8].enumerated() as EnumeratedSequence<[Float]> {
            sound.audioSink.set(volume: volume)
            sound.play(until: 4 + 2 * Double(index))
        }
        #expect(sound.largestStep() < 1.0 / 60)
        let clicks = sound.clicks
        #expect(clicks.count > 30)
        for moment in clicks {
            guard let position = sound.position(at: moment) else { continue }
            #expect((position - (position * 4).rounded() / 4).magnitude <= 0.003, "\(position)")
        }
    }

    @Test("A volume above 100 % works with speed changes and seeks")
    func speed() {
        let sound = SimulatedSound(.init(latency: 0.1))
        sound.audioSink.set(volume: 2)
        sound.start()
        sound.play(until: 2)
        sound.set(rate: 1.5)
        sound.play(until: 5)
        #expect(sound.largestStep() < 1.0 / 30)
        sound.seek(to: 60)
        sound.start()
        sound.play(until: 62)
        #expect(sound.card.heard.samples.allSatisfy { $0.magnitude <= 1 })
    }

    @Test("Loudness tags apply to their own item, before night mode and volume")
    func normalized() {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.audioSink.set(processing: MediaProcessing(normalization: .track))
        play([0.5, 0.5], on: sound, tags: tags)
        #expect(heard(sound).allSatisfy { ($0 - 0.25).magnitude < 0.001 })
        #expect(heard(sound).count == 1_920)
        let night = SimulatedSound(.init(latency: 0.05))
        night.audioSink.set(processing: MediaProcessing(isNightMode: true))
        play([Float](repeating: 0.01, count: 150), on: night)
        let last = heard(night).last ?? 0
        #expect((last / 0.01 - 3.16).magnitude < 0.05, "quiet audio is 10 dB louder: \(last)")
        #expect(heard(night).count == 150 * 960)
    }

    @Test("Muted audio is silent, whatever the volume")
    func muted() {
        let sound = SimulatedSound(.init(latency: 0.05))
        sound.audioSink.set(volume: 2)
        sound.audioSink.set(isMuted: true)
        sound.audioSink.set(processing: MediaProcessing(isNightMode: true))
        play([0.5, 0.9], on: sound)
        #expect(heard(sound) == [])
    }

    @Test("A tagged file plays at the loudness of its tags from the first sample on", .timeLimit(.minutes(1)))
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).flac")
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.8|0.8:d=1:s=48000", "-metadata"]
                + ["REPLAYGAIN_TRACK_GAIN=-12.04 dB", file.path])
        #expect(status == 0, "\(said)")
        let run = await RecordedRun.play([file.path], isPaused: true) { engine in
            await engine.set(processing: MediaProcessing(normalization: .track))
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        #expect(run.frameCount == 48_000)
        #expect(run.sound.allSatisfy { ($0 - 0.2).magnitude < 0.001 })
    }
}
