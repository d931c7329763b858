// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import NIOCore
import WindowboxContract

/// Entity tags, which avoid sending the same state again (RFC 9110 8.8.3, 13.1.2).
enum EntityTag {
    static func of(_ bytes: ByteBuffer) -> String {
        "\"\(Data(SHA256.hash(data: Data(bytes.readableBytesView)).prefix(12)).base64URL)\""
    }

    /// Whether a field such as `If-None-Match` contains the tag, by weak comparison.
    static func names(_ field: String, _ tag: String) -> Bool {
        // The compressed and the plain form have the same content.
        let packed = String(tag.dropLast()) + ContentCoding.mark
        return field.split(separator: ",").contains { part in
            var known = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            if known.hasPrefix("W/") { known = known.dropFirst(2) }
            return known == "*" || known == tag || known == packed
        }
    }

    /// The tag of the stored form, whatever is shown of it. A secret in it can't be derived from the tag.
    static func of(_ kept: some Encodable) throws -> String { of(ByteBuffer(bytes: try ContractJSON.encode(kept))) }

    /// Whether `If-Match` contains the tag, by strong comparison (RFC 9110 13.1.1).
    static func requires(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { part in
            let known = part.trimmingCharacters(in: .whitespaces)
            return known == "*" || known == tag
        }
    }
}
