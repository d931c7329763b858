// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

extension OpenedResource {
    /// Turns a DASH manifest into a playlist. Leaves anything else unchanged.
    /// - Parameters:
    ///   - request: the request that opened it.
    ///   - limit: the maximum size of a manifest in bytes.
    /// - Returns: the resource, and the transport that loads what it refers to.
    func readingManifest(
        _ request: TransportRequest, with transport: any Transport, limit: Int
    ) async throws(TransportError) -> (OpenedResource, any Transport) {
        var bytes = prefix
        let iterator = body.makeAsyncIterator()
        var verdict = DASHTransport.isManifest(bytes)
        while verdict == nil, let chunk = try await iterator.next() {
            bytes.append(chunk)
            verdict = DASHTransport.isManifest(bytes)
        }
        guard verdict == true else {
            var resource = self
            resource.prefix = bytes
            return (resource, transport)
        }
        while let chunk = try await iterator.next() {
            bytes.append(chunk)
            guard bytes.count <= limit else {
                throw TransportError(
                    .tooLarge, url: head.url, message: "The DASH manifest is longer than \(limit) bytes; it is probably not a manifest.")
            }
        }
        let manifest = try await DASHTransport.open(transport, address: request.url, head: head, bytes: bytes)
        let response = try await manifest.open(request)
        return (OpenedResource(head: response.head, prefix: try await response.body.collect(), body: TransportBody([])), manifest)
    }
}
