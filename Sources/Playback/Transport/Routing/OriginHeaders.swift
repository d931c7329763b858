// SPDX-License-Identifier: Apache-2.0

/// Adds header fields, such as a token, to the requests of one origin.
///
/// A playlist may name any host. Fields that are meant for its own server never reach another: neither a host that the playlist
/// names, nor one that a redirect leads to.
public struct OriginHeaders: Transport {
    private let base: any Transport
    private let origin: String?
    private let headers: TransportHeaders

    /// - Parameters:
    ///   - base: makes the requests.
    ///   - headers: take the place of a request's own fields of the same names.
    ///   - url: an absolute http or https address. The fields go to its scheme, host and port (RFC 6454) only.
    public init(_ base: any Transport, headers: TransportHeaders, originOf url: String) {
        self.base = base
        self.headers = headers
        origin = try? HTTPAddress(url).origin
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        if let origin, (try? HTTPAddress(request.url).origin) == origin { request.headers.replace(with: headers) }
        return try await base.open(request)
    }
}
