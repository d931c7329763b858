// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("The end of the last frame", .serialized, .timeLimit(.minutes(1)))
struct LastFrameTests {
    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast"]

    private static func pictures(_ name: String, rate: String, seconds: Int, _ options: [String] = x264) async throws -> JoinedFile {
        try await JoinedFile(name, parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate):d=\(seconds)"] + options])
    }

    /// Plays files and notes the position whenever an item ends.
    private static func positions(
        _ paths: [String], pace: Pace, script: (@Sendable (PlaybackEngine) async -> Void)? = nil
    ) async -> (run: RecordedRun, ends: [Double]) {
        let ends = Mutex<[Double]>([])
        let endless: @Sendable (PlaybackEngine) async -> Bool = { engine in
            await script?(engine)
            return false
        }
        let run = await RecordedRun.play(
            paths, configuration: EngineConfiguration(pace: pace), isPaused: script != nil, script: endless,
            onFact: { fact, engine in
                switch fact {
                case .status(_, .ended), .advanced:
                    let position = await engine.position
                    ends.withLock { $0.append(position) }
                default: break
                }
            })
        return (run, ends.withLock { $0 })
    }

    @Test(
        "Video without audio ends when the time of its last frame is over",
        arguments: [
            ("mp4", "2", x264), ("mkv", "2", x264), ("gif", "2", []), ("mp4", "1/2", x264), ("avi", "2", ["-c:v", "mjpeg"]),
            ("ts", "2", x264 + ["-g", "1"]), ("apng", "2", ["-f", "apng"]),
        ], [Pace.realTime, .asFastAsPossible])
    func videoAlone(file: (name: String, rate: String, options: [String]), pace: Pace) async throws {
        let film = try await Self.pictures(file.name, rate: file.rate, seconds: 2, file.options)
        let (run, ends) = await Self.positions([film.file.path], pace: pace)
        #expect(run.end == .ended)
        #expect(run.pictures.count == (file.rate == "2" ? 4 : 1))
        let end = try #require(ends.last)
        #expect(end >= 1.99 && end < 2.4, "\(end)")
    }

    @Test("The next item begins when the time of the last frame is over")
    func next() async throws {
        let film = try await Self.pictures("mp4", rate: "2", seconds: 1)
        let times = Mutex<(lastFrame: ContinuousClock.Instant?, change: ContinuousClock.Instant?)>((lastFrame: nil, change: nil))
        let run = await RecordedRun.play(
            [film.file.path, film.file.path], configuration: EngineConfiguration(pace: .realTime), isPaused: true,
            script: { engine in
                engine.add(
                    CallbackOutput { picture in
                        guard picture.time > 0.4 else { return }
                        times.withLock { if $0.lastFrame == nil { $0.lastFrame = ContinuousClock.now } }
                    })
                await engine.play()
                return false
            },
            onFact: { fact, _ in if case .advanced = fact { times.withLock { if $0.change == nil { $0.change = ContinuousClock.now } } } })
        #expect(run.end == .ended)
        #expect(run.pictures.map(\.time) == [0, 0.5, 0, 0.5])
        let (lastFrame, change) = times.withLock { ($0.lastFrame, $0.change) }
        let shown = try #require(lastFrame).duration(to: #require(change))
        #expect(shown > .seconds(0.45))
    }

    @Test("A blocked range that begins during the last frame ends the item")
    func blocked() async throws {
        let film = try await Self.pictures("mp4", rate: "2", seconds: 1)
        let (run, ends) = await Self.positions([film.file.path], pace: .realTime) { engine in
            await engine.block(BlockedRanges([TimeRange(start: 0.75, end: 1)]), of: ItemID(0))
            await engine.play()
        }
        #expect(run.end == .ended)
        #expect(run.pictures.count == 2)
        let end = try #require(ends.last)
        #expect(end >= 0.74 && end <= 0.76, "\(end)")
    }

    @Test("A pause during the last frame delays the end, and a seek back from it plays the frames again")
    func pauseAndSeek() async throws {
        let film = try await Self.pictures("mp4", rate: "2", seconds: 1)
        let (run, ends) = await Self.positions([film.file.path], pace: .realTime) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: Double.self)
            engine.add(CallbackOutput { told.yield($0.time) })
            await engine.play()
            for await time in pictures where time > 0.4 { break }
            await engine.pause()
            #expect(await engine.currentStatus == .paused)
            await engine.play()
            await engine.seek(to: 0)
        }
        #expect(run.end == .ended)
        #expect(run.pictures.map(\.time) == [0, 0.5, 0, 0.5])
        #expect(try #require(ends.last) >= 0.99)
    }

    @Test("Audio without video ends when its last sample is heard, even if the output takes it long before", arguments: ["wav", "mp3"])
    func audioAlone(name: String) async throws {
        let file = try await JoinedFile(name, parts: [["-f", "lavfi", "-i", "sine=d=1"]])
        let (run, ends) = await Self.positions([file.file.path], pace: .realTime)
        #expect(run.end == .ended)
        #expect(try #require(ends.last) >= 0.99)
    }

    @Test("A sound card plays the last sample of an item")
    func soundCard() async throws {
        let file = try await JoinedFile("wav", parts: [["-f", "lavfi", "-i", "sine=d=1:r=48000"]])
        let card = SoundCard(.init(buffer: 0.3, latency: 0.2, drift: 0))
        let engine = PlaybackEngine(configuration: EngineConfiguration(), audioOutput: card)
        await engine.load(file.file.path, as: ItemID(0))
        await engine.play()
        for await fact in engine.facts { if case .status(_, .ended) = fact { break } }
        let heard = card.heard.samples.count / card.format.channels
        // The card reports what was heard when it is asked.
        #expect(heard >= 47_000, "\(heard)")
        await engine.shutDown()
    }
}
