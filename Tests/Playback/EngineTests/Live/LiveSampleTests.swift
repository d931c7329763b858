// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit

/// A sample of `make live`: some of its cases, long enough to play past a restart of the encoder.
@Suite("Third-party live origins", .timeLimit(.minutes(3)))
struct LiveSampleTests {
    @Test(
        "Streams play without repeated or skipped frames",
        arguments: ["fmp4-http2-gzip", "ts-restart-dvr", "dash-restart"])
    func plays(name: String) async throws {
        let laboratory = try await LiveLaboratory.open(name, isFar: false, restartEvery: 16)
        let isRestarted = name.contains("restart")
        // The encoder restarts half an interval later, and plays for a window after that.
        let last = Int((isRestarted ? 28 : 20) * laboratory.rate)
        let watch = await LiveWatch.watch(laboratory, until: laboratory.start + last)
        let published = await laboratory.close()
        let verdict = LiveVerdict(watch, published: published, rate: laboratory.rate)
        let log = "\(watch.journal.suffix(12))"
        #expect(watch.failure == nil, "\(log)")
        #expect(!watch.hasEnded, "\(log)")
        #expect(verdict.repeated == 0, "\(verdict) \(log)")
        #expect(verdict.skipped.isEmpty, "\(verdict) \(log)")
        #expect(verdict.misplaced == 0, "\(verdict) \(log)")
        #expect(verdict.unreadable == 0, "\(verdict) \(log)")
        #expect(verdict.shown > Int(8 * laboratory.rate))
        #expect(laboratory.events.contains { $0.message == "started" } == isRestarted)
    }
}
