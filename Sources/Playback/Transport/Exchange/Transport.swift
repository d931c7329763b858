// SPDX-License-Identifier: Apache-2.0

/// Loads bytes from a URL: over HTTP, from files, from memory, through a cache, or with an application's own implementation.
///
/// A transport returns the head of the response as soon as it is available; the body then arrives in chunks, as fast as it is read.
/// Cancelling the task that opens or reads stops the transfer at once and frees its resources.
public protocol Transport: Sendable {
    /// - Throws: ``TransportError``, also for an HTTP status of 400 or more, with ``TransportError/status``, unless
    ///   ``TransportRequest/answersFailures`` is set.
    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

extension Transport {
    /// Loads the complete body into one array.
    public func bytes(of request: TransportRequest) async throws(TransportError) -> [UInt8] {
        let response = try await open(request)
        do throws(TransportError) { return try await response.body.collect(reserving: response.contentLength ?? 0) } catch {
            // The body of a cancelled load may also seem to end early.
            throw Task.isCancelled ? .cancelled(request.url) : error
        }
    }
}
