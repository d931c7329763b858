// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Interstitials during a failure of their item", .timeLimit(.minutes(1)))
struct InterstitialFailureTests {
    @Test("The item's failure follows the interstitial, and the seek that led to it gets a result")
    func seek() async throws {
        let stream = try await InterruptedStream([(2, "X-ASSET-URI=\"short/index.m3u8\",X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0")])
        let answer = Watched<SeekReport?>(nil)
        let run = await RecordedRun.play(
            [stream.address], configuration: .impatient, isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .ready(ItemID(0), _):
                    Task {
                        let report = await engine.seek(to: 4)
                        answer.change { $0 = report }
                    }
                case .interstitial(_, .began):
                    await engine.failInterrupted()
                    await engine.play()
                default: break
                }
            })
        await answer.reaches { $0 != nil }
        #expect(answer.value?.landed == nil)
        #expect(run.end == .failed(.gone))
        await stream.origin.stop()
    }
}

extension PlaybackEngine {
    fileprivate func failInterrupted() { lineup.primary?.fail(.gone) }
}

extension StreamingError {
    fileprivate static let gone = StreamingError(.unavailable, message: "The origin is gone.")
}
