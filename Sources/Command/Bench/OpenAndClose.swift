// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxEngine
import WindowboxPlayer

struct OpenAndClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players",
        abstract: "Measure memory, threads and file descriptors that remain after opening, playing and closing players.")

    @Argument(help: "The URL or file to play.")
    var address: String

    @Option(help: "The number of players, opened one after another.")
    var count = 100

    @Flag(help: "Print JSON: before and after, with memory in bytes.")
    var json = false

    @MainActor func run() async throws {
        CodecLog.quiet()
        // Warm-up: shared objects and the allocator's pools exist after some players.
        for _ in 0..<max(count / 5, 1) { try await play() }
        let before = try await Footprint.settled()
        for _ in 0..<count { try await play() }
        let after = try await Footprint.settled()
        if json {
            print("{\"count\": \(count), \"before\": \(before.json), \"after\": \(after.json)}")
        } else {
            print("before: \(before)\nafter \(count) players: \(after)")
        }
    }

    @MainActor private func play() async throws {
        let frames = AsyncStream.makeStream(of: Void.self)
        let player = Player(
            items: [.simple(url: address)], videoOutputs: [CallbackOutput { _ in frames.continuation.yield() }])
        player.play()
        let watch = Task {
            for await _ in player.propertiesUpdates where player.error != nil { frames.continuation.finish() }
        }
        var iterator = frames.stream.makeAsyncIterator()
        let shown: Void? = await iterator.next()
        watch.cancel()
        if shown == nil { throw Failure.media(player.error?.description ?? "\(address) showed no video frame") }
    }
}

/// The process's current resource usage.
private struct Footprint: CustomStringConvertible {
    /// Bytes.
    var memory: Int
    var threads: Int
    var descriptors: Int

    /// Waits until threads and descriptors have been stable for longer than the idle timeout of pool workers (5 s).
    static func settled() async throws -> Footprint {
        var last = try now()
        var still = 0
        for _ in 0..<300 where still < 70 {
            try await Task.sleep(for: .milliseconds(100))
            let next = try now()
            still = next.threads == last.threads && next.descriptors == last.descriptors ? still + 1 : 0
            last = next
        }
        return last
    }

    private static func now() throws -> Footprint {
        // Memory kept by the allocator for later use is not a leak.
        UnusedMemory.release()
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func value(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return Footprint(
            memory: value("VmRSS:") * 1024, threads: value("Threads:"),
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
    }

    var json: String { "{\"memory\": \(memory), \"threads\": \(threads), \"descriptors\": \(descriptors)}" }
    var description: String { "\(memory / 1_000_000) MB, \(threads) threads, \(descriptors) descriptors" }
}
