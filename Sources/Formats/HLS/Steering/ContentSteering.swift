// SPDX-License-Identifier: Apache-2.0

/// The content steering server (EXT-X-CONTENT-STEERING, RFC 8216bis 4.4.6.6).
public struct ContentSteering: Hashable, Sendable {
    /// Where the steering manifest is.
    public var serverURI: URIReference
    /// The pathway to use until the first steering manifest is loaded.
    public var pathwayID: String?

    public init(serverURI: URIReference, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}
