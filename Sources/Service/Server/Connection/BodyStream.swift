// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import WindowboxContract

/// A request's body as a stream. It can be read once.
struct BodyStream: Sendable {
    private let body: RequestBody
    /// From `Content-Length`; nil for a chunked body.
    let length: Int?
    /// Sends `100 Continue` to a client that waits for it (RFC 9110 10.1.1).
    private let permit: @Sendable () async throws -> Void
    /// Starts a timeout that closes the connection; the returned closure cancels it.
    private let watch: @Sendable () -> () -> Void

    init(
        _ request: Request, permit: @escaping @Sendable () async throws -> Void, watch: @escaping @Sendable () -> () -> Void
    ) {
        body = request.body
        length = request.headers[.contentLength].flatMap(Int.init)
        let isWaiting = request.headers[.expect]?.lowercased() == "100-continue"
        self.permit = { if isWaiting { try await permit() } }
        self.watch = watch
    }

    /// An empty body.
    static let empty = BodyStream(body: RequestBody(buffer: ByteBuffer()), length: 0, permit: {}, watch: { {} })

    private init(
        body: RequestBody, length: Int?, permit: @escaping @Sendable () async throws -> Void, watch: @escaping @Sendable () -> () -> Void
    ) {
        (self.body, self.length, self.permit, self.watch) = (body, length, permit, watch)
    }

    /// Reads the body in chunks; the next one is read when `use` returns.
    /// - Parameter limit: in bytes; a longer body throws.
    func read(upTo limit: Int, _ use: (ByteBuffer) async throws -> Void) async throws {
        if let length, length > limit { throw Self.tooLarge(limit) }
        try await permit()
        var count = 0
        var pieces = body.makeAsyncIterator()
        while let piece = try await Self.next(&pieces) {
            count += piece.readableBytes
            guard count <= limit else { throw Self.tooLarge(limit) }
            try await use(piece)
        }
        // The connection broke, so the body is incomplete.
        if let length, count != length { throw APIError(.invalidJSON, "The body ended too early.") }
    }

    /// - Throws: an ``APIError`` if chunks or trailers are malformed.
    private static func next(_ pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do { return try await pieces.next() } catch is HTTPParserError {
            throw APIError(.malformedRequest, "The body's chunks or trailers do not follow RFC 9112, section 7.1.")
        }
    }

    /// Reads the complete body, within the request timeout.
    func collect(upTo limit: Int) async throws -> Data {
        let callOff = watch()
        defer { callOff() }
        var data = Data()
        try await read(upTo: limit) { data.append(contentsOf: $0.readableBytesView) }
        return data
    }

    private static func tooLarge(_ limit: Int) -> APIError {
        APIError(.tooLarge, "The body can have at most \(limit) bytes here.")
    }
}
