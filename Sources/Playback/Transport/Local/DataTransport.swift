// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// A transport for `data:` URLs.
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
    /// The response for a resource in memory: the requested range, or an error if it is outside the resource.
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
    /// The requested range of a resource of known length; a range that exceeds the end is shortened.
    func range(inLength length: Int) throws(TransportError) -> Range<Int> {
        guard let span else { return 0..<length }
        guard span.offset < length else {
            throw TransportError.status(416, phrase: "Range Not Satisfiable", url: url, headers: [:])
        }
        return span.offset..<min(length, (span.lastByte ?? .max - 1) + 1)
    }
}
