// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import WindowboxHLS
import WindowboxPackager

/// Fetches from configured origins over persistent connections, and from elsewhere only from permitted addresses.
struct OriginClient: Sendable {
    let rule: OriginRule
    let elsewhere: EgressFetcher

    /// Lives as long as the process, because persistent connections make origins fast.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .enabled(limit: .ratio(200)))
        configuration.timeout = .init(connect: .seconds(2))
        configuration.connectionPool.idleTimeout = .seconds(30)
        configuration.tracing.tracer = nil
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
    private static let redirects = 3

    /// Fetches from a configured origin.
    func origin(_ request: RemoteRequest) async throws -> RemoteDocument {
        var request = request
        for _ in 0...Self.redirects {
            guard rule.allows(request.url) else { throw OriginError.refused(request.url) }
            let (document, next) = try await Self.load(request)
            guard let next else { return document }
            request.url = URIResolver.resolve(next, against: request.url)
        }
        throw OriginError.malformed(request.url, "redirects too often. Use the final address.")
    }

    /// Fetches from a configured origin or a permitted address.
    func anywhere(_ request: RemoteRequest) async throws -> RemoteDocument {
        if rule.allows(request.url) { return try await origin(request) }
        let response = try await send(request)
        guard response.status == 200 else { throw OriginError.status(response.status, request.url) }
        return response
    }

    /// Fetches from a permitted address, whatever the status.
    func send(_ request: RemoteRequest) async throws -> RemoteDocument {
        do {
            let response = try await elsewhere.get(
                request.url, fields: request.fields, seconds: request.timeout, maxBytes: request.maxBytes)
            return RemoteDocument(status: response.status, bytes: response.bytes, url: response.url)
        } catch let error as UploadError {
            switch error.code {
            case .tooLarge: throw OriginError.tooLarge(request.url, request.maxBytes)
            case .address: throw OriginError.refused(request.url)
            default: throw OriginError.unreachable(request.url, error.description)
            }
        }
    }

    private static func load(_ request: RemoteRequest) async throws -> (RemoteDocument, next: String?) {
        var message = HTTPClientRequest(url: request.url)
        message.headers.add(name: "User-Agent", value: "Windowbox/0.1")
        message.headers.add(name: "Accept-Encoding", value: "gzip")
        for (name, value) in request.fields { message.headers.add(name: name, value: value) }
        do {
            let response = try await client.execute(message, timeout: .nanoseconds(Int64(request.timeout * 1e9)))
            let status = Int(response.status.code)
            if [301, 302, 303, 307, 308].contains(status), let next = response.headers.first(name: "Location") {
                return (RemoteDocument(status: status, bytes: [], url: request.url), next)
            }
            guard status == 200 else { throw OriginError.status(status, request.url) }
            let body = try await response.body.collect(upTo: request.maxBytes)
            return (RemoteDocument(status: status, bytes: Array(body.readableBytesView), url: request.url), nil)
        } catch let fault as OriginError { throw fault } catch is NIOTooManyBytesError {
            throw OriginError.tooLarge(request.url, request.maxBytes)
        } catch let error as HTTPClientError where [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error) {
            throw OriginError.timeout(request.url, request.timeout)
        } catch { throw OriginError.unreachable(request.url, "\(error)") }
    }
}
