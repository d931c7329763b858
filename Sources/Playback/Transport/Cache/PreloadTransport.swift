// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxStreaming

/// Answers requests with responses that were delivered in advance, each once, and forwards the rest to another transport.
///
/// A service that sends playlists and initialization sections with its first response saves the player round trips.
public final class PreloadTransport: Transport {
    /// A response that was delivered in advance.
    public struct Answer: Hashable, Sendable {
        /// The absolute URL of the expected request.
        public var url: String
        /// Byte range of the expected request; nil for the full resource.
        public var span: ByteSpan?
        /// The value of the `Content-Type` header.
        public var contentType: String
        /// The complete body.
        public var bytes: [UInt8]

        public init(url: String, span: ByteSpan? = nil, contentType: String, bytes: [UInt8]) {
            self.url = url
            self.span = span
            self.contentType = contentType
            self.bytes = bytes
        }
    }

    private struct Key: Hashable {
        var url: String
        var span: ByteSpan?
    }

    private let base: any Transport
    private let answers = Mutex<[Key: Answer]>([:])

    /// - Parameter base: answers all other requests.
    public init(_ base: any Transport = RoutingTransport.secure()) { self.base = base }

    /// Replaces the stored responses.
    public func set(_ list: [Answer]) {
        let known = Dictionary(list.map { (Key(url: $0.url, span: $0.span), $0) }) { first, _ in first }
        answers.withLock { $0 = known }
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let key = Key(url: request.url, span: request.span)
        guard request.method == .get, request.payload == nil, let answer = answers.withLock({ $0.removeValue(forKey: key) }) else {
            return try await base.open(request)
        }
        return TransportResponse(
            status: answer.span == nil ? 200 : 206, headers: ["Content-Type": answer.contentType], url: answer.url,
            contentLength: answer.bytes.count, body: TransportBody([ByteChunk(answer.bytes)]))
    }
}
