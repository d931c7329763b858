// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("A film joined from two recordings", .serialized, .timeLimit(.minutes(2)))
struct JoinedFilePlaybackTests {
    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "4", "-g", "10", "-c:a", "aac"]
    static let kinds = [("ts", [0, 0]), ("ts", [0, 5000]), ("mkv", [0, 0])]

    /// Loads a file, and runs a closure once it is ready and its duration is known.
    private func load(_ file: URL, _ body: @Sendable (PlaybackEngine) async throws -> Void) async throws {
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible))
        await engine.load(file.path, as: ItemID(0))
        var (isReady, isWhole) = (false, false)
        for await fact in engine.facts {
            if case .ready = fact { isReady = true }
            if case .timeline(_, let timeline) = fact, timeline.duration ?? 0 > 9.5 { isWhole = true }
            if isReady, isWhole { break }
        }
        try await body(engine)
        await engine.shutDown()
    }

    @Test("Previews of a joined file show the right position", arguments: kinds)
    func previews(container: String, offsets: [Int]) async throws {
        let film = try await JoinedFile(container, Self.x264, offsets: offsets)
        try await load(film.file) { engine in
            for time in [7.35, 2.25, 9.55, 5.15, 4.85] {
                let picture = try #require(await engine.preview(at: time, of: ItemID(0), width: 64))
                #expect(abs(picture.time - Double(JoinedFile.number(of: picture)) / 10) < 0.15, "\(picture.time)")
                #expect(picture.time <= time + 0.001)
                #expect(picture.time > time - 1.3)
            }
        }
    }

    @Test("There is a preview at the seam of a joined file, and at its very end", arguments: kinds + [("ts", [500, 0])])
    func seam(container: String, offsets: [Int]) async throws {
        let film = try await JoinedFile(container, Self.x264 + ["-g", "45"], offsets: offsets)
        try await load(film.file) { engine in
            for time in [4.99, 5, 5.01, 5.05, 9.9, 9.99, 10, 10.2] {
                let picture = try #require(await engine.preview(at: time, of: ItemID(0), width: 64), "\(time)")
                #expect(picture.time <= time + 0.05, "\(picture.time)")
                #expect(picture.time > time - 5.2, "\(picture.time)")
            }
        }
    }

    @Test("A joined file shows every frame once in reverse playback", arguments: kinds)
    func backwards(container: String, offsets: [Int]) async throws {
        let film = try await JoinedFile(container, Self.x264, offsets: offsets)
        let input = TransportInput(
            request: TransportRequest(url: film.file.absoluteString), length: try film.bytes().count, transport: RoutingTransport())
        let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
        let reader = BackwardReader(input, from: 9.05, rate: -0.001, options: .init()) { told.yield($0) }
        var list: [(number: Int, time: Double)] = []
        for await picture in pictures {
            list.append((JoinedFile.number(of: picture), picture.time))
            reader.follow(picture.time)
            if list.last?.number == 0 { break }
        }
        reader.stop()
        let last = try #require(list.first?.number)
        #expect(last >= 88)
        #expect(list.map(\.number) == (0...last).reversed().map { $0 })
        #expect(list.allSatisfy { abs($0.time - Double($0.number) / 10) < 0.15 })
    }

    @Test("A joined file is seekable past a seam that was not reached yet", arguments: kinds)
    func seeks(container: String, offsets: [Int]) async throws {
        let film = try await JoinedFile(container, Self.x264, offsets: offsets)
        let start = Mutex<Int?>(nil)
        let engine = PlaybackEngine(
            configuration: EngineConfiguration(pace: .asFastAsPossible),
            videoOutputs: [CallbackOutput { picture in start.withLock { $0 = $0 ?? JoinedFile.number(of: picture) } }])
        await engine.load(film.file.path, as: ItemID(0), at: .time(7.35))
        for await fact in engine.facts { if case .ready = fact { break } }
        await engine.shutDown()
        #expect(start.withLock { $0 }.map { abs($0 - 73) <= 1 } == true, "\(start.withLock { $0 } ?? -1)")
    }

    @Test("A joined file states its whole duration soon after the start")
    func duration() async throws {
        // Longer than what is read ahead of the position.
        let parts = (0..<2).map { _ in
            ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=30", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10"]
        }
        let film = try await JoinedFile("ts", parts: parts)
        let engine = PlaybackEngine(configuration: EngineConfiguration())
        await engine.load(film.file.path, as: ItemID(0))
        await engine.play()
        var duration = 0.0
        for await fact in engine.facts {
            if case .timeline(_, let timeline) = fact { duration = timeline.duration ?? 0 }
            if duration > 50 { break }
            if case .status(_, .ended) = fact { break }
        }
        #expect(abs(duration - 60) < 1)
        #expect(await engine.position < 15)
        await engine.shutDown()
    }
}
