// SPDX-License-Identifier: Apache-2.0

/// Routes each request to the transport for its URL.
///
/// The application's own loader comes first, then the scheme decides. Network content can't refer to files: requests whose
/// ``TransportRequest/referrer`` is an http, https or icy URL are refused for `file:` URLs and plain paths. So are those whose referrer is
/// a `data:` URL, because its content may come from anywhere.
public struct RoutingTransport: Transport {
    /// Returns the transport for a request; nil leaves it to the scheme.
    public typealias Loader = @Sendable (TransportRequest) -> (any Transport)?

    private let schemes: [String: any Transport]
    private let files: (any Transport)?
    private let loader: Loader?

    /// - Parameters:
    ///   - files: for `file:` URLs and plain paths; nil forbids them.
    ///   - schemes: transports for private schemes, in lower case; they may also replace those for `http`, `https` and `data`.
    public init(
        http: any Transport = HTTPTransport(), files: (any Transport)? = FileTransport(), schemes: [String: any Transport] = [:],
        loader: Loader? = nil
    ) {
        self.schemes = ["http": http, "https": http, "data": DataTransport()].merging(schemes) { _, own in own }
        self.files = files
        self.loader = loader
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if let own = loader?(request) { return try await own.open(request) }
        try checkAddress(request.url)
        let scheme = addressScheme(request.url) ?? "file"
        if let transport = schemes[scheme] { return try await transport.open(request) }
        // Radio directories write the addresses of SHOUTcast servers this way.
        if scheme == "icy", let transport = schemes["http"] {
            var request = request
            request.url = "http" + request.url.dropFirst(scheme.count)
            return try await transport.open(request)
        }
        let referrer = request.referrer.flatMap(addressScheme)
        let isLocal = referrer.map { !["http", "https", "icy", "data"].contains($0) } ?? true
        if referrer == "data", addressScheme(request.url) == nil, !request.url.hasPrefix("/") {
            throw TransportError(
                .address, url: request.url,
                message: "A document in a data URL has no place that a relative address could refer to. Write absolute URLs in it.")
        }
        guard scheme == "file" else {
            // It may be the name of a file that contains a colon.
            if let files, isLocal, !request.url.contains("://") {
                do throws(TransportError) { return try await files.open(request) } catch {
                    guard error.cause == .notFound else { throw error }
                }
            }
            throw TransportError(
                .address, url: request.url,
                message: "URLs with the scheme \"\(scheme)\" aren't supported, and there is no file of that name. Give the player a loader "
                    + "for them, or check the spelling.")
        }
        guard let files, isLocal else {
            throw TransportError(.refused, url: request.url, message: "Local files may not be read from here.")
        }
        return try await files.open(request)
    }

    /// Rejects texts that are obviously meant as a URL rather than a path.
    private func checkAddress(_ url: String) throws(TransportError) {
        if url.allSatisfy(\.isWhitespace) {
            throw TransportError(.address, url: url, message: "The URL is empty. Give a URL or the path of a file.")
        }
        guard addressScheme(url) == nil, let mark = url.firstRange(of: "://"), !url[..<mark.lowerBound].contains("/") else { return }
        throw TransportError(
            .address, url: url,
            message: "\"\(url[..<mark.lowerBound].prefix(40))\" is not a valid URL scheme. Check the spelling of the URL.")
    }
}
