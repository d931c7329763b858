// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxStreaming
import WindowboxTransport

@Suite("Preloaded responses") struct PreloadTransportTests {
    /// Fails every request.
    private struct Nothing: Transport {
        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            throw TransportError(.refused, url: request.url, message: "asked")
        }
    }

    @Test("A preloaded response is used once, for exactly its URL and byte range; all else is requested") func once() async throws {
        let transport = PreloadTransport(Nothing())
        let span = ByteSpan(offset: 0, length: 3)
        transport.set([
            .init(url: "http://x/a", contentType: "text/plain", bytes: [1]),
            .init(url: "http://x/a", span: span, contentType: "video/mp4", bytes: [2, 3, 4]),
        ])
        await #expect(throws: TransportError.self) { _ = try await transport.bytes(of: TransportRequest(url: "http://x/b")) }
        await #expect(throws: TransportError.self) {
            _ = try await transport.bytes(of: TransportRequest(url: "http://x/a", span: ByteSpan(offset: 0, length: 4)))
        }
        await #expect(throws: TransportError.self) { _ = try await transport.bytes(of: TransportRequest(url: "http://x/a", method: .post)) }
        let part = try await transport.open(TransportRequest(url: "http://x/a", span: span))
        #expect(part.status == 206)
        #expect(part.contentLength == 3)
        #expect(part.headers["Content-Type"] == "video/mp4")
        #expect(try await part.body.collect() == [2, 3, 4])
        #expect(try await transport.bytes(of: TransportRequest(url: "http://x/a")) == [1])
        await #expect(throws: TransportError.self) { _ = try await transport.bytes(of: TransportRequest(url: "http://x/a")) }
    }
}
