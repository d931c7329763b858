// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxMail

/// A provider with whose accounts people sign in to Studio (OpenID Connect Core 1.0).
public struct OpenIDSettings: Hashable, Sendable {
    /// Its number in the configuration, which is part of the addresses of this service that it sends browsers to.
    var id = "1"
    /// For display.
    var name: String
    /// Exactly as in the provider's own documents.
    var issuer: String
    var clientID: String
    /// Nil for a client that has none; PKCE protects it all the same.
    var clientSecret: String?
    /// Only people with addresses of these domains sign in; empty for any.
    var domains: [String] = []
    /// The role of people who were not invited; nil to refuse them.
    var role: StudioRole?
    /// The business whose people sign in with this provider; nil for people of any.
    var businessID: String?
    /// Whether a second factor that the provider has checked counts as the second step.
    var trustsSecondFactor = false

    init(name: String, issuer: String, clientID: String) { (self.name, self.issuer, self.clientID) = (name, issuer, clientID) }

    /// Whether an address may be requested or opened: with TLS, unless the provider runs on this machine.
    func allows(_ address: String) -> Bool {
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty, url.user == nil, url.fragment == nil else {
            return false
        }
        return url.scheme == "https" || (url.scheme == "http" && SMTPServer.isLoopback(host) && isLocal)
    }

    private var isLocal: Bool { issuer.hasPrefix("http://") }

    /// Whether it is the provider's own host, which the operator has named.
    func isOwn(_ address: String) -> Bool {
        URL(string: address)?.host()?.lowercased() == URL(string: issuer)?.host()?.lowercased()
    }

    /// - Parameter email: as ``PersonRecord/normalized(email:)`` returns it.
    func accepts(email: String) -> Bool {
        domains.isEmpty || email.lastIndex(of: "@").map { domains.contains(String(email[email.index(after: $0)...])) } ?? false
    }
}

/// Why a person can't sign in with a provider, as shown to that person.
struct SignInRefusal: Error, Hashable, CustomStringConvertible {
    /// Cause and remedy.
    var description: String
    /// Whether the provider is at fault, so that trying again may help.
    var isUnavailable = false

    init(_ description: String, isUnavailable: Bool = false) { (self.description, self.isUnavailable) = (description, isUnavailable) }
}
