// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How CMCD data is sent to servers (CTA-5004 2.1 and 2.2).
public enum CommonMediaClientDataMode: Hashable, Sendable {
    case off
    /// Four `CMCD-…` header fields, grouped by how often their keys change.
    case headers
    /// One `CMCD` query parameter, which caches and logs see without configuration.
    case query
}

/// CMCD data of a request.
struct ClientDataFields {
    /// `key=value`, or only the key for true.
    let pairs: [String]

    var headers: TransportHeaders {
        var fields: [(name: String, pairs: [String])] = [
            ("CMCD-Object", []), ("CMCD-Request", []), ("CMCD-Session", []), ("CMCD-Status", []),
        ]
        let isVersion2 = pairs.contains("v=2")
        for pair in pairs { fields[Self.field(ofKey: Self.key(of: pair), isVersion2: isVersion2)].pairs.append(pair) }
        var headers = TransportHeaders()
        for field in fields where !field.pairs.isEmpty { headers.add(field.name, field.pairs.joined(separator: ",")) }
        return headers
    }

    /// The query parameter, percent-encoded.
    var query: String { "CMCD=" + PercentEncoding.encoded(pairs.joined(separator: ",")) }

    /// Compares bytes: a combining character after the equals sign would form one character with it.
    private static func key(of pair: String) -> Substring { Substring(pair.utf8.prefix { $0 != UInt8(ascii: "=") }) }

    /// The header field of a key: table 1 of version 1, or version 2's own table; unknown keys count as changing with each request.
    private static func field(ofKey key: Substring, isVersion2: Bool) -> Int {
        switch key {
        case "pr": isVersion2 ? 3 : 2
        case "br", "d", "ot", "tb", "ab", "lb", "lab", "tab", "tpb": 0
        case "cid", "sf", "sid", "st", "v", "msd": 2
        case "bs", "rtp", "bsa", "bsd", "bsda", "bg", "cdn", "ec", "nr", "pt": 3
        default: 1
        }
    }
}
