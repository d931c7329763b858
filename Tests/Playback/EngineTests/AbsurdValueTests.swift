// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Absurd values in files and calls", .serialized, .timeLimit(.minutes(1)))
struct AbsurdValueTests {
    @Test("Audio at any time, and gaps of any length, can be queued and cut", arguments: [1e18, 1e300, -1e300, .infinity, .nan])
    func times(time: Double) {
        let format = AudioFormat()
        var queue = DecodedAudioQueue(format: format)
        queue.append(AudioBlock(time: time, format: format, samples: [Float](repeating: 0, count: 96)))
        queue.appendSilence(from: 0, to: time)
        queue.appendSilence(from: time, to: 0)
        while let block = queue.take(before: 1), block.frameCount > 4000 { break }
        var block = AudioBlock(time: 0, format: format, samples: [Float](repeating: 0, count: 96))
        block.cut(before: time)
        #expect(block.frameCount == (time > 0 ? 0 : 48))
        _ = block.part(in: TimeRange(start: 0, end: max(time, 0)))
    }

    @Test("Rates, volumes and positions that are no numbers are ignored")
    func calls() async throws {
        let stream = try GeneratedStreams.named("file-start-mp4")
        let run = await RecordedRun.play([stream.address], at: .time(.nan)) { engine in
            await engine.set(rate: .nan)
            engine.set(volume: .nan)
            return false
        }
        #expect(run.end == .ended)
        #expect(run.sound.allSatisfy { $0.isFinite })
        #expect(run.pictures.first?.number == 0)
    }

    @Test("Samples that are no numbers are silent")
    func samples() async throws {
        let values: [Float] = (0..<48_000).map { $0 % 100 == 7 ? .nan : $0 % 100 == 8 ? .infinity : 0.25 }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try WAVOutput(path: file.path, format: AudioFormat(channels: 1))
        _ = values.withUnsafeBufferPointer { output.write($0) }
        output.close()
        let run = await RecordedRun.play([file.path])
        #expect(run.end == .ended)
        #expect(run.frameCount == 48_000)
        #expect(run.sound.allSatisfy { $0.isFinite })
        #expect(run.sound.contains { $0 > 0.1 })
    }

    @Test("A picture of pixels of an absurd shape is shown with square ones", arguments: ["1/2000000000", "1/100"])
    func pixels(ratio: String) async throws {
        let film = try await JoinedFile(
            "mkv", parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=1,setsar=\(ratio):max=2147483647", "-c:v", "ffv1"]])
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let png = try PNGOutput(folder: folder.path)
        _ = await RecordedRun.play([film.file.path], isPaused: true) { engine in
            engine.add(png)
            await engine.seek(to: 0.5)
            #expect(engine.lastPicture?.displaySize == PixelSize(width: 64, height: 64))
            return true
        }
        #expect(png.failure == nil && png.count > 0)
    }
}
