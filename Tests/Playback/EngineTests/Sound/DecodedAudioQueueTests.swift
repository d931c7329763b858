// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec

@testable import WindowboxEngine

@Suite("Queue of decoded audio")
struct DecodedAudioQueueTests {
    private let format = AudioFormat(sampleRate: 1_000, channels: 1)
    private func block(_ time: Double, _ values: Range<Int>) -> AudioBlock {
        AudioBlock(time: time, format: format, samples: values.map { Float($0) })
    }

    @Test("An hour of silence is stored as a length and delivered in portions")
    func silence() throws {
        var queue = DecodedAudioQueue(format: format)
        queue.appendSilence(from: 2, to: 3_602.25)
        queue.append(block(3_602.25, 1..<11))
        #expect(queue.start == 2)
        #expect((queue.seconds - 3_600.26).magnitude < 1e-6)
        var frames = 0
        while let next = queue.take(), next.samples.first == 0 {
            #expect((next.time - 2 - Double(frames) / 1_000).magnitude < 1e-6)
            #expect(next.frameCount <= 100)
            frames += next.frameCount
        }
        #expect(frames == 3_600_250)
        #expect(queue.isEmpty)
        #expect(queue.seconds == 0)
    }

    @Test("Audio is cut at the exact sample if a limit lies in a block or in silence")
    func limit() {
        var queue = DecodedAudioQueue(format: format)
        queue.append(block(0, 0..<10))
        queue.appendSilence(from: 0.01, to: 0.05)
        #expect(queue.take(before: 0)?.samples == nil)
        #expect(queue.take(before: 0.004)?.samples == [0, 1, 2, 3])
        #expect(queue.start == 0.004)
        #expect(queue.take()?.samples == [4, 5, 6, 7, 8, 9])
        #expect(queue.take(before: 0.03)?.frameCount == 20)
        #expect(queue.take(before: 0.03) == nil)
        #expect(queue.take()?.frameCount == 20)
        #expect(queue.take() == nil)
    }
}

@Suite("Timeline of written audio")
struct AudioTimelineTests {
    @Test("The timeline keeps the rate of each stretch written")
    func rates() {
        var timeline = AudioTimeline(sampleRate: 100)
        timeline.append(100, from: 10, rate: 1)
        timeline.append(100, from: 11, rate: 1)
        timeline.append(100, from: 12, rate: 2)
        #expect(timeline.end == 14)
        #expect([0, 150, 200, 250, 299].map { timeline.media(at: $0) } == [10, 11.5, 12, 13, 13.98])
        #expect(timeline.media(at: 300) == nil, "no audio is left")
        timeline.append(50, from: 20, rate: 1)
        #expect(timeline.media(at: 300) == 20)
        timeline.forget(before: 250)
        #expect(timeline.media(at: 250) == 13)
        #expect(timeline.media(at: 310) == 20.1)
        timeline.removeAll()
        #expect(timeline.frames == 0)
        #expect(timeline.end == nil)
        #expect(timeline.media(at: 0) == nil)
    }
}
