// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import WindowboxPages
import WindowboxStitcher

/// Compresses text for clients that accept gzip (RFC 9110 8.4).
///
/// Compression is opt-in per response. The compressed length can reveal a secret that shares a response with reflected input (BREACH), so
/// responses with secrets are never compressed: Studio's pages contain their session's token, and token routes return tokens. Viewer pages
/// are the same for everybody and contain no secret; guests' API requests need a bearer token, which no other site can make a browser send.
enum ContentCoding {
    /// How a response is compressed.
    enum Packing: Sendable {
        /// For each request.
        case made
        /// Once, in advance.
        case kept(ByteBuffer)
    }

    /// Shorter texts, in bytes, are not worth compressing.
    private static let minimum = 1024
    /// Ends the entity tag of the compressed representation, which differs from the plain one (8.8.3).
    static let mark = "-gzip\""

    /// Whether a client accepts gzip, by name or by `*` (12.5.3).
    static func takesGzip(_ fields: HTTPFields) -> Bool {
        let codings = AcceptField.entries(fields[.acceptEncoding] ?? "")
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.weight ?? 0) > 0
    }

    static func apply(to answer: inout Response, requestFields fields: HTTPFields) {
        if case .parts(let parts) = answer.content { return pack(parts, of: &answer, requestFields: fields) }
        guard let packing = answer.packing, (answer.length ?? 0) >= minimum || answer.status == 304 else { return }
        answer.fields[.vary] = (answer.fields[.vary].map { "\($0), " } ?? "") + "Accept-Encoding"
        guard takesGzip(fields) else { return }
        if let tag = answer.fields[.eTag] { answer.fields[.eTag] = tag.dropLast() + mark }
        guard case .bytes(let bytes) = answer.content else { return }
        switch packing {
        case .made: answer.content = .bytes(packed(bytes, isQuick: true))
        case .kept(let packed): answer.content = .bytes(packed)
        }
        answer.fields[.contentEncoding] = "gzip"
    }

    /// Compresses text of which other responses share parts; any other text of a stitched stream is left to the proxy.
    private static func pack(_ parts: [TextPart], of answer: inout Response, requestFields fields: HTTPFields) {
        guard parts.contains(where: \.isShared) else { return }
        answer.fields[.vary] = "Accept-Encoding"
        guard takesGzip(fields) else { return }
        answer.fields[.contentEncoding] = "gzip"
        answer.content = .bytes(ByteBuffer(pieces: DeflatedPart.gzip(parts)))
    }

    /// - Parameter isQuick: trades a few per cent of size for a third of the time.
    static func packed(_ bytes: ByteBuffer, isQuick: Bool) -> ByteBuffer {
        ByteBuffer(pieces: DeflatedPart.gzip(Array(bytes.readableBytesView)[...], isQuick: isQuick))
    }
}
