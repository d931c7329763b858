// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A transport for one item of any kind: converts a DASH manifest to HLS playlists, and passes everything else through.
package final class ManifestTransport: Transport {
    private let base: any Transport
    private let address: String
    private let manifest = Mutex<DASHTransport?>(nil)

    private static let longestManifest = 16 << 20

    /// - Parameters:
    ///   - base: loads the bytes.
    ///   - address: the URL of the item: only its response may be a manifest.
    package init(_ base: any Transport, address: String) {
        self.base = base
        self.address = address
    }

    /// Whether the item is a DASH manifest that has been loaded.
    package var hasManifest: Bool { manifest.withLock { $0 != nil } }

    package func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if let known = manifest.withLock({ $0 }) { return try await known.open(request) }
        var response = try await base.open(request)
        guard request.url == address, request.span == nil, request.method == .get else { return response }
        var prefix: [UInt8] = []
        let iterator = response.body.makeAsyncIterator()
        while let chunk = try await iterator.next() {
            prefix.append(chunk)
            if !prefix.isEmpty, DASHTransport.isManifest(prefix) != nil { break }
        }
        guard DASHTransport.isManifest(prefix) == true else {
            response.body = TransportBody(PrefixedSource(ByteChunk(prefix), response.body))
            return response
        }
        while let chunk = try await iterator.next() {
            prefix.append(chunk)
            guard prefix.count <= Self.longestManifest else {
                throw TransportError(
                    .tooLarge, url: response.url,
                    message: "The DASH manifest is longer than \(Self.longestManifest) bytes; it is probably not a manifest.")
            }
        }
        let made = try await DASHTransport.open(base, address: address, head: response.head, bytes: prefix)
        manifest.withLock { $0 = made }
        return try await made.open(request)
    }
}

/// Bytes that were already read, followed by the rest of their body.
private final class PrefixedSource: ByteSource {
    private let prefix: Mutex<ByteChunk?>
    private let rest: TransportBody

    init(_ prefix: ByteChunk, _ rest: TransportBody) {
        self.prefix = Mutex(prefix)
        self.rest = rest
    }

    func next() async throws(TransportError) -> ByteChunk? {
        let first = prefix.withLock { prefix in
            defer { prefix = nil }
            return prefix
        }
        if let first, first.count > 0 { return first }
        return try await rest.makeAsyncIterator().next()
    }

    func cancel() { rest.cancel() }
}
