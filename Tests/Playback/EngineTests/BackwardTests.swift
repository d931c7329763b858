// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Backward playback of a file", .serialized, .timeLimit(.minutes(1)))
struct BackwardTests {
    /// Reads a file backwards at the viewer's pace: the position follows the frames.
    private func read(_ name: String, from position: Double, maximumBytes: Int) async throws -> [(number: Int?, time: Double)] {
        let stream = try GeneratedStreams.named(name)
        let length = try Data(contentsOf: stream.url).count
        let input = TransportInput(request: TransportRequest(url: stream.address), length: length, transport: RoutingTransport())
        let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
        let reader = BackwardReader(input, from: position, rate: -0.001, options: .init(), maximumBytes: maximumBytes) { told.yield($0) }
        var list: [(number: Int?, time: Double)] = []
        for await picture in pictures {
            list.append((picture.number, picture.time))
            reader.follow(picture.time)
            if picture.number == 0 { break }
        }
        reader.stop()
        return list
    }

    @Test(
        "Every frame is shown once, from the last to the first, whatever the memory limit",
        arguments: ["file-start-mp4", "file-end-mp4", "file-fragments-mp4", "file-film-mkv", "file-film-ts"], [1, 48 << 20])
    func everyPicture(name: String, maximumBytes: Int) async throws {
        let pictures = try await read(name, from: 4, maximumBytes: maximumBytes)
        // Some containers begin up to three frames before the first one shown.
        let last = try #require(pictures.first?.number)
        #expect(last >= 116)
        #expect(pictures.map(\.number) == (0...last).reversed().map { $0 })
        let times = pictures.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($0 - $1 - 1.0 / 30) < 0.002 })
    }

    @Test("Frames are presented in reverse order down to the beginning", arguments: [-1.0, -3, -16])
    func engine(rate: Double) async throws {
        let stream = try GeneratedStreams.named("file-start-mp4")
        let start = rate == -1 ? 2.0 : 10
        let run = await RecordedRun.play([stream.address], at: .time(start), configuration: EngineConfiguration(pace: .realTime)) {
            engine in
            let (numbers, told) = AsyncStream.makeStream(of: Int.self)
            await engine.set(rate: rate)
            engine.add(CallbackOutput { if let number = $0.number { told.yield(number) } })
            for await number in numbers where number == 0 { return true }
            return true
        }
        let back = run.pictures.map(\.time).drop { $0 >= start }
        #expect(back.count > 2)
        #expect(Array(back) == back.sorted(by: >))
        #expect(run.pictures.last?.number == 0)
    }

    @Test("Each step decodes a stretch before the last one and keeps only what is needed")
    func walk() {
        func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }
        var walk = BackwardPlan(from: 10, rate: -2, at: at(0))
        #expect(walk.next(at: at(0)) == .stretch(before: 10))
        walk.decoded(from: 8.5, at: at(0.1))
        #expect(walk.next(at: at(0.1)) == .stretch(before: 8.5))
        #expect(walk.position(at: at(1)) == 8)
        #expect(walk.next(at: at(1)) == .stretch(before: 8))
        #expect(walk.moment(of: 4) == at(3))
        walk.follow(9, at: at(1))
        #expect(walk.next(at: at(1)) == .stretch(before: 8.5))
        walk.decoded(from: 0, at: at(1))
        #expect(walk.next(at: at(1)) == .over)
    }

    @Test("Only keyframes are shown when all frames are too many for the rate or the machine")
    func keys() {
        func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }
        var fast = BackwardPlan(from: 10, rate: -6, at: at(0))
        #expect(fast.next(at: at(0)) == .key(at: 9))
        fast.decoded(from: 8, at: at(0))
        #expect(fast.next(at: at(0)) == .key(at: 7))
        fast.decoded(from: 0.5, at: at(0))
        #expect(fast.next(at: at(0)) == .key(at: 0))
        var slow = BackwardPlan(from: 100, rate: -1, at: at(0))
        for second in 1...3 {
            #expect(!slow.showsKeys)
            slow.decoded(from: 100 - Double(second) + 0.5, at: at(Double(second)))
        }
        #expect(slow.showsKeys)
    }

    @Test("The plan looks further back when a stretch has no frame")
    func hole() {
        var walk = BackwardPlan(from: 1, rate: -1, at: .zero)
        walk.decoded(from: nil, at: .zero)
        #expect(walk.next(at: .zero) == .stretch(before: 0.5))
        walk.decoded(from: nil, at: .zero)
        #expect(walk.next(at: .zero) == .over)
    }
}
