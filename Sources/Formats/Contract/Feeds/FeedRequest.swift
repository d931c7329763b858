// SPDX-License-Identifier: Apache-2.0

/// Requests a feed and its first page.
public struct FeedRequest: Codable, Hashable, Sendable {
    /// Where the items come from.
    public var source: FeedSource
    /// Items per page, 1...100; nil means 10.
    public var pageSize: Int?
    /// The maximum number of items in all pages together.
    public var maxVideos: Int?
    /// Ids of videos the viewer already has; at most 500.
    public var excludeIDs: [String]?
    /// Whether recommended items say why they are recommended; nil means no.
    public var explain: Bool?

    /// The possible numbers of items per page.
    public static let pageSizes = 1...100
    /// The number of items per page if none is requested.
    public static let defaultPageSize = 10
    /// The maximum number of excluded ids.
    public static let maxExcluded = 500

    public init(
        source: FeedSource, pageSize: Int? = nil, maxVideos: Int? = nil, excludeIDs: [String]? = nil, explain: Bool? = nil
    ) {
        self.source = source
        self.pageSize = pageSize
        self.maxVideos = maxVideos
        self.excludeIDs = excludeIDs
        self.explain = explain
    }

    enum CodingKeys: String, CodingKey {
        case source, explain, pageSize = "page_size", maxVideos = "max_videos", excludeIDs = "exclude_ids"
    }

    /// - Throws: The error that the service returns. Expressions are checked when they are compiled.
    public func validate() throws(APIError) {
        try source.validate()
        if let pageSize, !Self.pageSizes.contains(pageSize) {
            throw APIError(.invalidField, "A page must have 1 to 100 items.", field: "page_size")
        }
        if let maxVideos, maxVideos < 1 { throw APIError(.invalidField, "It must be at least 1.", field: "max_videos") }
        guard let excludeIDs else { return }
        if excludeIDs.count > Self.maxExcluded {
            throw APIError(.invalidField, "At most \(Self.maxExcluded) ids can be excluded.", field: "exclude_ids")
        }
        if let index = excludeIDs.firstIndex(where: { !OpaqueID.isWellFormed($0) }) {
            throw APIError(.invalidField, "This is not a valid id.", field: "exclude_ids[\(index)]")
        }
    }
}

/// The format of all ids: 1 to 16 letters, digits, `-` and `_`.
public enum OpaqueID {
    /// A regular expression for the format.
    public static let pattern = "^[A-Za-z0-9_-]{1,16}$"

    /// Whether a text has the format.
    public static func isWellFormed(_ id: String) -> Bool {
        (1...16).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}

extension FeedSource {
    /// Limits for the values of a source.
    public static let maxProducts = 100
    /// The maximum number of targeting attributes.
    public static let maxParameters = 32
    /// The maximum number of values of an attribute.
    public static let maxParameterValues = 64
    static let longestParameter = 128
    static let longestVAST = 256 * 1024

    func validate() throws(APIError) {
        switch type {
        case .discover, .following: break
        case .channel, .channelPersonalized: try require(channelID, "channel_id")
        case .playlist: try require(playlistID, "playlist_id")
        case .playlistGroup: try require(groupID, "group_id")
        case .dynamic:
            try require(channelID, "channel_id")
            try validateParameters()
        case .hashtag:
            try require(channelID, "channel_id")
            guard filter != nil else { throw Self.missing("filter") }
        case .sku:
            try require(channelID, "channel_id")
            guard let productIDs, (1...Self.maxProducts).contains(productIDs.count) else {
                throw APIError(.invalidField, "1 to \(Self.maxProducts) products are required.", field: "source.product_ids")
            }
            for (index, id) in productIDs.enumerated() where !(1...128).contains(id.utf8.count) || id.utf8.contains(0) {
                throw APIError(.invalidField, "This is not a valid product id.", field: "source.product_ids[\(index)]")
            }
        case .single: try require(contentID, "content_id")
        case .videoAds:
            try require(adChannelID, "ad_channel_id")
            if let vastXML, vastXML.utf8.count > Self.longestVAST {
                throw APIError(.invalidField, "A VAST document must be at most 256 KiB.", field: "source.vast_xml")
            }
        default: throw APIError(.invalidField, "This kind of feed is unknown.", field: "source.type")
        }
        // Ids that are not required must be well-formed too.
        for (id, field) in [(channelID, "channel_id"), (playlistID, "playlist_id"), (groupID, "group_id"), (contentID, "content_id")] {
            if let id, !OpaqueID.isWellFormed(id) { throw APIError(.invalidField, "This is not a valid id.", field: "source.\(field)") }
        }
    }

    private func validateParameters() throws(APIError) {
        let parameters = parameters ?? [:]
        guard parameters.count <= Self.maxParameters else {
            throw APIError(.invalidField, "At most \(Self.maxParameters) parameters are allowed.", field: "source.parameters")
        }
        for (key, values) in parameters {
            let isFit = values.count <= Self.maxParameterValues && (values + [key]).allSatisfy { Self.isFit($0) }
            guard isFit else {
                throw APIError(
                    .invalidField,
                    "A parameter can have at most \(Self.maxParameterValues) values of 1 to \(Self.longestParameter) bytes.",
                    field: "source.parameters")
            }
        }
    }

    private static func isFit(_ text: String) -> Bool {
        (1...longestParameter).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private func require(_ id: String?, _ field: String) throws(APIError) {
        guard let id else { throw Self.missing(field) }
        guard OpaqueID.isWellFormed(id) else { throw APIError(.invalidField, "This is not a valid id.", field: "source.\(field)") }
    }

    private static func missing(_ field: String) -> APIError {
        APIError(.invalidField, "This kind of feed requires it.", field: "source.\(field)")
    }
}
