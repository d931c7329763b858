// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

/// Files whose video begins long after their audio.
@Suite("Late video", .serialized, .timeLimit(.minutes(1)))
struct LateVideoTests {
    /// Two seconds of video at the end of 40 s of audio.
    private static func file(_ container: String) async throws -> JoinedFile {
        try await JoinedFile(
            container,
            parts: [
                [
                    "-itsoffset", "38", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=30:d=2", "-f", "lavfi", "-i", "sine=r=48000:d=40", "-c:v",
                    "libx264", "-preset", "ultrafast", "-g", "30", "-vsync", "passthrough", "-c:a", "aac",
                ]
            ])
    }

    @Test("All of the audio and every frame are played", arguments: ["mkv", "mp4", "ts"])
    func all(container: String) async throws {
        let file = try await Self.file(container)
        let run = await RecordedRun.play([file.file.path])
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.pictures.count == 60)
        #expect(abs(run.counts.audioSeconds - 40) < 0.2, "\(run.counts.audioSeconds)")
        #expect(abs((run.pictures.first?.time ?? 0) - 38) < 0.1)
    }

    @Test("In real time, the audio is heard from the start", arguments: ["mkv", "mp4"])
    func realTime(container: String) async throws {
        let file = try await Self.file(container)
        let run = await RecordedRun.play(
            [file.file.path], configuration: EngineConfiguration(),
            onFact: { fact, engine in if case .status(_, .playing) = fact { await engine.shutDown() } })
        #expect(run.facts.contains { if case .status(_, .playing) = $0 { true } else { false } })
        #expect(run.pictures.isEmpty)
    }

    @Test("A start and a seek before the first keyframe land where they should", arguments: ["mkv", "mp4"])
    func seek(container: String) async throws {
        let file = try await Self.file(container)
        let run = await RecordedRun.play([file.file.path], at: .time(36))
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.pictures.count == 60)
        #expect(abs(run.counts.audioSeconds - 4) < 0.2, "\(run.counts.audioSeconds)")
        _ = await RecordedRun.play([file.file.path], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for target in [39.0, 20, 37, 37.7, 36.5, 2] {
                let landed = await engine.seek(to: target)?.landed
                #expect(abs((landed ?? 0) - target) < 0.1, "\(landed ?? -1)")
                #expect(abs(await engine.position - target) < 0.001)
            }
            return true
        }
    }

    @Test("An item without a frame to show removes the last one of the item before it", arguments: ["late", "sound", "empty", "damaged"])
    func cleared(kind: String) async throws {
        let film = try await JoinedFile("mp4", parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=0.5", "-c:v", "libx264"]])
        let next =
            switch kind {
            case "late": try await Self.file("mkv")
            case "sound": try await JoinedFile("wav", parts: [["-f", "lavfi", "-i", "sine=d=1"]])
            default:
                // A video track without frames, or with nothing that can be decoded.
                try await JoinedFile(
                    "mkv",
                    parts: [
                        [
                            "-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=1", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264", "-c:a",
                            "aac",
                        ]
                            + ["-bsf:v", kind == "empty" ? "noise=drop=1" : "noise=amount=1"]
                    ])
            }
        let screen = Screen()
        let engine = PlaybackEngine(configuration: EngineConfiguration(), videoOutputs: [screen])
        for (index, file) in [film.file.path, next.file.path].enumerated() {
            await engine.load(file, as: ItemID(index))
            await engine.play()
            for await fact in engine.facts {
                if index == 0, case .ready = fact { break }
                if index == 1, case .status(ItemID(1), .playing) = fact { break }
            }
            if index == 0 { #expect(engine.lastPicture != nil) }
        }
        await screen.cleared()
        #expect(engine.lastPicture == nil)
        await engine.shutDown()
    }
}

/// Tells when its frame was removed.
private final class Screen: VideoOutput {
    private let (events, told) = AsyncStream.makeStream(of: Void.self)
    func show(_ picture: VideoFrame) {}
    func clear() { told.yield() }
    func cleared() async { for await _ in events { return } }
}
