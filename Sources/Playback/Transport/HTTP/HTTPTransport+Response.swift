// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxStreaming

extension HTTPTransport {
    /// Checks that the response matches the request, and cuts it if the server sent more.
    func response(
        to request: TransportRequest, status: Int, headers: TransportHeaders, url: String, transfer: HTTPTransfer
    ) throws(TransportError) -> TransportResponse {
        let isPacked = headers["Content-Encoding"].map { $0 != "identity" } ?? false
        let announced = isPacked ? nil : headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        if request.method == .head {
            return TransportResponse(status: status, headers: headers, url: url, contentLength: announced, body: TransportBody([]))
        }
        var meter = BodyMeter(url: url, announced: announced, maximum: request.maximumBytes)
        if let span = request.span, status == 206 {
            let field = headers["Content-Range"]
            guard let range = field.flatMap(ContentRange.init)?.span else {
                throw TransportError(
                    .malformed, url: url,
                    message: "A partial response has \(field.map { "the invalid Content-Range \"\($0)\"" } ?? "no Content-Range").")
            }
            guard range.offset == span.offset, range.length <= span.length else {
                throw TransportError(
                    .malformed, url: url,
                    message: "Asked for \(span.length) bytes at \(span.offset), the server sent \(range.length) at \(range.offset).")
            }
            meter = BodyMeter(url: url, announced: isPacked ? nil : range.length, maximum: request.maximumBytes)
        } else if status == 206, request.headers["Range"] == nil, let field = headers["Content-Range"],
            ContentRange(field)?.isWhole == false
        {
            throw TransportError(
                .malformed, url: url, message: "Asked for the whole resource, the server sent the part \"\(field.prefix(100))\".")
        } else if let span = request.span, status < 300 {
            // Any other success has the whole resource.
            if let announced, announced <= span.offset {
                throw TransportError.status(416, phrase: "Range Not Satisfiable", url: url, headers: headers)
            }
            meter = BodyMeter(url: url, announced: announced, cut: span, maximum: request.maximumBytes)
        }
        if let length = meter.length, let maximum = request.maximumBytes, length > maximum {
            throw .tooLarge(url, limit: maximum)
        }
        return TransportResponse(
            status: request.span == nil ? status : 206, headers: headers, url: url, contentLength: meter.length,
            body: TransportBody(HTTPBody(transfer, meter: meter, transport: self)))
    }
}

/// The requested bytes of a transfer.
private final class HTTPBody: ByteSource {
    private let transfer: HTTPTransfer
    private let meter: Mutex<BodyMeter>
    /// Keeps the transport alive until its last body has been read.
    private let transport: HTTPTransport

    init(_ transfer: HTTPTransfer, meter: BodyMeter, transport: HTTPTransport) {
        self.transport = transport
        self.transfer = transfer
        self.meter = Mutex(meter)
    }

    func next() async throws(TransportError) -> ByteChunk? {
        while !meter.withLock({ $0.isComplete && $0.hasCut }) {
            guard let bytes = try await transfer.next() else {
                try meter.withLock { (meter) throws(TransportError) in try meter.finish() }
                return nil
            }
            do throws(TransportError) {
                let chunk = try meter.withLock { (meter) throws(TransportError) in try meter.take(bytes) }
                if !chunk.isEmpty { return chunk }
            } catch {
                transfer.cancel()
                throw error
            }
        }
        transfer.cancel()
        return nil
    }

    func cancel() { transfer.cancel() }
}
