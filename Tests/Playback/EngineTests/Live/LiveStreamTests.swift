// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@Suite("Live streams", .serialized, .timeLimit(.minutes(1)))
struct LiveStreamTests {
    enum Form: CaseIterable {
        case transportStream, demuxed

        func programme(shape: (inout LivePlaylist) -> Void) throws -> (LiveOrigin.Programme, path: String) {
            switch self {
            case .transportStream: (try LiveStream.transportStream(shape), "/live.m3u8")
            case .demuxed: (try LiveStream.demuxed(["360p"], shape), "/main.m3u8")
            }
        }
    }

    @Test("Playback starts three target durations before the window's end and continues as the window slides", arguments: Form.allCases)
    func sliding(form: Form) async throws {
        var (programme, path) = try form.programme { $0.window = .sliding(seconds: 12) }
        programme.start = 20
        let run = try await programme.play(path, limit: 270)
        // The list begins at 8 s; its end minus six seconds is 14 s.
        expectRun(run, from: 14 * 30, count: 270, zero: 8 * 30)
        try expectContinuous(run)
    }

    @Test("A stream that has ended plays to its last frame", arguments: Form.allCases, [true, false])
    func ending(form: Form, isEvent: Bool) async throws {
        var (programme, path) = try form.programme {
            $0.window = isEvent ? .event : .sliding(seconds: 12)
            $0.ending = .ends(at: 12)
        }
        programme.start = 8
        let run = try await programme.play(path)
        #expect(run.end == .ended)
        expectRun(run, from: 2 * 30, count: 300, zero: 0)
        try expectContinuous(run)
    }

    @Test("A stream with a long window can be sought in and back to the live edge")
    func dvr() async throws {
        var programme = try LiveStream.demuxed { $0.window = .sliding(seconds: 30) }
        programme.start = 40
        programme.step = 0
        let origin = try await LiveOrigin(programme)
        let landed = Mutex<[Double?]>([])
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for target in [0.0, 10.5, 1e6, 21, -5] {
                let report = await engine.seek(to: target)
                landed.withLock { $0.append(report?.landed) }
            }
            return true
        }
        // The window is 10 s to 40 s; its live edge is three target durations before its end.
        let expected = [0, 10.5, 24, 21, 0].map { Int($0 * 30) }
        #expect(landed.withLock { $0 }.map { Int((($0 ?? -1) * 30).rounded()) } == expected)
        #expect(run.pictures.suffix(5).map(\.number) == expected.map { $0 + 300 })
        guard case .timeline(_, let timeline) = run.facts.first(where: { if case .timeline = $0 { true } else { false } }) else {
            Issue.record("there is no timeline")
            return
        }
        #expect(timeline.kind == .dvr)
        #expect(timeline.seekable == TimeRange(start: 0, end: 24))
        await origin.stop()
    }

    @Test("A stream whose playlist stops updating ends in an error that says so, after everything has played")
    func frozen() async throws {
        var programme = try LiveStream.transportStream { $0.ending = .stalls(at: 20) }
        programme.start = 20
        var configuration = EngineConfiguration.impatient
        configuration.streaming.recovery.frozenAfter = 0.2
        let run = try await programme.play(configuration: configuration)
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.code == .frozen)
        #expect(error.isTransient)
        #expect(error.message.contains("frozen"))
        #expect(error.message.contains("target duration"))
        expectRun(run, from: 14 * 30, count: 180, zero: 8 * 30)
    }

    @Test("Playback continues with the new content after an encoder restart", arguments: [0, 100_000])
    func encoderRestarts(sequence: Int) async throws {
        var programme = try LiveStream.transportStream {
            $0.window = .sliding(seconds: 12)
            $0.firstSequence = 5_000
        }
        programme.start = 20
        let first = try #require(programme.playlists["/live.m3u8"]?.first)
        // From 24 s on, another encoder restarts the numbering, with the material from 22 s on.
        var second = first.playlist
        second.firstSequence = sequence
        second.material.segments = Array(second.material.segments[11...])
        programme.playlists["/live.m3u8"]?.append(.init(second, from: 24, zero: 22))
        let run = try await programme.play(limit: 300)
        let numbers = run.numbers.compactMap { $0 }
        #expect(numbers.count == 300)
        // The old stream was loaded up to 20 s, and the new one's list begins at 22 s.
        #expect(numbers == Array(420..<600) + Array(660..<780), "\(run.journal.suffix(8))")
        let times = run.pictures.map(\.time)
        #expect(times == times.sorted())
    }

    @Test("Playback continues across discontinuities with different clocks")
    func discontinuities() async throws {
        var programme = try LiveStream.transportStream {
            $0.window = .sliding(seconds: 12)
            $0.material.segments = Array($0.material.segments[..<4])
        }
        programme.start = 20
        let run = try await programme.play(limit: 300)
        #expect(run.numbers == (0..<300).map { (420 + $0) % 240 }, "\(run.journal.suffix(8))")
        for (index, picture) in run.pictures.enumerated() { #expect(abs(picture.time - 6 - Double(index) / 30) < 0.001) }
        // The run ends with a frame, wherever the audio is by then, but after the first clock change two seconds in.
        #expect(run.frameCount > 3 * 48_000)
    }

    @Test("Playback rejoins inside the window when its position has fallen out of it")
    func behind() async throws {
        var programme = try LiveStream.transportStream {
            $0.window = .sliding(seconds: 12)
            // Half a minute passes instantly here: without dates, such a jump in numbers would look like another encoder.
            $0.startDate = 1_700_000_000
        }
        programme.start = 20
        programme.step = 0
        let run = try await programme.play(limit: 300) { _, origin in
            await origin.wasAsked(for: "/9.ts")
            origin.advance(to: 50)
            return false
        }
        let numbers = run.numbers.compactMap { $0 }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.first == 420)
        // What was loaded is played; the list then begins at 38 s.
        #expect(numbers.filter { $0 >= 600 }.allSatisfy { $0 >= 38 * 30 })
        #expect(numbers.contains { $0 >= 38 * 30 })
        let misplaced = run.pictures.filter { abs(Double(($0.number ?? 0) - 240) / 30 - $0.time) > 0.001 }
        #expect(misplaced.isEmpty)
        #expect(run.journal.contains { $0.contains("behind the window") })
    }

    @Test("A live stream prepared after another item begins at its own position")
    func prepared() async throws {
        var programme = try LiveStream.transportStream { $0.window = .sliding(seconds: 12) }
        programme.start = 20
        programme.step = 0
        let origin = try await LiveOrigin(programme)
        let engine = PlaybackEngine()
        await engine.load(try GeneratedStreams.named("short").address, as: ItemID(0))
        await engine.prepare(origin.address + "/live.m3u8", as: ItemID(1))
        loop: for await fact in engine.facts {
            switch fact {
            case .timeline(ItemID(1), _):
                await engine.load(origin.address + "/live.m3u8", as: ItemID(1))
                #expect(await engine.position == 6)
            case .ready(ItemID(1), let position):
                #expect(position == 6)
                break loop
            case .failed(_, let error):
                Issue.record("\(error)")
                break loop
            default: break
            }
        }
        #expect(origin.requests.count { $0.path == "/live.m3u8" } == 1)
        await engine.shutDown()
        await origin.stop()
    }
}
