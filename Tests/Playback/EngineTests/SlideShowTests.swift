// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("A slide show", .serialized, .timeLimit(.minutes(1)))
struct SlideShowTests {
    @Test("A slide show of 15 s per slide plays without waiting at the fastest pace", arguments: ["mkv", "mp4"])
    func fast(container: String) async throws {
        // Waiting for the clock would take longer than the test may.
        let film = try await JoinedFile(
            container,
            parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=1/15:d=450", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2"]])
        let run = await RecordedRun.play([film.file.path])
        #expect(run.end == .ended)
        #expect(run.pictures.count == 30)
        #expect(zip(run.pictures, run.pictures.dropFirst()).allSatisfy { abs($1.time - $0.time - 15) < 0.01 })
    }

    @Test("Reading continues where few samples last long, and only there")
    func few() throws {
        let material = try QueueMaterial()
        func queue(count: Int, duration: Double) -> SampleQueue {
            var queue = SampleQueue(retention: 0)
            for number in 0..<count {
                queue.append(SampleQueue.Entry(sample: material.key, time: Double(number) * duration, duration: duration, number: number))
            }
            return queue
        }
        #expect(queue(count: 2, duration: 15).areFew(from: 0, until: 10))
        #expect(!queue(count: 300, duration: 1.0 / 30).areFew(from: 0, until: 9.9))
        // A track that ends is not read any further.
        #expect(!queue(count: 2, duration: 2).areFew(from: 0, until: 10))
        #expect(queue(count: 300, duration: 1).areFew(from: 280, until: 290))
        #expect(!SampleQueue(retention: 0).areFew(from: 0, until: 10))
    }
}
