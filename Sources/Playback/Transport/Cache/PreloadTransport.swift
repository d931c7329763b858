// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxStreaming

/// Answers what came along with something else, each once, and asks another transport for the rest.
///
/// A service that sends playlists and initialisation with its first answer spares a player the round trips to them.
public final class PreloadTransport: Transport {
    /// An answer that is there already.
    public struct Answer: Hashable, Sendable {
        /// Absolute, as it will be asked for.
        public var url: String
        /// nil is the whole resource.
        public var span: ByteSpan?
        public var contentType: String
        public var bytes: [UInt8]

        public init(url: String, span: ByteSpan? = nil, contentType: String, bytes: [UInt8]) {
            self.url = url
            self.span = span
            self.contentType = contentType
            self.bytes = bytes
        }
    }

    private struct Place: Hashable {
        var url: String
        var span: ByteSpan?
    }

    private let base: any Transport
    private let answers = Mutex<[Place: Answer]>([:])

    public init(_ base: any Transport = RoutingTransport.secure()) { self.base = base }

    /// Keeps answers in place of those of before.
    public func set(_ list: [Answer]) {
        let known = Dictionary(list.map { (Place(url: $0.url, span: $0.span), $0) }) { first, _ in first }
        answers.withLock { $0 = known }
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let place = Place(url: request.url, span: request.span)
        guard request.method == .get, request.payload == nil, let answer = answers.withLock({ $0.removeValue(forKey: place) }) else {
            return try await base.open(request)
        }
        return TransportResponse(
            status: answer.span == nil ? 200 : 206, headers: ["Content-Type": answer.contentType], url: answer.url,
            contentLength: answer.bytes.count, body: TransportBody([ByteChunk(answer.bytes)]))
    }
}
