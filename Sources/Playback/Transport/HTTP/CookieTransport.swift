// SPDX-License-Identifier: Apache-2.0

/// Wraps a transport so that all its requests share one cookie jar, for instance those of an item or a download.
///
/// A request that already has a jar keeps it, as does an HTTP transport configured with one.
public struct CookieTransport: Transport {
    public let jar: CookieJar
    private let base: any Transport

    public init(_ base: any Transport, jar: CookieJar = CookieJar()) {
        self.base = base
        self.jar = jar
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        request.cookies = request.cookies ?? jar
        return try await base.open(request)
    }
}
