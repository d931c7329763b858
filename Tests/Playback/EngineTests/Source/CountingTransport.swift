// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxTransport

/// The default transport, counting the bytes that it delivers.
final class CountingTransport: Transport {
    let delivered = Watched(0)
    let requests = Watched(0)
    private let transport: any Transport

    init(_ transport: any Transport = RoutingTransport()) { self.transport = transport }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        requests.change { $0 += 1 }
        var response = try await transport.open(request)
        response.body = TransportBody(Source(response.body, delivered))
        return response
    }

    private final class Source: ByteSource {
        private let body: TransportBody
        private let delivered: Watched<Int>

        init(_ body: TransportBody, _ delivered: Watched<Int>) {
            self.body = body
            self.delivered = delivered
        }

        func next() async throws(TransportError) -> ByteChunk? {
            let chunk = try await body.makeAsyncIterator().next()
            if let chunk { delivered.change { $0 += chunk.count } }
            return chunk
        }

        func cancel() { body.cancel() }
    }
}
