// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import WindowboxContract

/// A request's body as it comes. It can be read once.
struct BodyStream: Sendable {
    private let body: RequestBody
    /// As announced; nil when it comes in chunks.
    let length: Int?
    /// Tells a client that waits for it to go on (RFC 9110 10.1.1).
    private let permit: @Sendable () async throws -> Void
    /// Ends the connection after a time, until it is called off.
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

    /// Piece by piece, each when it was used.
    /// - Parameter limit: bytes; more are an error.
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
        // The connection broke: what came is not what was sent.
        if let length, count != length { throw APIError(.invalidJSON, "The body ended too early.") }
    }

    /// - Throws: what is told to a client whose chunks or trailers can't be read.
    private static func next(_ pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do { return try await pieces.next() } catch is HTTPParserError {
            throw APIError(.malformedRequest, "The body's chunks or trailers are not as RFC 9112 7.1 has them.")
        }
    }

    /// All of it, within the time that a request may take.
    func collect(upTo limit: Int) async throws -> Data {
        let callOff = watch()
        defer { callOff() }
        var data = Data()
        try await read(upTo: limit) { data.append(contentsOf: $0.readableBytesView) }
        return data
    }

    private static func tooLarge(_ limit: Int) -> APIError {
        APIError(.tooLarge, "A body has at most \(limit) bytes here.")
    }
}
