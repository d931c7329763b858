// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore

/// Says whether an address that somebody gave may be asked, and where in the network that is.
///
/// A name is looked up here, all that it leads to is judged, and the connection goes to the very address that was judged, so that a
/// name can't lead elsewhere a moment later.
struct EgressPolicy: Sendable {
    let rule: AddressRule
    let lookUp: @Sendable (String) async throws -> [NetworkAddress]

    /// - Returns: the address of the network that the connection goes to.
    func target(_ text: String) async throws -> (URL, NetworkAddress) {
        guard text.utf8.count <= 4096, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            url.user == nil, url.password == nil, var host = url.host, !host.isEmpty
        else { throw UploadError(.address, "The address is no http or https address without a password in it.") }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let found: [NetworkAddress]
        do { found = try await lookUp(host) } catch {
            try Task.checkCancellation()
            found = []
        }
        guard let first = found.first else { throw UploadError(.fetch, "There is no host of that name. Check the address.") }
        // One that is not allowed among them is enough: whose name it is decides which one comes first.
        guard found.allSatisfy(rule.isAllowed) else {
            throw UploadError(
                .address, "The address leads into a network that this service doesn't ask. Use one that everybody can reach.")
        }
        return (url, first)
    }

    /// Follows no redirect: where they lead is judged first.
    static func client(for url: URL, at place: NetworkAddress, silence: Double) -> HTTPClient {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .nanoseconds(Int64(silence * 1e9))),
            decompression: .disabled)
        settings.tracing.tracer = nil
        if let host = url.host { settings.dnsOverride = [host: place.description] }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }
}
