// SPDX-License-Identifier: Apache-2.0

/// A steering manifest of a content steering server (RFC 8216bis 7.2).
public struct SteeringManifest: Hashable, Sendable {
    /// A pathway derived from another one's URLs (RFC 8216bis 7.3).
    public struct Clone: Hashable, Sendable {
        /// BASE-ID: the pathway whose URLs are used.
        public var baseID: String
        /// ID: the new pathway.
        public var id: String
        /// Replaces the host of all URLs; nil keeps it.
        public var host: String?
        /// Query parameters to add or replace, by name.
        public var parameters: [Parameter]
        /// Complete URLs for variants and renditions by stable ID.
        public var variantURIs: [StableURI]
        /// See ``variantURIs``.
        public var renditionURIs: [StableURI]

        public init(
            baseID: String, id: String, host: String? = nil, parameters: [Parameter] = [], variantURIs: [StableURI] = [],
            renditionURIs: [StableURI] = []
        ) {
            self.baseID = baseID
            self.id = id
            self.host = host
            self.parameters = parameters
            self.variantURIs = variantURIs
            self.renditionURIs = renditionURIs
        }
    }

    /// A query parameter.
    public struct Parameter: Hashable, Sendable {
        /// The name, encoded as in a URL.
        public var name: String
        /// The value, encoded as in a URL.
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The URL of one variant or rendition in a clone.
    public struct StableURI: Hashable, Sendable {
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID.
        public var stableID: String
        /// The complete URL.
        public var uri: String
        public init(stableID: String, uri: String) {
            self.stableID = stableID
            self.uri = uri
        }
    }

    /// Seconds until it must be reloaded.
    public var timeToLive: Double
    /// The URL for the next load; nil is the same URL.
    public var reloadURI: URIReference?
    /// Pathways in order of preference.
    public var pathwayPriority: [String]
    /// PATHWAY-CLONES: pathways that the playlist doesn't have.
    public var clones: [Clone]

    public init(timeToLive: Double = 300, reloadURI: URIReference? = nil, pathwayPriority: [String], clones: [Clone] = []) {
        self.timeToLive = timeToLive
        self.reloadURI = reloadURI
        self.pathwayPriority = pathwayPriority
        self.clones = clones
    }
}
