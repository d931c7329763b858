// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends a request to a client's URL, only to permitted addresses; see ``RemoteDownloader``.
public struct WebhookClient: Sendable {
    private let egressPolicy: EgressPolicy

    public init(rule: AddressPolicy = .publicOnly) { self.init(rule: rule, lookUp: NameLookup.addresses) }

    init(rule: AddressPolicy, lookUp: @escaping @Sendable (String) async throws -> [RemoteAddress]) {
        egressPolicy = EgressPolicy(rule: rule, lookUp: lookUp)
    }

    /// Posts JSON. Redirects aren't followed, and only the response's status is read.
    /// - Parameter seconds: the total timeout.
    /// - Returns: the status.
    /// - Throws: ``UploadError`` with ``UploadError/Code/address`` for a forbidden URL, ``UploadError/Code/fetch`` if there is no response.
    public func post(_ json: String, to address: String, fields: [(name: String, value: String)], seconds: Double) async throws -> Int {
        let (url, remote) = try await egressPolicy.target(address)
        let client = EgressPolicy.client(for: url, at: remote, silence: seconds)
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: "Windowbox/0.1")
        request.headers.add(name: "Content-Type", value: "application/json")
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(string: json))
        do {
            let response = try await client.execute(request, timeout: .nanoseconds(Int64(seconds * 1e9)))
            let status = Int(response.status.code)
            try await client.shutdown()
            return status
        } catch {
            try? await client.shutdown()
            try Task.checkCancellation()
            throw UploadError(.fetch, "The address can't be reached: \(error).")
        }
    }
}
