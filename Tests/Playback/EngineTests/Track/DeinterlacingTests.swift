// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Playing interlaced video", .timeLimit(.minutes(2)))
struct DeinterlacingTests {
    /// Three seconds at 25 fps with two fields per frame, and audio.
    private func make() async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ts").path
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=50:duration=3", "-f", "lavfi"]
                + ["-i", "sine=duration=3", "-vf", "tinterlace=interleave_top", "-c:v", "mpeg2video", "-flags", "+ilme+ildct"]
                + ["-top", "1", "-b:v", "6M", "-bf", "2", "-g", "12", "-c:a", "mp2", file])
        #expect(status == 0, "\(said)")
        return file
    }

    private func expectSteps(_ times: [Double], of length: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        for (before, after) in zip(times, times.dropFirst()) {
            #expect((after - before - length).magnitude < 0.001, "\(before) to \(after)", sourceLocation: sourceLocation)
        }
    }

    @Test("Each field is shown at its time, exactly once")
    func fields() async throws {
        let file = try await make()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let run = await RecordedRun.play([file], processing: MediaProcessing(deinterlacing: .automatic))
        #expect(run.end == .ended)
        #expect(run.pictures.count == 150)
        expectSteps(run.pictures.map(\.time), of: 0.02)
    }

    @Test("Frames are shown as decoded unless deinterlacing is on")
    func off() async throws {
        let file = try await make()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let run = await RecordedRun.play([file])
        #expect(run.end == .ended)
        #expect(run.pictures.count == 75)
        expectSteps(run.pictures.map(\.time), of: 0.04)
    }

    @Test("A seek lands on the exact field", arguments: [1.03, 2.0])
    func seek(target: Double) async throws {
        let file = try await make()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let run = await RecordedRun.play([file], at: .time(target), processing: MediaProcessing(deinterlacing: .automatic))
        let first = try #require(run.pictures.first)
        #expect(first.time <= target + 0.001, "\(first.time)")
        #expect(first.time > target - 0.021, "\(first.time)")
        #expect(run.end == .ended)
        expectSteps(Array(run.pictures.map(\.time).dropFirst()), of: 0.02)
    }
}
