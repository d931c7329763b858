// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Retries at a source's URL") struct OpenedResourceTests {
    /// Fails the same way each time, and counts the requests.
    private final class Broken: Transport {
        private let error: TransportError
        private let count = Mutex(0)
        var asked: Int { count.withLock { $0 } }

        init(_ error: TransportError) { self.error = error }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            count.withLock { $0 += 1 }
            throw error
        }
    }

    private static let address = "http://localhost/index.m3u8"

    @Test(
        "An unresponsive URL is tried twice, and one with broken responses four times",
        arguments: [
            (TransportError.Cause.timeout, TransportError.Limit?.some(.firstByte), 2), (.timeout, .connect, 2), (.timeout, .idle, 4),
            (.connection, nil, 4), (.address, nil, 1),
        ]) func tries(_ cause: TransportError.Cause, _ limit: TransportError.Limit?, _ tries: Int) async
    {
        let transport = Broken(TransportError(cause, url: Self.address, message: "no", limit: limit))
        var policy = RecoveryPolicy()
        policy.firstDelay = 0
        await #expect(throws: TransportError.self) {
            try await OpenedResource.open(TransportRequest(url: Self.address), with: transport, policy: policy) {}
        }
        #expect(transport.asked == tries)
    }
}
