// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Live streams that run dry", .serialized, .timeLimit(.minutes(1)))
struct RunDryTests {
    /// A frame that must be shown although nothing follows it yet, and the time to which the stream then advances.
    struct Stop: Sendable {
        var last: Int
        var next: Double?
    }

    private func play(
        _ programme: LiveOrigin.Programme, _ path: String, at start: StartPosition = .automatic, pace: Pace = .asFastAsPossible,
        stops: [Stop]
    ) async throws -> RecordedRun {
        var configuration = EngineConfiguration.impatient
        configuration.pace = pace
        configuration.streaming.recovery.frozenAfter = 1000
        configuration.streaming.latency.catchUp = .never
        return try await programme.play(path, at: start, configuration: configuration) { engine, origin in
            let (numbers, told) = AsyncStream.makeStream(of: Int.self)
            engine.add(CallbackOutput { if let number = $0.number { told.yield(number) } })
            var stops = stops[...]
            for await number in numbers where number == stops.first?.last {
                guard let next = stops.removeFirst().next else { return true }
                origin.advance(to: next)
            }
            return true
        }
    }

    @Test("Everything available is shown, and playback continues when there is more")
    func segments() async throws {
        var programme = try LiveStream.transportStream { $0.window = .sliding(seconds: 12) }
        programme.start = 20
        programme.step = 0
        let stops = [Stop(last: 599, next: 22), Stop(last: 659, next: 26), Stop(last: 779, next: nil)]
        let run = try await play(programme, "/live.m3u8", stops: stops)
        expectRun(run, from: 420, count: 360, zero: 240)
    }

    @Test("Everything available is shown although playback has stalled")
    func stalled() async throws {
        var programme = try LiveStream.transportStream { $0.window = .sliding(seconds: 12) }
        programme.start = 20
        programme.step = 0
        let run = try await play(programme, "/live.m3u8", at: .time(5.5), pace: .realTime, stops: [Stop(last: 599, next: nil)])
        #expect(run.numbers.last == 599)
    }

    /// Parts can end anywhere in a GOP, even before a frame that precedes their last one in presentation order.
    @Test("Running dry in the middle of a GOP loses none of its later frames")
    func parts() async throws {
        var programme = try LiveStream.demuxed {
            $0.window = .sliding(seconds: 30)
            $0.lowLatency = .init()
        }
        programme.start = 20.7
        programme.step = 0
        let folder = programme.folder.appending(path: "360p")
        var stops: [Stop] = []
        for parts in 2...5 {
            let last = try 600 + lastInOrder(folder, segment: 10, parts: parts)
            stops.append(Stop(last: last, next: parts < 5 ? 20.0 + Double(parts + 1) / 3 + 0.01 : nil))
        }
        let run = try await play(programme, "/main.m3u8", stops: stops)
        let count = run.numbers.count
        #expect(run.numbers == Array(585..<585 + count))
        #expect(run.numbers.last == stops.last?.last)
    }

    /// The last frame in a segment's first parts that has all frames before it.
    private func lastInOrder(_ folder: URL, segment: Int, parts: Int) throws -> Int {
        var bytes = try Array(Data(contentsOf: folder.appending(path: "init.mp4")))
        for part in 0..<parts { bytes += try Data(contentsOf: folder.appending(path: "\(segment).\(part).m4s")) }
        let demuxer = try Demuxer(ByteFeed(bytes))
        var times: [Double] = []
        while let sample = try demuxer.next() { times.append(sample.presentation.seconds) }
        let first = try #require(times.min())
        let places = Set(times.map { Int((($0 - first) * 30).rounded()) })
        return try #require((0...).first { !places.contains($0 + 1) })
    }
}

extension VideoFrame {
    /// The burnt-in frame number.
    var number: Int? { withLuma { FrameNumber.read(luma: $0, stride: $1, width: size.width, height: size.height) } }
}
