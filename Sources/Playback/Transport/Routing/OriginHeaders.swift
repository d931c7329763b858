// SPDX-License-Identifier: Apache-2.0

/// Adds header fields, such as a token, to the requests of one origin.
///
/// A playlist may refer to any host. The fields are never sent to another origin, whether from a playlist or a redirect.
public struct OriginHeaders: Transport {
    private let base: any Transport
    private let origin: String?
    private let headers: TransportHeaders

    /// - Parameters:
    ///   - base: performs the requests.
    ///   - headers: replace a request's own fields with the same names.
    ///   - url: an absolute http or https URL. The fields are sent only to its scheme, host and port (RFC 6454).
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
