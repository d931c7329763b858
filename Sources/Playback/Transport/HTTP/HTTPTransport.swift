// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// A transport for `http` and `https`: HTTP/1.1 with persistent connections, HTTP/2 if negotiated in TLS.
///
/// libcurl does the exchanges. Redirects are followed here, because a player must know the final URL, keep byte ranges, and never be
/// redirected out of HTTP. All transports of a process share one thread. libcurl isn't loaded before the first http or https URL.
public final class HTTPTransport: Transport {
    /// The rest of a body up to this length is read to keep its connection.
    private static let worthDraining = 16 << 10

    private let configuration: Configuration
    private let connections: HTTPConnections
    private let credentials: CredentialStore
    /// Attempts for one request if the server requires credentials: without them, with them, and with a new nonce.
    private static let maximumAttempts = 3
    /// Questions to the user for one request, each after the credentials of the one before were refused.
    private static let maximumQuestions = 20

    public init(_ configuration: Configuration = .init()) {
        self.configuration = configuration
        credentials = configuration.credentials ?? CredentialStore()
        connections = HTTPConnections(
            perHost: configuration.connectionsPerHost, keepAlive: configuration.keepAlive,
            trustedAuthorities: configuration.trustedAuthorities)
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.checkSpan()
        var request = credentials.strip(request)
        var (tries, questions) = (1, 0)
        var redirects = RedirectChain(request.url, allowsDowngrade: configuration.allowsDowngrade, maximum: configuration.maximumRedirects)
        var began = Instant.monotonic
        while true {
            let address = try HTTPAddress(redirects.url)
            if !address.isSecure, !configuration.plainHTTP.allows(host: address.host) {
                throw TransportError(
                    .refused, url: redirects.url,
                    message: "Plain HTTP to \(address.host) is not allowed here. Use https, or give the player a transport that allows it.")
            }
            let (message, answer) = try await message(request, address: address, redirects: redirects)
            let transfer = HTTPTransfer(
                url: redirects.url, limits: request.limits, firstBegan: began, buffered: configuration.bufferedBytes)
            let head = try await transfer.start(message, on: connections)
            let (headers, status) = (head.headers, head.status)
            jar(for: request)?.take(headers.values("Set-Cookie"), from: address, at: wallClockSeconds())
            if RedirectChain.isRedirect(status) {
                transfer.releaseUnread(upTo: Self.worthDraining)
                try redirects.follow(headers["Location"])
                if status == 303 || (status < 303 && request.method == .post) { request.turnIntoGet() }
                continue
            }
            if status == 401, tries < Self.maximumAttempts,
                credentials.take(headers.values("WWW-Authenticate"), origin: address.origin, answer: answer)
            {
                transfer.releaseUnread(upTo: Self.worthDraining)
                tries += 1
                continue
            }
            // The application's own value, which no answer replaces, was refused.
            let isOwn = answer == nil && message.headers["Authorization"] != nil
            if status == 401, questions < Self.maximumQuestions, configuration.asksForCredentials, !request.answersFailures, !isOwn {
                transfer.releaseUnread(upTo: Self.worthDraining)
                let fields = headers.values("WWW-Authenticate")
                if try await credentials.ask(fields, at: address, answer: answer, for: request) {
                    (tries, questions) = (1, questions + 1)
                    // The user may take long.
                    began = .monotonic
                    continue
                }
            }
            // Other redirections answer questions that a player doesn't ask (RFC 9110 15.4), but an application's headers may be conditional.
            let isUnchanged = status == 304 && (request.headers["If-None-Match"] ?? request.headers["If-Modified-Since"]) != nil
            if status >= 300, !isUnchanged, !request.answersFailures {
                transfer.releaseUnread(upTo: Self.worthDraining)
                throw .status(
                    status, phrase: head.phrase, url: redirects.url, headers: headers, hadCredentials: answer != nil)
            }
            do throws(TransportError) {
                return try response(to: request, status: status, headers: headers, url: redirects.url, transfer: transfer)
            } catch {
                transfer.cancel()
                throw error
            }
        }
    }

    private func jar(for request: TransportRequest) -> CookieJar? {
        configuration.acceptsCookies ? configuration.cookies ?? request.cookies : nil
    }

    /// - Returns: the message, and the credentials that answer the server's challenge in it.
    private func message(
        _ request: TransportRequest, address: HTTPAddress, redirects: RedirectChain
    ) async throws(TransportError) -> (HTTPMessage, answer: CredentialStore.Answer?) {
        var headers: TransportHeaders = ["User-Agent": configuration.userAgent, "Accept": "*/*"]
        if configuration.compression, request.acceptsCompression, request.span == nil { headers.add("Accept-Encoding", "gzip, deflate") }
        if let span = request.span { headers.add("Range", "bytes=\(span.offset)-\(span.lastByte.map(String.init) ?? "")") }
        if let cookies = jar(for: request)?.header(for: address, at: wallClockSeconds()) { headers.add("Cookie", cookies) }
        if !redirects.hasLeftOrigin {
            headers.replace(with: configuration.headers)
            if let hook = configuration.headerHook { headers.replace(with: await hook(request)) }
            headers.replace(with: request.headers)
        }
        var target = redirects.url
        if !request.commonMediaClientData.isEmpty {
            let facts = ClientDataFields(pairs: request.commonMediaClientData)
            switch configuration.commonMediaClientData {
            case .off: break
            case .headers: headers.replace(with: facts.headers)
            case .query: target = address.adding(query: facts.query)
            }
        }
        var answer: CredentialStore.Answer?
        // The application's own value takes precedence.
        if headers["Authorization"] == nil {
            answer = credentials.answer(
                origin: address.origin, method: request.method.name, target: try HTTPAddress(target).target)
            headers["Authorization"] = answer?.field
        }
        let message = try HTTPMessage(
            request, url: target, headers: headers, proxy: try configuration.proxies.proxy(for: address),
            decompresses: configuration.compression)
        return (message, answer)
    }
}

extension TransportRequest {
    fileprivate mutating func turnIntoGet() {
        if method != .head { method = .get }
        payload = nil
    }
}
