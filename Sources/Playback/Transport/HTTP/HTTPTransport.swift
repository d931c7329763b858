// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization
import WindowboxMedia
import WindowboxStreaming

/// A transport for `http` and `https`: HTTP/1.1 with persistent connections, HTTP/2 if negotiated in TLS.
///
/// It follows redirects itself, not in the client below, because a player must know the final URL, keep byte ranges, and never be
/// redirected out of HTTP. All transports of a process share one thread. TLS isn't initialised before the first https URL.
public final class HTTPTransport: Transport {
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    /// The rest of a body up to this length is read to keep its connection.
    private static let worthDraining = 16 << 10

    /// Segments are long: large reads need fewer iterations of the event loop and fewer chunks.
    private static let readSizes = AdaptiveRecvByteBufferAllocator(minimum: 4 << 10, initial: 32 << 10, maximum: 256 << 10)

    private let configuration: Configuration
    private let clients: HTTPClients
    /// Origins that have responded: if a connection to one breaks without a response, it may have been a stale persistent one.
    private let known = Mutex<Set<String>>([])
    private let credentials = CredentialStore()
    /// Attempts for one request if the server requires credentials: without them, with them, and with a new nonce.
    private static let maximumAttempts = 3

    public init(_ configuration: Configuration = .init()) {
        self.configuration = configuration
        clients = HTTPClients(configuration.proxies) { proxy in
            HTTPClient(eventLoopGroupProvider: .shared(Self.threads), configuration: Self.settings(configuration, proxy))
        }
    }

    private static func settings(_ configuration: Configuration, _ proxy: HTTPProxy?) -> HTTPClient.Configuration {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(30), read: nil),
            decompression: configuration.compression ? .enabled(limit: .ratio(200)) : .disabled)
        settings.connectionPool.idleTimeout = .nanoseconds(Int64(configuration.keepAlive * 1e9))
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerHost
        settings.connectionPool.retryConnectionEstablishment = false
        settings.tracing.tracer = nil
        if let file = configuration.trustedAuthorities {
            var security = TLSConfiguration.makeClientConfiguration()
            security.additionalTrustRoots = [.file(file)]
            settings.tlsConfiguration = security
        }
        settings.proxy = proxy.map { proxy in
            switch proxy.kind {
            case .http:
                .server(
                    host: proxy.host, port: proxy.port,
                    authorization: proxy.user.map { .basic(username: $0, password: proxy.password ?? "") })
            case .socks5: .socksServer(host: proxy.host, port: proxy.port)
            }
        }
        settings.http1_1ConnectionDebugInitializer = { channel in
            channel.setOption(.recvAllocator, value: Self.readSizes).flatMapThrowing {
                try channel.pipeline.syncOperations.addHandler(ShoutcastStatusLine(), position: .first)
            }
        }
        return settings
    }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.checkSpan()
        var request = credentials.strip(request)
        var tries = 1
        var redirects = RedirectChain(request.url, allowsDowngrade: configuration.allowsDowngrade, maximum: configuration.maximumRedirects)
        let began = Instant.monotonic
        while true {
            let address = try HTTPAddress(redirects.url)
            if !address.isSecure, !configuration.plainHTTP.allows(host: address.host) {
                throw TransportError(
                    .refused, url: redirects.url,
                    message: "Plain HTTP to \(address.host) is not allowed here. Use https, or give the player a transport that allows it.")
            }
            let (message, answer) = try await message(request, address: address, redirects: redirects)
            let (transfer, head) = try await exchange(message, request, address: address, redirects: redirects, began: began)
            let headers = TransportHeaders(head.headers.map { .init(name: $0.name, value: $0.value) })
            let status = Int(head.status.code)
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
            if status >= 400, !request.answersFailures {
                transfer.releaseUnread(upTo: Self.worthDraining)
                throw .status(
                    status, reason: head.status.reasonPhrase, url: redirects.url, headers: headers, hadCredentials: answer != nil)
            }
            do throws(TransportError) {
                return try response(to: request, status: status, headers: headers, url: redirects.url, transfer: transfer)
            } catch {
                transfer.cancel()
                throw error
            }
        }
    }

    private func exchange(
        _ message: HTTPClient.Request, _ request: TransportRequest, address: HTTPAddress, redirects: RedirectChain, began: Instant
    ) async throws(TransportError) -> (HTTPTransfer, HTTPResponseHead) {
        let client = try clients.client(for: address)
        var mayBeStale = (request.method == .get || request.method == .head) && known.withLock { $0.contains(address.origin) }
        while true {
            let transfer = HTTPTransfer(
                url: redirects.url, limits: request.limits, firstBegan: began, buffered: configuration.bufferedBytes,
                loop: Self.threads.any())
            do throws(TransportError) {
                let head = try await transfer.start(message, with: client)
                if !mayBeStale { known.withLock { _ = $0.insert(address.origin) } }
                return (transfer, head)
            } catch {
                guard mayBeStale, error.cause == .connection else { throw error }
                mayBeStale = false
            }
        }
    }

    private func jar(for request: TransportRequest) -> CookieJar? {
        configuration.acceptsCookies ? configuration.cookies ?? request.cookies : nil
    }

    /// - Returns: the message, and the `Authorization` value derived from the server's challenge.
    private func message(
        _ request: TransportRequest, address: HTTPAddress, redirects: RedirectChain
    ) async throws(TransportError) -> (HTTPClient.Request, answer: String?) {
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
        var answer: String?
        // The application's own value takes precedence.
        if headers["Authorization"] == nil {
            answer = credentials.answer(
                origin: address.origin, method: request.method.name, target: try HTTPAddress(target).target)
            headers["Authorization"] = answer
        }
        do {
            let message = try HTTPClient.Request(
                url: target, method: .init(rawValue: request.method.name),
                headers: HTTPHeaders(headers.fields.map { ($0.name, $0.value) }),
                body: request.payload.map { .byteBuffer(ByteBuffer(bytes: $0)) })
            return (message, answer)
        } catch {
            throw TransportError(error, url: target, progress: nil)
        }
    }
}

extension TransportRequest {
    fileprivate mutating func turnIntoGet() {
        if method != .head { method = .get }
        payload = nil
    }
}
