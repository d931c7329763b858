// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

// given: import WindowboxPlayer
// given: import WindowboxSources
// given: let player = Player()
/// A service that returns a ``MediaComposition`` in JSON for the URN of a media item.
///
/// ```swift
/// let service = CompositionService(
///     address: "https://media.example.com/compositions/{urn}", headers: ["X-Application": "living-room"])
/// player.items = [.composition(urn: "urn:example:video:1", service: service)]
/// ```
public struct CompositionService: Sendable {
    /// The URL, with `{urn}` as a placeholder for the URN, as in `https://media.example.com/compositions/{urn}`. Without the placeholder,
    /// the URN is appended to the path.
    public var address: String
    /// Sent with every request.
    public var headers: TransportHeaders
    /// Added to the query of every request, in this order.
    public var parameters: [(name: String, value: String)]
    /// The transport for requests to the service; HTTPS only by default.
    public var transport: any Transport
    /// Time limits of each request.
    public var limits: StreamLoad.TimeLimits

    /// The maximum size of a composition in bytes.
    static let maximumBytes = 8 << 20

    public init(
        address: String, headers: TransportHeaders = [:], parameters: [(name: String, value: String)] = [],
        transport: any Transport = RoutingTransport.secure(), limits: StreamLoad.TimeLimits = .init()
    ) {
        self.address = address
        self.headers = headers
        self.parameters = parameters
        self.transport = transport
        self.limits = limits
    }

    /// The request URL for a media item.
    public func url(of urn: String, settings: PlaybackSettings = PlaybackSettings()) -> String {
        let name = urn.escaped
        var url = address.contains("{urn}") ? address.replacing("{urn}", with: name) : address + (address.hasSuffix("/") ? "" : "/") + name
        var query = parameters.map { "\($0.name.escaped)=\($0.value.escaped)" }
        if let source = settings.source { query.append("source=\(source.escaped)") }
        if !query.isEmpty { url += (url.contains("?") ? "&" : "?") + query.joined(separator: "&") }
        return url
    }

    /// Loads the composition of a media item.
    public func composition(
        of urn: String, settings: PlaybackSettings = PlaybackSettings()
    ) async throws(SourceError) -> MediaComposition {
        let composition: MediaComposition = try await JSONRequest(
            url: url(of: urn, settings: settings), headers: headers, limits: limits, maximumBytes: Self.maximumBytes
        ).document(from: transport)
        return settings.isStandalone ? composition.standalone : composition
    }
}

extension String {
    /// Percent-encoded for one part of a path or query; the colons of a URN are kept (RFC 3986 3.3).
    var escaped: String { PercentEncoding.encoded(self, keeping: UInt8(ascii: ":")) }
}
