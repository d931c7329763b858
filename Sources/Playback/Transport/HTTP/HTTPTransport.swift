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

/// `http` and `https`: HTTP/1.1 with connections kept alive, HTTP/2 where TLS agrees on it.
///
/// Redirects are followed here and not in the client below, because a player must know where it was led, keep ranges, and
/// never be led out of HTTP. All transports of a process share one thread; nothing of TLS is set up before the first
/// https address.
public final class HTTPTransport: Transport {
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    /// The rest of a body up to this length is read for the sake of its connection.
    private static let worthDraining = 16 << 10

    /// Segments are long: big reads mean fewer rounds through the loop and fewer chunks to hand on.
    private static let readSizes = AdaptiveRecvByteBufferAllocator(minimum: 4 << 10, initial: 32 << 10, maximum: 256 << 10)

    private let configuration: Configuration
    private let clients: HTTPClients
    /// Origins that have answered: a connection that breaks without an answer may have been a kept one that grew old.
    private let known = Mutex<Set<String>>([])
    private let credentials = CredentialStore()
    /// Requests that are made for one because the server wants a name and a password: without, with, and with a new nonce.
    private static let mostTries = 3

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
        var trail = RedirectTrail(request.url, allowsDowngrade: configuration.allowsDowngrade, maximum: configuration.maximumRedirects)
        let began = Instant.monotonic
        while true {
            let address = try HTTPAddress(trail.url)
            if !address.isSecure, !configuration.plainHTTP.allows(host: address.host) {
                throw TransportError(
                    .refused, url: trail.url,
                    message: "Plain HTTP to \(address.host) is not allowed here. Use https, or give the player a transport that allows it.")
            }
            let (message, answer) = try await message(request, address: address, trail: trail)
            let (transfer, head) = try await exchange(message, request, address: address, trail: trail, began: began)
            let headers = TransportHeaders(head.headers.map { .init(name: $0.name, value: $0.value) })
            let status = Int(head.status.code)
            jar(for: request)?.take(headers.values("Set-Cookie"), from: address, at: wallClockSeconds())
            if RedirectTrail.isRedirect(status) {
                transfer.releaseUnread(upTo: Self.worthDraining)
                try trail.follow(headers["Location"])
                if status == 303 || (status < 303 && request.method == .post) { request.turnIntoGet() }
                continue
            }
            if status == 401, tries < Self.mostTries,
                credentials.take(headers.values("WWW-Authenticate"), origin: address.origin, answer: answer)
            {
                transfer.releaseUnread(upTo: Self.worthDraining)
                tries += 1
                continue
            }
            if status >= 400, !request.answersFailures {
                transfer.releaseUnread(upTo: Self.worthDraining)
                throw .status(
                    status, reason: head.status.reasonPhrase, url: trail.url, headers: headers, hadCredentials: answer != nil)
            }
            do throws(TransportError) {
                return try response(to: request, status: status, headers: headers, url: trail.url, transfer: transfer)
            } catch {
                transfer.cancel()
                throw error
            }
        }
    }

    private func exchange(
        _ message: HTTPClient.Request, _ request: TransportRequest, address: HTTPAddress, trail: RedirectTrail, began: Instant
    ) async throws(TransportError) -> (HTTPTransfer, HTTPResponseHead) {
        let client = try clients.client(for: address)
        var mayBeStale = (request.method == .get || request.method == .head) && known.withLock { $0.contains(address.origin) }
        while true {
            let transfer = HTTPTransfer(
                url: trail.url, limits: request.limits, firstBegan: began, buffered: configuration.bufferedBytes, loop: Self.threads.any())
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

    /// - Returns: the message, and the answer to the server's challenge that it has.
    private func message(
        _ request: TransportRequest, address: HTTPAddress, trail: RedirectTrail
    ) async throws(TransportError) -> (HTTPClient.Request, answer: String?) {
        var headers: TransportHeaders = ["User-Agent": configuration.userAgent, "Accept": "*/*"]
        if configuration.compression, request.acceptsCompression, request.span == nil { headers.add("Accept-Encoding", "gzip, deflate") }
        if let span = request.span { headers.add("Range", "bytes=\(span.offset)-\(span.lastByte.map(String.init) ?? "")") }
        if let cookies = jar(for: request)?.header(for: address, at: wallClockSeconds()) { headers.add("Cookie", cookies) }
        if !trail.hasLeftOrigin {
            headers.replace(with: configuration.headers)
            if let hook = configuration.headerHook { headers.replace(with: await hook(request)) }
            headers.replace(with: request.headers)
        }
        var target = trail.url
        if !request.commonMediaClientData.isEmpty {
            let facts = CommonMediaClientData(pairs: request.commonMediaClientData)
            switch configuration.commonMediaClientData {
            case .off: break
            case .headers: headers.replace(with: facts.headers)
            case .query: target = address.adding(query: facts.query)
            }
        }
        var answer: String?
        // What the application says itself comes first.
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
