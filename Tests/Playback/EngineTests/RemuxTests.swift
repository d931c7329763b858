// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Remuxing a stream to a single transport stream", .serialized, .timeLimit(.minutes(2)))
struct RemuxTests {
    /// Plays bytes of a transport stream as a file.
    private func play(_ bytes: [UInt8]) async throws -> RecordedRun {
        #expect(bytes.count.isMultiple(of: 188))
        #expect(bytes.first == 0x47)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ts")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return await RecordedRun.play([file.path])
    }

    private func piece(of address: String, from position: StartPosition = .automatic, _ configuration: StreamingConfiguration = .init())
        async throws -> [UInt8]
    {
        var bytes: [UInt8] = []
        try await StreamRemux().send(
            address, from: position, transport: RoutingTransport(), keyProviders: [], configuration: configuration
        ) { bytes += $0 }
        return bytes
    }

    @Test(
        "The output has every frame and all audio, however the stream is packaged and encrypted",
        arguments: ["vod-cmaf", "vod-ts-demuxed", "sample-aes-ts", "cbcs-cmaf", "discontinuity-ts", "vod-ts"])
    func whole(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = try await play(try await piece(of: stream.address))
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<stream.frames))
        // Times are a second later than in the stream, and evenly spaced.
        let gaps = zip(run.pictures, run.pictures.dropFirst()).map { $1.time - $0.time }
        #expect(gaps.allSatisfy { abs($0 - 1.0 / 30) < 0.002 })
        if name != "discontinuity-ts" { try expectContinuous(run) }
    }

    @Test("The output starts at the segment that contains the start time")
    func entered() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = try await play(try await piece(of: stream.address, from: .time(6)))
        let first = try #require(run.numbers.first ?? nil)
        #expect(first > 0)
        #expect(first <= 180)
        #expect(run.numbers == Array(first..<stream.frames))
    }

    @Test("A live stream starts behind its edge and continues until it ends")
    func live() async throws {
        var programme = try LiveStream.demuxed {
            $0.window = .sliding(seconds: 12)
            $0.ending = .ends(at: 12)
        }
        programme.start = 8
        let origin = try await LiveOrigin(programme)
        let bytes = try await piece(of: origin.address + "/main.m3u8", EngineConfiguration.impatient.streaming)
        let run = try await play(bytes)
        #expect(run.numbers == Array(60..<360))
        await origin.stop()
    }

    @Test("Remuxing fails with the stream's error, or one that names what a transport stream can't hold")
    func errors() async throws {
        await #expect(throws: TransportError.self) { try await piece(of: "/nowhere/main.m3u8") }
        let error = await #expect(throws: CodecError.self) { try await piece(of: try GeneratedStreams.named("vp9").address) }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("vp9") == true)
    }

    @Test("Remuxing ends when its receiver fails or is cancelled")
    func left() async throws {
        struct Gone: Error {}
        let origin = try await FaultyOrigin(serving: try GeneratedStreams.named("vod-cmaf"))
        let address = origin.address(of: try GeneratedStreams.named("vod-cmaf"))
        let transport = HTTPTransport()
        await #expect(throws: Gone.self) {
            try await StreamRemux().send(address, from: .automatic, transport: transport, keyProviders: []) { _ in throw Gone() }
        }
        let (never, hold) = AsyncStream.makeStream(of: Void.self)
        let sending = Task {
            try await StreamRemux().send(address, from: .automatic, transport: transport, keyProviders: []) { _ in
                for await _ in never {}
            }
        }
        await origin.requestsReach(origin.requests.count + 3)
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        hold.finish()
    }
}
