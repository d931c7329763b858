// SPDX-License-Identifier: Apache-2.0

/// What brings bytes from an address: HTTP, files, memory, a cache in front of another transport, or an application's own.
///
/// A transport answers with the head of the response as soon as it knows it; the body then comes in chunks, at the
/// pace at which it is read. Cancelling the task that opens or reads stops the transfer at once and frees what it held.
public protocol Transport: Sendable {
    /// - Throws: A status of 400 or more is an error too, with ``TransportError/status``, unless the request asks for the answer.
    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

extension Transport {
    /// The whole body in one array.
    public func bytes(of request: TransportRequest) async throws(TransportError) -> [UInt8] {
        let response = try await open(request)
        return try await response.body.collect(reserving: response.contentLength ?? 0)
    }
}
