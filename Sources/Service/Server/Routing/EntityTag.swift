// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import NIOCore
import WindowboxContract

/// Says which state of something was sent, so that it is not sent again (RFC 9110 8.8.3, 13.1.2).
enum EntityTag {
    static func of(_ bytes: ByteBuffer) -> String {
        "\"\(Data(SHA256.hash(data: Data(bytes.readableBytesView)).prefix(12)).base64URL)\""
    }

    /// Whether a field such as `If-None-Match` names the tag; weak and strong ones are alike there.
    static func names(_ field: String, _ tag: String) -> Bool {
        // Compressed or not, it is the same content.
        let packed = String(tag.dropLast()) + ContentCoding.mark
        return field.split(separator: ",").contains { part in
            var known = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            if known.hasPrefix("W/") { known = known.dropFirst(2) }
            return known == "*" || known == tag || known == packed
        }
    }

    /// Of what is kept, whatever is told of it: a secret in it can't be found out by its tag.
    static func of(_ kept: some Encodable) throws -> String { of(ByteBuffer(bytes: try ContractJSON.encode(kept))) }

    /// Whether `If-Match` lets something be done that has this tag; weak tags match nothing there (RFC 9110 13.1.1).
    static func requires(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { part in
            let known = part.trimmingCharacters(in: .whitespaces)
            return known == "*" || known == tag
        }
    }

    /// Adds the tag, and takes the content away where the caller has it.
    static func apply(to answer: inout APIResponse, asked fields: HTTPFields) {
        guard answer.status == 200, case .bytes(let bytes) = answer.content else { return }
        let tag = of(bytes)
        answer.fields[.eTag] = tag
        // Kept by whoever asked alone, and asked for again each time.
        answer.fields[.cacheControl] = "private, no-cache"
        guard let known = fields[.ifNoneMatch], names(known, tag) else { return }
        answer.status = 304
        answer.fields[.contentType] = nil
        answer.content = .nothing
    }
}
