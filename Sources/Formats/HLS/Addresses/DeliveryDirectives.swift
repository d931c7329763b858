// SPDX-License-Identifier: Apache-2.0

/// Delivery directives of a playlist request (RFC 8216bis 6.2.5): query parameters that begin with `_HLS_`.
public struct DeliveryDirectives: Hashable, Sendable {
    /// `_HLS_skip`.
    public enum Skip: UInt8, Hashable, Sendable {
        /// `YES`: skip segments that the client already has.
        case segments
        /// `v2`: skips date ranges, too.
        case segmentsAndDateRanges
    }

    /// Block until the playlist contains this media sequence number.
    public var mediaSequence: UInt64?
    /// Block until the playlist contains this part of the segment ``mediaSequence``, without which it is ignored.
    public var part: Int?
    /// Ask for a delta update; nil for the complete playlist.
    public var skip: Skip?

    public init(mediaSequence: UInt64? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    /// The URL with these directives instead of any others, and all query parameters in UTF-8 order, so that equal requests have equal
    /// cache keys.
    public func added(to url: String) -> String {
        var components = URIComponents(url)
        var parameters = Self.parameters(components.query, keepsDirectives: false)
        if let mediaSequence {
            parameters.append("_HLS_msn=\(mediaSequence)")
            if let part { parameters.append("_HLS_part=\(part)") }
        }
        if let skip { parameters.append(skip == .segments ? "_HLS_skip=YES" : "_HLS_skip=v2") }
        // The sort is stable: parameters of one name keep their order.
        parameters.sort { Self.precedes(Self.name($0), Self.name($1)) }
        components.query = parameters.isEmpty ? nil : Self.joined(parameters)
        return components.text
    }

    /// The URL without directives, for resolving relative references.
    public static func removed(from url: String) -> String {
        var components = URIComponents(url)
        guard let query = components.query else { return url }
        let all = parameters(query, keepsDirectives: true)
        let kept = parameters(query, keepsDirectives: false)
        guard kept.count < all.count else { return url }
        components.query = kept.isEmpty ? nil : joined(kept)
        return components.text
    }

    private static func parameters(_ query: String?, keepsDirectives: Bool) -> [String] {
        guard let query else { return [] }
        var parameters: [String] = []
        for parameter in query.utf8.split(separator: UInt8(ascii: "&")) {
            // Other directives, such as `_HLS_primary_id`, are kept for the server.
            let name = String(Substring(parameter.prefix { $0 != UInt8(ascii: "=") }))
            let isDirective = name == "_HLS_msn" || name == "_HLS_part" || name == "_HLS_skip"
            if keepsDirectives || !isDirective { parameters.append(String(Substring(parameter))) }
        }
        return parameters
    }

    private static func name(_ parameter: String) -> Substring.UTF8View { parameter.utf8.prefix { $0 != UInt8(ascii: "=") } }

    private static func precedes(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Bool {
        left.lexicographicallyPrecedes(right)
    }

    private static func joined(_ parameters: [String]) -> String {
        var text = ""
        for parameter in parameters {
            if !text.isEmpty { text += "&" }
            text += parameter
        }
        return text
    }
}
