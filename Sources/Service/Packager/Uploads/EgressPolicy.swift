// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore

/// Decides whether a client's URL may be requested, and to which address to connect.
///
/// A name is resolved here, all its addresses are checked, and the connection uses a checked address, so that the
/// name can't resolve differently a moment later.
struct EgressPolicy: Sendable {
    let rule: AddressPolicy
    let lookUp: @Sendable (String) async throws -> [RemoteAddress]

    /// - Returns: the URL, and the address to connect to.
    func target(_ text: String) async throws -> (URL, RemoteAddress) {
        guard text.utf8.count <= 4096, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            url.user == nil, url.password == nil, var host = url.host, !host.isEmpty
        else { throw UploadError(.address, "Enter an http or https address without a password in it.") }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let found: [RemoteAddress]
        do { found = try await lookUp(host) } catch {
            try Task.checkCancellation()
            found = []
        }
        guard let first = found.first else { throw UploadError(.fetch, "There is no host with that name. Check the address.") }
        // One forbidden address is enough, because the owner of the name controls their order.
        guard found.allSatisfy(rule.isAllowed) else {
            throw UploadError(
                .address, "The address is in a network that this service may not access. Use a public one.")
        }
        return (url, first)
    }

    /// Doesn't follow redirects, which must be checked first.
    static func client(for url: URL, at remote: RemoteAddress, silence: Double) -> HTTPClient {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .nanoseconds(Int64(silence * 1e9))),
            decompression: .disabled)
        settings.tracing.tracer = nil
        if let host = url.host { settings.dnsOverride = [host: remote.description] }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }
}
