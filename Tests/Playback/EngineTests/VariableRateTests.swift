// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// Files whose frames last for different times, as screen recordings have them.
@Suite("A variable frame rate", .serialized, .timeLimit(.minutes(2)))
struct VariableRateTests {
    /// Where the frames begin, in thirtieths of a second.
    private static let starts = [0, 1, 2, 150, 151, 270, 285, 450, 451]
    /// The brightness of a frame is its number, times ten.
    private static let step = 5

    private static func file(_ container: String, _ codec: [String]) async throws -> JoinedFile {
        let chosen = starts.map { "eq(n,\($0))" }.joined(separator: "+")
        let picture = "nullsrc=s=64x64:r=30:d=16,select='\(chosen)',geq=lum='20+\(2 * step)*N':cb=128:cr=128"
        return try await JoinedFile(container, parts: [["-f", "lavfi", "-i", picture, "-vsync", "vfr"] + codec])
    }

    private static let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "300"]

    @Test(
        "A seek shows and reports the frame that is visible then, whatever its container says about its length",
        arguments: [
            ("mkv", x264), ("mp4", x264), ("mov", x264), ("flv", x264), ("ts", x264), ("nut", x264), ("mp4", x264 + ["-g", "1"]),
            ("mkv", ["-c:v", "libvpx", "-b:v", "200k"]), ("avi", ["-c:v", "mpeg4"]), ("asf", ["-c:v", "msmpeg4"]),
            ("mkv", ["-c:v", "mpeg4", "-bf", "2"]),
        ])
    func seeks(container: String, codec: [String]) async throws {
        let file = try await Self.file(container, codec)
        // Forwards and backwards, near and far, one of them twice.
        let targets = [3.0, 7, 4.9, 5.01, 9.2, 9.2, 12, 0.5, 14.9, 15.01, 8.9, 8, 0.01]
        let numbers = Mutex<[Int]>([])
        let landed = Mutex<[Double]>([])
        let positions = Mutex<[Double]>([])
        _ = await RecordedRun.play([file.file.path], configuration: EngineConfiguration(), isPaused: true) { engine in
            for target in targets {
                let report = await engine.seek(to: target)
                landed.withLock { $0.append(report?.landed ?? -1) }
                let position = await engine.position
                positions.withLock { $0 += [report?.position ?? -1, position] }
                numbers.withLock { $0.append(engine.lastPicture.map { JoinedFile.number(of: $0) } ?? -1) }
            }
            return true
        }
        let expected = targets.map { target in Self.starts.lastIndex { Double($0) / 30 <= target + 0.001 } ?? 0 }
        #expect(numbers.withLock { $0.map { Int((Double($0) / Double(Self.step)).rounded()) } } == expected)
        #expect(
            zip(landed.withLock { $0 }, expected).allSatisfy { abs($0 - Double(Self.starts[$1]) / 30) < 0.02 }, "\(landed.withLock { $0 })")
        #expect(positions.withLock { $0 } == targets.flatMap { [$0, $0] })
    }

    @Test("Steps go from frame to frame, however long each one is", arguments: [("mkv", x264), ("mp4", x264), ("flv", x264)])
    func steps(container: String, codec: [String]) async throws {
        let file = try await Self.file(container, codec)
        let numbers = Mutex<[Int]>([])
        _ = await RecordedRun.play([file.file.path], configuration: EngineConfiguration(), isPaused: true) { engine in
            _ = await engine.seek(to: 1)
            for count in [1, 1, 1, 1, -1, -1, -1] {
                #expect(await engine.step(by: count))
                numbers.withLock { $0.append(engine.lastPicture.map { JoinedFile.number(of: $0) / Self.step } ?? -1) }
            }
            return true
        }
        #expect(numbers.withLock { $0 } == [3, 4, 5, 6, 5, 4, 3])
    }

    @Test("After a seek every later frame is played", arguments: ["mkv", "mp4", "flv"])
    func continues(container: String) async throws {
        let file = try await Self.file(container, Self.x264)
        let run = await RecordedRun.play([file.file.path], isPaused: true) { engine in
            _ = await engine.seek(to: 3)
            _ = await engine.seek(to: 7)
            await engine.play()
            return false
        }
        #expect(run.end == .ended)
        let times = run.pictures.map { Int(($0.time * 30).rounded()) }
        #expect(times.suffix(5) == [151, 270, 285, 450, 451], "\(times)")
    }
}
