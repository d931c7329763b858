// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@Suite("Playback options of an item", .timeLimit(.minutes(1)))
struct ItemOptionsTests {
    /// How many seconds ahead of the position each segment began when it was requested.
    /// - Parameter first: Playback begins when this segment has been requested; nil begins as soon as possible.
    private func distances(_ options: ItemOptions, playingFrom first: Int? = nil) async throws -> [Double] {
        let stream = try GeneratedStreams.named("vod-ts")
        let distances = Mutex<[Double]>([])
        let run = await RecordedRun.play(
            [stream.address], options: options, isPaused: true,
            onRequest: { request, engine in
                let name = request.url.split(separator: "/").last?.split(separator: ".").first
                guard request.url.hasSuffix(".ts"), let number = name.flatMap({ Int($0) }) else { return }
                let distance = await Double(number) * 2 - engine.position
                distances.withLock { $0.append(distance) }
                if number == first { await engine.play() }
            },
            onFact: { fact, engine in
                if case .ready = fact, first == nil { await engine.play() }
            })
        #expect(run.end == .ended)
        return distances.withLock { $0 }
    }

    @Test("1.2: No segment beyond the preferred forward buffer is requested")
    func forwardBuffer() async throws {
        let short = try await distances(ItemOptions(forwardBuffer: 1))
        #expect(short.count >= 6)
        #expect(short.allSatisfy { $0 <= 1 }, "\(short)")
        let usual = try await distances(ItemOptions(), playingFrom: 2)
        #expect(usual.contains { $0 > 1 }, "\(usual)")
    }

    @Test(
        "1.2: After a pause a live stream resumes at its distance from the live edge if configured, else where it stopped",
        arguments: [true, false])
    func offsetFromLive(isPreserved: Bool) async throws {
        var programme = try LiveStream.demuxed { $0.window = .sliding(seconds: 30) }
        programme.start = 30
        programme.step = 0
        let origin = try await LiveOrigin(programme)
        let edge = Mutex<(first: Double?, hasGoneOn: Bool)>((nil, false))
        let run = await RecordedRun.play(
            [origin.address + "/main.m3u8"], limit: 20, options: ItemOptions(preservesOffsetFromLive: isPreserved), isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .ready:
                    await engine.play()
                    await engine.pause()
                    origin.advance(to: 42)
                case .timeline(_, let timeline):
                    guard let now = timeline.livePosition else { return }
                    let continues = edge.withLock { edge in
                        if edge.first == nil { edge.first = now }
                        guard now > edge.first! + 11, !edge.hasGoneOn else { return false }
                        edge.hasGoneOn = true
                        return true
                    }
                    if continues { await engine.play() }
                default: break
                }
            })
        // The 30-second list begins at 0; three target durations before its end is 24 s.
        #expect(run.numbers.first == 24 * 30)
        let last = try #require(run.numbers.last ?? nil)
        #expect(isPreserved ? last >= 36 * 30 : last < 26 * 30, "\(run.numbers)")
        #expect(run.misplaced().isEmpty)
        await origin.stop()
    }
}
