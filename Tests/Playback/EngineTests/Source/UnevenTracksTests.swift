// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxStreaming

@testable import WindowboxEngine

/// Files of about 30 MB in which one track ends long before the other.
@Suite("Files with tracks of uneven length", .timeLimit(.minutes(2)))
struct UnevenTracksTests {
    private static let names = ["still-with-an-hour-of-sound", "ten-minutes-of-pictures-with-five-seconds-of-sound"]

    @Test(
        "A track that ends long before the other causes no stall and no reading to the end of the file", arguments: names, ["mkv", "mov"])
    func bounded(name: String, kind: String) async throws {
        let stream = try #require(try PackagedStreams.all.first { $0.name == "file-\(name)-\(kind)" })
        let reached = Watched(0.0)
        let engine = PlaybackEngine(
            videoOutputs: [CallbackOutput { picture in reached.change { $0 = max($0, picture.time) } }], audioOutput: CountedSound(reached)
        )
        await engine.load(try PackagedStreams.address(of: stream), as: ItemID(1))
        await engine.play()
        // After the end of the short track.
        await reached.reaches { $0 >= 8 }
        let metrics = try #require(await engine.metrics)
        #expect(metrics.stalls == 0)
        #expect(metrics.bytes < 12 << 20, "\(metrics.bytes) bytes")
        await engine.shutDown()
    }
}

/// Takes audio at the pace of the engine's clock, and counts its seconds.
private final class CountedSound: AudioOutput {
    let format = AudioFormat()
    private let frames = Watched(0)
    private let reached: Watched<Double>

    init(_ reached: Watched<Double>) { self.reached = reached }

    func start() {}
    func pause() {}
    func flush() {}
    var framesPlayed: Int64? { nil }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let count = samples.count / format.channels
        let seconds =
            Double(
                frames.change { (frames: inout Int) in
                    frames += count
                    return frames
                }) / Double(format.sampleRate)
        reached.change { $0 = max($0, seconds) }
        return count
    }
}
