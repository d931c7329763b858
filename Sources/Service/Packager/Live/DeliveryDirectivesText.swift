// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The raw query of a request for a live playlist.
public struct DeliveryDirectivesText: Hashable, Sendable {
    private let query: String?

    /// - Parameter query: without the question mark; nil if there is none.
    public init(_ query: String?) { self.query = query }

    /// Nil if a directive isn't a number, which means status 400 (RFC 8216bis, 6.2.5.2).
    var parsed: DeliveryDirectives? {
        var directives = DeliveryDirectives()
        for parameter in (query ?? "").split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1] : ""
            switch parts.first {
            case "_HLS_msn":
                guard let number = UInt64(value) else { return nil }
                directives.mediaSequence = number
            case "_HLS_part":
                guard let number = Int(value), number >= 0 else { return nil }
                directives.part = number
            // Unknown values are ignored (6.2.5.1).
            case "_HLS_skip": directives.skip = value == "YES" ? .segments : value == "v2" ? .segmentsAndDateRanges : nil
            default: break
            }
        }
        return directives
    }
}
