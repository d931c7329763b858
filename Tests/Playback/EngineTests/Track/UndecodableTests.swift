// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Undecodable tracks", .serialized, .timeLimit(.minutes(1)))
struct UndecodableTests {
    /// Twelve seconds of muxed video and audio, some of whose codecs are replaced by an unknown one.
    private func play(unknown codecs: [String]) async throws -> RecordedRun {
        let files = FilesInMemory(try GeneratedStreams.named("vod-cmaf-muxed").directory)
        let origin = try await FaultyOrigin { request in
            guard request.path == "/init.mp4", var bytes = try? Array(Data(contentsOf: files.folder.appending(path: "init.mp4"))) else {
                return files.answer(request)
            }
            // The last occurrence is in the sample description, not in the file's brands. Audio has a second description.
            for name in codecs + (codecs.contains("mp4a") ? ["esds"] : []) {
                guard let range = bytes.lastRange(of: Array(name.utf8), in: bytes.indices) else { continue }
                bytes.replaceSubrange(range, with: "zzzz".utf8)
            }
            return memoryAnswer([request.path: bytes], to: request)
        }
        let run = await RecordedRun.play([origin.address + "/index.m3u8"], configuration: .impatient)
        await origin.stop()
        return run
    }

    private func warnings(_ run: RecordedRun) -> [StreamingError] {
        run.facts.compactMap { if case .warning(_, let error) = $0 { error } else { nil } }
    }

    private func leftOut(_ run: RecordedRun) -> [String] { run.journal.filter { $0.contains("is left out") } }

    @Test("Undecodable audio leaves the video playing and is reported once")
    func sound() async throws {
        let run = try await play(unknown: ["mp4a"])
        #expect(run.end == .ended, "\(run.journal.suffix(12))")
        #expect(run.numbers.count == 360)
        #expect(run.misplaced().isEmpty)
        #expect(run.sound.isEmpty)
        #expect(leftOut(run).count == 1)
        #expect(warnings(run).map(\.code) == [.unsupported])
    }

    @Test("Undecodable video leaves the audio playing")
    func pictures() async throws {
        let run = try await play(unknown: ["avc1"])
        #expect(run.end == .ended, "\(run.journal.suffix(12))")
        #expect(run.pictures.isEmpty)
        #expect(abs(run.frameCount - 12 * 48_000) < 4800)
        #expect(leftOut(run).count == 1)
        #expect(warnings(run).map(\.code) == [.unsupported])
    }

    @Test("An item with only undecodable tracks fails")
    func all() async throws {
        let run = try await play(unknown: ["avc1", "mp4a"])
        guard case .failed(let error) = run.end else {
            Issue.record("\(run.end) \(run.journal.suffix(12))")
            return
        }
        #expect(error.code == .unsupported)
    }

    @Test("The queue keeps no samples behind the position")
    func memory() throws {
        let key = try QueueMaterial().key
        var queue = SampleQueue(retention: 0)
        for number in 0..<100 { queue.append(.init(sample: key, time: Double(number), duration: 1)) }
        queue.passOver()
        #expect(queue.isExhausted)
        queue.trim(before: 90)
        #expect(queue.first == 90)
        #expect(queue.end == 100)
    }
}
