// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxTransport

/// The default transport, whose bodies arrive in pieces of a length.
private struct SplittingTransport: Transport {
    let length: Int
    let transport = RoutingTransport()

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var response = try await transport.open(request)
        response.body = TransportBody(Pieces(response.body, length))
        return response
    }

    private final class Pieces: ByteSource {
        private let body: TransportBody
        private let length: Int
        private let rest = Mutex(ByteChunk([]))

        init(_ body: TransportBody, _ length: Int) {
            self.body = body
            self.length = length
        }

        func next() async throws(TransportError) -> ByteChunk? {
            var chunk = rest.withLock { $0 }
            while chunk.isEmpty {
                guard let next = try await body.makeAsyncIterator().next() else { return nil }
                chunk = next
            }
            rest.withLock { $0 = chunk.dropFirst(length) }
            return chunk.prefix(length)
        }

        func cancel() { body.cancel() }
    }
}

@Suite("Bytes that arrive in odd pieces", .timeLimit(.minutes(2)))
struct SplitDeliveryTests {
    @Test(
        "A stream plays whole, however its bytes are split",
        arguments: [
            ("medium", 13), ("vod-ts", 187), ("vod-ts-demuxed", 189), ("vod-cmaf-single", 97), ("vod-cmaf-muxed", 1021), ("aes-128-ts", 47),
            ("aes-128-cmaf", 63), ("sample-aes-ts", 61), ("cbcs-cmaf", 255),
        ])
    func whole(name: String, length: Int) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address], transport: SplittingTransport(length: length))
        #expect(run.end == .ended, "\(run.journal.suffix(6))")
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }
}
