// SPDX-License-Identifier: Apache-2.0

/// Another transport, whose requests share the cookies of one jar: those of an item that is played, or of a download.
///
/// A request that has a jar already keeps it; so does an HTTP transport that is configured with one.
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
