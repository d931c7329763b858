// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import WindowboxPages
import WindowboxStitcher

/// Sends text packed to clients that can read that (RFC 9110 8.4).
///
/// Only answers that say so are packed. The length of packed text tells whoever sees it go by how much of what a stranger put into the
/// request stands elsewhere in the answer too (BREACH), so an answer that has a secret in it is never packed: Studio's pages have the token
/// of their session, and answers about tokens are tokens. The pages of viewers are the same for everybody and have none; what a guest is
/// answered is asked for with a token that no other site's page can make a browser send.
enum ContentCoding {
    /// How an answer is packed.
    enum Packing: Sendable {
        /// Each time.
        case made
        /// As it was packed once.
        case kept(ByteBuffer)
    }

    /// Bytes below which it isn't worth it.
    private static let least = 1024
    /// Ends the tag of what was packed: it has other bytes (8.8.3).
    static let mark = "-gzip\""

    /// Whether a client can read gzip: it is named, or meant by `*`, and not refused (12.5.3).
    static func takesGzip(_ fields: HTTPFields) -> Bool {
        let codings = AcceptField.entries(fields[.acceptEncoding] ?? "")
        let named = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return (named?.weight ?? 0) > 0
    }

    static func apply(to answer: inout Answer, asked fields: HTTPFields) {
        guard let packing = answer.packing, (answer.length ?? 0) >= least || answer.status == 304 else { return }
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

    /// - Parameter isQuick: a little longer and in a third of the time.
    static func packed(_ bytes: ByteBuffer, isQuick: Bool) -> ByteBuffer {
        let pieces = PackedPart.gzip(Array(bytes.readableBytesView)[...], isQuick: isQuick)
        var packed = ByteBufferAllocator().buffer(capacity: pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { packed.writeBytes(piece) }
        return packed
    }
}
