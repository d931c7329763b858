// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

/// Audio that does not span the same time as the video: each is played at its own time.
@Suite("Items whose audio is missing in part", .serialized, .timeLimit(.minutes(2)))
struct LateSoundTests {
    /// With a buffer large enough for a busy machine.
    private static var card: SoundCard { SoundCard(.init(buffer: 0.5)) }

    /// The audio position at a time of the item; nil if it can't be read.
    private func position(_ run: RecordedRun, at time: Double, from start: Double = 0) -> Double? {
        let first = Int((time - start) * Double(SoundPosition.sampleRate))
        let range = first..<first + SoundPosition.shortestRun
        guard first >= 0, range.upperBound <= run.frameCount else { return nil }
        return SoundPosition.read(left: Array(run.left[range]), right: Array(run.right[range])).map {
            Double($0) / Double(SoundPosition.sampleRate)
        }
    }

    private func isSilent(_ run: RecordedRun, _ range: TimeRange, from start: Double = 0) -> Bool {
        let rate = Double(SoundPosition.sampleRate)
        let frames = Int((range.start - start) * rate)..<Int((range.end - start) * rate)
        return frames.upperBound <= run.frameCount && run.left[frames].allSatisfy { $0.magnitude < 0.001 }
    }

    private func expect(_ run: RecordedRun, heardAt time: Double, from start: Double = 0) {
        let expected = time.truncatingRemainder(dividingBy: 16)
        let read = position(run, at: time, from: start)
        // Files round times by less than a millisecond.
        #expect(read.map { ($0 - expected).magnitude < 0.0015 } == true, "at \(time) s: \(String(describing: read))")
    }

    @Test("Audio that begins after the video is heard at its time, and no frame is missing", arguments: ["mp4", "mkv", "ts", "hls"])
    func late(container: String) async throws {
        let stream = try GeneratedStreams.named("late-sound-\(container)")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<stream.frames))
        let isLedIn = isSilent(run, TimeRange(start: 0, end: 4.97))
        #expect(isLedIn)
        for time in [6, 8.5, 11] { expect(run, heardAt: time) }
    }

    @Test("Late audio is heard at its time after a seek to an earlier position", arguments: ["mp4", "mkv", "ts"])
    func sought(container: String) async throws {
        let stream = try GeneratedStreams.named("late-sound-\(container)")
        let run = await RecordedRun.play([stream.address], at: .time(2))
        #expect(run.end == .ended)
        #expect(run.numbers == Array(60..<stream.frames))
        let isLedIn = isSilent(run, TimeRange(start: 2, end: 4.97), from: 2)
        #expect(isLedIn)
        expect(run, heardAt: 7, from: 2)
    }

    /// A busy machine drops single frames; before this was fixed, none of the first 150 was shown.
    private func expectShown(_ numbers: Range<Int>, _ run: PlayedRun, sourceLocation: SourceLocation = #_sourceLocation) {
        let missing = Set(numbers).subtracting(run.pictures.compactMap(\.number)).sorted()
        #expect(missing.count <= numbers.count / 20, "\(missing) were not shown", sourceLocation: sourceLocation)
    }

    @Test("On a sound card, frames before the audio keep their pace, and audio and video are in sync")
    func lateOnACard() async throws {
        let stream = try GeneratedStreams.named("late-sound-mkv")
        let played = await PlayedRun.play(stream.address, at: .time(3), until: 7, card: Self.card)
        expectShown(90..<200, played)
        let (first, last) = try (#require(played.moment(of: 95)), #require(played.moment(of: 145)))
        #expect(((last - first) - 50.0 / 30).magnitude < 0.1)
        played.expectTogether(from: 170, to: 200)
    }

    @Test("On a sound card, a stream whose first segments have only video stays in sync")
    func lateInStream() async throws {
        let stream = try GeneratedStreams.named("late-sound-hls")
        let played = await PlayedRun.play(stream.address, until: 7, card: Self.card)
        expectShown(0..<200, played)
        played.expectTogether(from: 170, to: 200)
    }

    @Test("Audio that begins before the video is heard from its start, and every frame is shown at its time")
    func latePictures() async throws {
        let stream = try GeneratedStreams.named("late-pictures")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<210))
        for time in [1, 4.5, 9] { expect(run, heardAt: time) }
        let played = await PlayedRun.play(stream.address, at: .time(3.5), until: 6.5, card: Self.card)
        let numbers = played.pictures.compactMap(\.number)
        #expect(numbers == Array(0..<numbers.count))
        let offsets = played.offsets(of: 10..<40).sorted()
        #expect(offsets.count > 3, "\(offsets)")
        #expect(offsets[offsets.count / 2].magnitude < 0.015, "\(offsets)")
    }

    @Test("Video that outlasts the audio plays to its end")
    func short() async throws {
        let stream = try GeneratedStreams.named("short-sound")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<stream.frames))
        expect(run, heardAt: 3)
    }

    @Test("On a sound card, video that outlasts the audio keeps its pace and does not stall")
    func shortOnACard() async throws {
        let stream = try GeneratedStreams.named("short-sound")
        let played = await PlayedRun.play(stream.address, at: .time(3), until: 6, card: Self.card)
        #expect(!played.statuses.contains(.stalled))
        let (first, last) = try (#require(played.moment(of: 100)), #require(played.moment(of: 170)))
        #expect(((last - first) - 70.0 / 30).magnitude < 0.1)
    }

    @Test("After an item whose audio ends long before its video, the next item's audio waits for the video")
    func next() async throws {
        let stream = try GeneratedStreams.named("short-sound")
        let run = await RecordedRun.play([stream.address, stream.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count == 2 * stream.frames)
        let isSilentBetween = isSilent(run, TimeRange(start: 4.1, end: 11.9))
        #expect(isSilentBetween)
        expect(run, heardAt: 1)
        let again = position(run, at: 13)
        #expect(again.map { ($0 - 1).magnitude < 0.05 } == true, "\(String(describing: again))")
    }

    @Test("Audio that is missing for more than half a minute is heard at its time again", arguments: ["hole-in-sound", "hole-in-sound-ts"])
    func hole(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended, "\(run.journal.suffix(20).joined(separator: "\n"))")
        #expect(run.numbers == Array(0..<stream.frames))
        #expect(!run.journal.contains { $0.contains("jumps the hole") })
        expect(run, heardAt: 2)
        let isSilentBetween = isSilent(run, TimeRange(start: 4.1, end: 37.9))
        #expect(isSilentBetween)
        expect(run, heardAt: 40)
    }

    @Test("A stream that has only video for a while does not stall")
    func holeOnACard() async throws {
        let stream = try GeneratedStreams.named("hole-in-sound-ts")
        let played = await PlayedRun.play(stream.address, at: .time(2), until: 8, card: Self.card)
        #expect(!played.statuses.contains(.stalled))
        let (first, last) = try (#require(played.moment(of: 70)), #require(played.moment(of: 220)))
        #expect(((last - first) - 150.0 / 30).magnitude < 0.1)
    }
}
