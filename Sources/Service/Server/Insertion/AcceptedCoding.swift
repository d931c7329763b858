// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Which codings of an answer a client can read (RFC 9110 12.5.3).
enum AcceptedCoding {
    /// No client names more than this.
    private static let most = 32

    /// Whether gzip is one of them: named, or meant by `*`, and not refused.
    static func takesGzip(_ fields: HTTPFields) -> Bool {
        guard let accepted = fields[.acceptEncoding] else { return false }
        var any = false
        for word in accepted.split(separator: ",").prefix(most) {
            let parts = word.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if name == "gzip" || name == "x-gzip" { return weight > 0 }
            if name == "*" { any = weight > 0 }
        }
        return any
    }
}
