// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Fetches a small document from a client's URL, only from permitted addresses; see ``RemoteDownloader``.
public struct EgressFetcher: Sendable {
    public struct Response: Sendable {
        public var status: Int
        public var bytes: [UInt8]
        /// The final URL after redirects.
        public var url: String
    }

    let egressPolicy: EgressPolicy
    private static let redirects = 5

    public init(rule: AddressPolicy = .publicOnly) { self.init(rule: rule, lookUp: NameLookup.addresses) }

    init(rule: AddressPolicy, lookUp: @escaping @Sendable (String) async throws -> [RemoteAddress]) {
        egressPolicy = EgressPolicy(rule: rule, lookUp: lookUp)
    }

    /// Fetches it, and follows redirects after checking each.
    /// - Parameters:
    ///   - address: an http or https URL.
    ///   - fields: header fields of the request.
    ///   - seconds: the total timeout.
    ///   - maxBytes: the limit of the response body.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``UploadError``: `address_refused` for a forbidden URL, `fetch_failed` if there is no response in
    ///   time, `too_large` for a response above the limit.
    public func get(_ address: String, fields: [(name: String, value: String)] = [], seconds: Double, maxBytes: Int) async throws
        -> Response
    {
        try await withThrowingTaskGroup(of: Response.self) { group in
            group.addTask { try await follow(address, fields, seconds, maxBytes) }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw UploadError(.fetch, "The server took more than \(seconds) s.")
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private func follow(_ address: String, _ fields: [(name: String, value: String)], _ seconds: Double, _ maxBytes: Int) async throws
        -> Response
    {
        var address = address
        for _ in 0...Self.redirects {
            let (url, remote) = try await egressPolicy.target(address)
            let client = EgressPolicy.client(for: url, at: remote, silence: seconds)
            let result: Result<(Response, next: String?), any Error>
            do { result = .success(try await Self.load(url, fields, seconds, maxBytes, with: client)) } catch { result = .failure(error) }
            try? await client.shutdown()
            let (response, next) = try result.get()
            guard let next else { return response }
            guard let led = URL(string: next, relativeTo: url)?.absoluteURL, !(url.scheme == "https" && led.scheme == "http") else {
                throw UploadError(.fetch, "The address redirects to one that can't be followed.")
            }
            address = led.absoluteString
        }
        throw UploadError(.fetch, "The address redirects more than \(Self.redirects) times.")
    }

    private static func load(
        _ url: URL, _ fields: [(name: String, value: String)], _ seconds: Double, _ maxBytes: Int, with client: HTTPClient
    ) async throws -> (Response, next: String?) {
        var request = HTTPClientRequest(url: url.absoluteString)
        for (name, value) in fields { request.headers.replaceOrAdd(name: name, value: value) }
        if !request.headers.contains(name: "User-Agent") { request.headers.add(name: "User-Agent", value: "Windowbox/0.1") }
        do {
            let response = try await client.execute(request, timeout: .nanoseconds(Int64(seconds * 1e9)))
            let status = Int(response.status.code)
            if [301, 302, 303, 307, 308].contains(status), let next = response.headers.first(name: "Location") {
                return (Response(status: status, bytes: [], url: url.absoluteString), next)
            }
            let body = try await response.body.collect(upTo: maxBytes)
            return (Response(status: status, bytes: Array(body.readableBytesView), url: url.absoluteString), nil)
        } catch is NIOTooManyBytesError {
            throw UploadError(.tooLarge, "The server's answer has more than \(maxBytes) bytes.")
        } catch {
            try Task.checkCancellation()
            throw UploadError(.fetch, "The address can't be fetched: \(error).")
        }
    }
}
