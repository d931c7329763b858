// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxStreaming
import WindowboxTransport

/// Serves a local file, or one from the application's loader, unchanged to a renderer.
struct FileRelay: ServedBytes {
    let address: String
    let transport: any Transport
    let length: Int

    func send(_ range: Range<Int>, from entry: Double, to write: (ByteBuffer) async throws -> Void) async throws {
        guard !range.isEmpty else { return }
        let isWhole = range == 0..<length
        let response = try await transport.open(
            TransportRequest(
                url: address, span: isWhole ? nil : ByteSpan(offset: range.lowerBound, length: range.count),
                limits: .init(idle: .infinity, whole: .infinity)))
        try await response.body.hand(on: write)
    }
}

extension TransportBody {
    /// Passes on each chunk after the previous one was accepted.
    func hand(on write: (ByteBuffer) async throws -> Void) async throws {
        let chunks = makeAsyncIterator()
        while let chunk = try await chunks.next() { try await write(chunk.withUnsafeBytes { ByteBuffer(bytes: $0) }) }
    }
}
