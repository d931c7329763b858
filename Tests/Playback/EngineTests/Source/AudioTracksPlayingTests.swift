// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Playing audio tracks of files and segments", .timeLimit(.minutes(2)))
struct AudioTracksPlayingTests {
    private func heard(_ run: RecordedRun, at second: Double, tone: Int) -> Int? {
        let start = Int(second * Double(SoundPosition.sampleRate))
        let end = start + SoundPosition.shortestRun
        guard run.frameCount >= end else { return nil }
        return SoundPosition.read(left: Array(run.left[start..<end]), right: Array(run.right[start..<end]), tone: tone)
    }

    private func tone(_ run: RecordedRun, at second: Double) -> Int {
        let start = Int(second * Double(SoundPosition.sampleRate))
        let part = run.left[start..<start + 4800]
        // 400 Hz crosses zero 80 times in a tenth of a second, 600 Hz 120 times.
        let crossings = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return crossings > 100 ? 600 : 400
    }

    private static let names = ["file-two-sounds-mkv", "file-two-sounds-mp4", "file-two-sounds-ts", "ts-two-sounds", "fmp4-two-sounds"]

    private func address(_ name: String) throws -> String {
        try PackagedStreams.address(of: try #require(try PackagedStreams.all.first { $0.name == name }))
    }

    @Test("Two languages are offered, and only the one selected before the start is heard", arguments: names)
    func chosenFirst(name: String) async throws {
        let run = await RecordedRun.play(
            [try address(name)], isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .presentation(_, let presentation) where presentation.chosenAudio == 0:
                    #expect(presentation.audio.map(\.language) == ["eng", "fra"])
                    await engine.select(.audio(1))
                case .presentation(_, let presentation) where presentation.chosenAudio == 1: await engine.play()
                default: break
                }
            })
        #expect(run.end == .ended)
        for second in [1.5, 3, 5] {
            #expect(tone(run, at: second) == 600, "at \(second) s")
            let position = try #require(heard(run, at: second, tone: 600))
            let delay = try #require(run.pictures.first).time
            #expect(abs(position - Int((second - delay) * 48_000)) <= 240, "at \(second) s: \(position)")
        }
    }

    /// A copy of a stream whose segments are encrypted.
    private final class EncryptedCopy {
        let address: String
        private let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")

        private static let script = """
            import os, sys, types
            sys.path.insert(0, sys.argv[1])
            import encrypted, sample_aes
            folder, name, method = sys.argv[2:5]
            path = os.path.join(folder, name)
            lines = open(path).read().split("\\n")
            names = [line for line in lines if line and not line.startswith("#")]
            secret = encrypted.key(folder, "key.bin")
            if method == "SAMPLE-AES":
                entries = [types.SimpleNamespace(uri=name) for name in names]
                sample_aes.lock_segments(folder, entries, secret, sample_aes.lock_frames, b"\\x11\\x90")
            else:
                for name in names:
                    encrypted.lock(folder, name, secret, sample_aes.INITIAL)
            first = next(number for number, line in enumerate(lines) if line.startswith("#EXTINF"))
            lines.insert(first, encrypted.key_line("key.bin", sample_aes.INITIAL, method))
            open(path, "w").write("\\n".join(lines))
            """

        init(of address: String, method: String) async throws {
            let original = URL(filePath: address)
            try FileManager.default.copyItem(at: original.deletingLastPathComponent(), to: folder)
            self.address = folder.appending(path: original.lastPathComponent).path
            let scripts = (0..<5).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }.appending(
                path: "Scripts/streams")
            let (status, said) = try await RunningProgram.run(
                "/usr/bin/env", ["python3", "-B", "-c", Self.script, scripts.path, folder.path, original.lastPathComponent, method])
            guard status == 0 else { throw RunningProgram.Fault("python3: \(said)") }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    @Test("Audio tracks in encrypted segments are offered and can be switched", arguments: ["SAMPLE-AES", "AES-128"])
    func encrypted(method: String) async throws {
        let copy = try await EncryptedCopy(of: try address("ts-two-sounds"), method: method)
        let run = await RecordedRun.play(
            [copy.address], isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .presentation(_, let presentation): #expect([[], ["eng", "fra"]].contains(presentation.audio.map(\.language)))
                // The first track is being decoded by then.
                case .ready:
                    await engine.select(.audio(1))
                    await engine.play()
                default: break
                }
            })
        #expect(run.end == .ended)
        #expect(run.pictures.count == 180)
        #expect(abs(Double(run.frameCount) / 48_000 - 6) < 0.1)
        #expect(tone(run, at: 5) == 600)
        for second in [2.0, 3, 5] {
            let position = try #require(heard(run, at: second, tone: 600), "at \(second) s")
            let delay = try #require(run.pictures.first).time
            #expect(abs(position - Int((second - delay) * 48_000)) <= 240, "at \(second) s: \(position)")
        }
    }

    @Test("Changing the track neither loses nor repeats audio", arguments: names)
    func changed(name: String) async throws {
        let run = await RecordedRun.play(
            [try address(name)], isPaused: true,
            onFact: { fact, engine in
                // The first track is being decoded by then.
                guard case .ready = fact else { return }
                await engine.select(.audio(1))
                await engine.play()
            })
        #expect(run.end == .ended)
        #expect(run.pictures.count == 180)
        #expect(abs(Double(run.frameCount) / 48_000 - 6) < 0.1)
        #expect(tone(run, at: 5) == 600)
        for second in [2.0, 3, 5] {
            let position = try #require(heard(run, at: second, tone: 600), "at \(second) s")
            let delay = try #require(run.pictures.first).time
            #expect(abs(position - Int((second - delay) * 48_000)) <= 240, "at \(second) s: \(position)")
        }
    }
}
