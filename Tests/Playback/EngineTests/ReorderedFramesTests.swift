// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit

@testable import WindowboxEngine

@Suite("Frames in another order than they are shown", .serialized, .timeLimit(.minutes(2)))
struct ReorderedFramesTests {
    @Test("Around a keyframe of AVI, which states decode times only, a seek shows the frame of that time")
    func avi() async throws {
        let file = try await JoinedFile(
            "avi", ["-c:v", "mpeg4", "-bf", "2", "-g", "15", "-q:v", "2", "-sc_threshold", "1000000000"], offsets: [0], withSound: false)
        // Each frame is shown one later than it would be without B frames, since none can be shown before it is decoded.
        let targets = Array(10...20).map { Double($0) / 10 + 0.05 }
        let numbers = Mutex<[Int]>([])
        for target in targets {
            _ = await RecordedRun.play([file.file.path], configuration: EngineConfiguration(), isPaused: true) { engine in
                _ = await engine.seek(to: target)
                numbers.withLock { $0.append(engine.lastPicture.map { JoinedFile.number(of: $0) } ?? -1) }
                return true
            }
        }
        #expect(numbers.withLock { $0 } == targets.map { Int($0 * 10) - 1 })
    }
}
