// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxStreaming

/// Segments cut at times rather than at keyframes, which come every 3.3 seconds.
@Suite("Streams whose segments do not begin with keyframes", .timeLimit(.minutes(2)))
struct UnalignedSegmentTests {
    private static let names = ["ts-not-at-key-pictures", "fmp4-not-at-key-pictures"]

    private struct Started {
        let screen = SoakScreen()
        let engine: PlaybackEngine

        init(_ name: String, at start: StartPosition = .automatic) async throws {
            let stream = try #require(try PackagedStreams.all.first { $0.name == name })
            engine = PlaybackEngine(videoOutputs: [screen], audioOutput: SoundCard())
            screen.state.change { $0.stream = stream }
            await engine.load(try PackagedStreams.address(of: stream), as: ItemID(0), at: start)
        }

        /// Waits until this many more frames are shown.
        func shows(_ count: Int) async {
            let before = screen.state.value.count
            await screen.state.reaches { $0.count >= before + count }
        }
    }

    @Test("A seek lands on its frame, loaded or not, and playback continues from there", arguments: names)
    func seek(name: String) async throws {
        let started = try await Started(name)
        await started.engine.play()
        await started.shows(1)
        for target in [4.9, 2.4, 1.2, 3.2, 5.5, 3.4] {
            started.screen.state.change { $0.mayJump = true }
            let report = await started.engine.seek(to: target)
            let landed = try #require(report?.landed, "\(target)")
            #expect((target - 0.034...target + 0.001).contains(landed))
            await started.shows(3)
            let last = try #require(started.screen.state.value.last)
            #expect((landed...landed + 0.5).contains(last.time))
        }
        // Each frame has the number of its time.
        #expect(started.screen.state.value.faults == [])
        await started.engine.shutDown()
    }

    @Test("Releasing the seek bar lands on its frame", arguments: names)
    func drag(name: String) async throws {
        let started = try await Started(name)
        await started.engine.play()
        await started.shows(1)
        started.screen.state.change { $0.isDragging = true }
        await started.engine.beginScrubbing()
        for target in [4.919, 2.393, 5.8, 1.5] { await started.engine.scrub(to: target) }
        let report = await started.engine.endScrubbing(at: 2.393)
        #expect((report?.landed).map { (2.36...2.394).contains($0) } == true, "\(String(describing: report))")
        #expect(started.screen.state.value.faults == [])
        await started.engine.shutDown()
    }

    @Test("Playback starts with the requested frame", arguments: names)
    func start(name: String) async throws {
        let started = try await Started(name, at: .time(2.9))
        await started.engine.play()
        await started.shows(1)
        let first = try #require(started.screen.state.value.last)
        #expect((2.86...3).contains(first.time), "\(first.time)")
        #expect(started.screen.state.value.faults == [])
        await started.engine.shutDown()
    }
}
