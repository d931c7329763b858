// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Video of many frames per second", .timeLimit(.minutes(1)))
struct SlowDecodingTests {
    private func frames(perSecond rate: Int) async throws -> [VideoFrame] {
        let film = try await JoinedFile(
            "mkv", parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate):d=0.2", "-c:v", "libx264", "-preset", "ultrafast"]])
        let demuxer = try Demuxer(FileInMemory(try film.bytes()), container: .file)
        let decoder = VideoDecoder(options: .init(threads: 1))
        var frames: [VideoFrame] = []
        while let sample = try demuxer.next() { try decoder.decode(sample, at: sample.presentation.seconds) { frames.append($0) } }
        try decoder.drain { frames.append($0) }
        return frames
    }

    @Test("Video of many frames per second is decoded as far ahead in time as video of few", arguments: [24, 30, 50, 60, 120])
    func reserve(rate: Int) async throws {
        let picture = try #require(try await frames(perSecond: rate).first)
        let marks = VideoTrack.marks(for: picture)
        #expect(Double(marks.high) / Double(rate) >= 0.1)
        #expect(marks.high <= 16)
        #expect(marks.low >= 2)
        #expect(marks.low < marks.high)
        #expect(VideoTrack.marks(for: nil) == (2, 4))
    }

    @Test("Late frames are skipped when decoding is repeatedly too slow, instead of stalling each time")
    func hurries() async throws {
        let pictures = try await frames(perSecond: 30)
        let material = try QueueMaterial()
        let clock = PlayoutClock(pace: .realTime)
        let track = VideoTrack(options: .init(threads: 1), retention: 0) { _ in }
        let (facts, told) = AsyncStream.makeStream(of: Bool.self)
        let renderer = VideoRenderer(track: track, clock: clock, videoSink: VideoSink(outputs: [])) { fact in
            switch fact {
            case .ready: told.yield(false)
            case .starved: told.yield(true)
            default: break
            }
        }
        // Nothing is decoded, because the decoding thread isn't started. The samples wait.
        for number in 0..<10 { track.append(material.entry(number), of: nil, run: nil) }
        renderer.goOnAir(offset: 0, showsFirstAtOnce: true)
        renderer.start()
        clock.start()
        track.emit(pictures[0], 0)
        var isStarved = facts.makeAsyncIterator()
        #expect(await isStarved.next() == false)
        // The first time, it may have been a hiccup.
        #expect(await isStarved.next() == true)
        #expect(track.state.read { $0.lateBefore } == -.infinity)
        track.emit(pictures[1], 0)
        // The second time, the decoder is told to skip.
        let late = track.state.wait { $0.lateBefore > 0 ? $0.lateBefore : nil }
        #expect(late > pictures[1].time)
        renderer.stop()
        track.stop()
    }
}
