// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract

/// An HTTP response.
struct APIResponse: Sendable {
    enum Content: Sendable {
        case nothing
        case bytes(ByteBuffer)
        /// Written in chunks, at the client's pace. It has a length, which `HEAD` needs.
        case stream(ResponseBody)
        /// The connection becomes a WebSocket.
        case socket(WebSocketSession)
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

    static func json(_ value: some Encodable, status: Int = 200) throws -> APIResponse {
        let bytes = ByteBuffer(bytes: try ContractJSON.encode(value))
        return APIResponse(status: status, fields: [.contentType: "application/json"], content: .bytes(bytes))
    }

    /// A handler's result: a response, nothing, or a value of the contract.
    init(_ result: some Sendable, status: Int) throws {
        switch result {
        case let answer as APIResponse: self = answer
        case is Void: self.init(status: status)
        case let value as any Encodable: self = try .json(value, status: status)
        default: preconditionFailure("\(type(of: result)) can't be sent")
        }
    }

    var length: Int? {
        switch content {
        case .nothing, .socket: 0
        case .bytes(let bytes): bytes.readableBytes
        case .stream(let body): body.contentLength
        }
    }

    /// As Hummingbird's type.
    var response: Response {
        let body =
            switch content {
            case .nothing, .socket: ResponseBody()
            case .bytes(let bytes): ResponseBody(byteBuffer: bytes)
            case .stream(let body): body
            }
        var response = Response(status: .init(code: status), headers: fields, body: body)
        // Responses without content must not state a length (RFC 9110 8.6).
        if status == 204 || status == 304 || status < 200 { response.headers[.contentLength] = nil }
        return response
    }
}
