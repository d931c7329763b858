// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// `data:` addresses.
public struct DataTransport: Transport {
    public init() {}

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let content = try DataURL(request.url)
        var response = try TransportResponse.inMemory(ByteChunk(content.bytes), for: request)
        response.headers["Content-Type"] = content.mediaType
        return response
    }
}

extension TransportResponse {
    /// The answer of a resource that is there as a whole: the span asked for, or the error that it lies outside.
    static func inMemory(_ bytes: ByteChunk, for request: TransportRequest) throws(TransportError) -> TransportResponse {
        try request.checkSpan()
        let range = try request.range(inLength: bytes.count)
        if let maximum = request.maximumBytes, range.count > maximum { throw .tooLarge(request.url, limit: maximum) }
        let part = bytes[range]
        return TransportResponse(
            status: request.span == nil ? 200 : 206, url: request.url, contentLength: part.count,
            body: TransportBody(request.method == .head || part.isEmpty ? [] : [part]))
    }
}

extension TransportRequest {
    /// The bytes asked for of a resource whose length is known; a span that reaches past the end gives what there is.
    func range(inLength length: Int) throws(TransportError) -> Range<Int> {
        guard let span else { return 0..<length }
        guard span.offset < length else {
            throw TransportError.status(416, reason: "Range Not Satisfiable", url: url, headers: [:])
        }
        return span.offset..<min(length, (span.lastByte ?? .max - 1) + 1)
    }
}
