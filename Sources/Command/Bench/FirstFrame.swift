// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

struct FirstFrame: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "first-frame",
        abstract: "Measure the time to the first frame, in a new player or one that is already playing.")

    @Argument(help: "The URL or file to measure.")
    var address: String

    @Option(help: "Play this URL or file first, to warm up the player.")
    var warm: String?

    @Flag(help: "Print JSON: firstFrame, in seconds.")
    var json = false

    func run() async throws {
        CodecLog.quiet()
        let (frames, feed) = AsyncStream.makeStream(of: Instant.self)
        let engine = PlaybackEngine(videoOutputs: [CallbackOutput { _ in feed.yield(MonotonicClock.now) }], transport: .allowingPlainHTTP)
        let failures = Task {
            for await fact in engine.facts { if case .failed(_, let error) = fact { throw Failure.media(error.message) } }
        }
        var iterator = frames.makeAsyncIterator()
        if let warm {
            await engine.load(warm, as: ItemID(0))
            await engine.play()
            _ = await iterator.next()
            try await Task.sleep(for: .seconds(1))
            await engine.pause()
            try await Task.sleep(for: .seconds(0.3))
        }
        let requestedAt = MonotonicClock.now
        await engine.load(address, as: ItemID(1))
        await engine.play()
        var shown = await iterator.next()
        while let moment = shown, moment < requestedAt { shown = await iterator.next() }
        failures.cancel()
        await engine.shutDown()
        guard let shown else { throw Failure.media("\(address) showed no video frame") }
        let seconds = shown - requestedAt
        print(json ? "{\"firstFrame\": \(seconds)}" : String(format: "%.1f ms", seconds * 1000))
    }
}
