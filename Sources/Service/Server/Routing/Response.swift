// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract
import WindowboxStitcher

/// The response of any path of the service.
struct Response: Sendable {
    enum Content: Sendable {
        case nothing
        case bytes(ByteBuffer)
        /// Text in parts, some of which other responses share, compressed forms included.
        case parts([TextPart])
        /// A file, of which clients may request ranges; see ``ConditionalRequest``.
        case file(FileContent)
        /// Written in chunks, at the client's pace. A file has a length, which `HEAD` needs.
        case stream(ResponseBody)
        /// The connection becomes a WebSocket.
        case socket(WebSocketSession)
    }

    /// A file's length, and how to send a part of it.
    struct FileContent: Sendable {
        /// In bytes.
        let length: Int
        let body: @Sendable (Range<Int>) -> ResponseBody
    }

    var status: Int
    var fields: HTTPFields = [:]
    var content = Content.nothing
    var isSocket: Bool { if case .socket = content { true } else { false } }
    /// How it may be compressed; nil if it must not be.
    var packing: ContentCoding.Packing?
    /// The error it reports, for the log.
    var code: ErrorCode?

    init(status: Int, fields: HTTPFields = [:], content: Content = .nothing) {
        self.status = status
        self.fields = fields
        self.content = content
    }

    /// Text of a media type such as `text/calendar`.
    init(status: Int = 200, _ mediaType: String, text: String) {
        self.init(status: status, fields: [.contentType: mediaType], content: .bytes(ByteBuffer(string: text)))
    }

    static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
        let bytes = ByteBuffer(bytes: try ContractJSON.encode(value))
        return Response(status: status, fields: [.contentType: "application/json"], content: .bytes(bytes))
    }

    /// A handler's result: a response, nothing, or a value of the contract.
    init(_ result: some Sendable, status: Int) throws {
        switch result {
        case let answer as Response: self = answer
        case is Void: self.init(status: status)
        case let value as any Encodable: self = try .json(value, status: status)
        default: preconditionFailure("\(type(of: result)) can't be sent")
        }
    }

    var length: Int? {
        switch content {
        case .nothing, .socket: 0
        case .bytes(let bytes): bytes.readableBytes
        case .parts(let parts): parts.reduce(0) { $0 + $1.bytes.count }
        case .file(let file): file.length
        case .stream(let body): body.contentLength
        }
    }

    /// As the HTTP server's type.
    var message: HummingbirdCore.Response {
        let body =
            switch content {
            case .nothing, .socket: ResponseBody()
            case .bytes(let bytes): ResponseBody(byteBuffer: bytes)
            case .parts(let parts): parts.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(pieces: parts.map(\.bytes)))
            case .file(let file): file.body(0..<file.length)
            case .stream(let body): body
            }
        var message = HummingbirdCore.Response(status: .init(code: status), headers: fields, body: body)
        // Responses without content must not state a length (RFC 9110 8.6).
        if status == 204 || status == 304 || status < 200 { message.headers[.contentLength] = nil }
        return message
    }
}

extension ByteBuffer {
    init(pieces: [ArraySlice<UInt8>]) {
        self = ByteBufferAllocator().buffer(capacity: pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { writeBytes(piece) }
    }
}
