// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes

/// A sign-in that a browser has begun with a provider. It is kept in a cookie of that browser, so that nobody can finish the sign-in of
/// somebody else in it, or have a code used in another one.
struct PendingProviderSignIn: Codable, Hashable, Sendable {
    var provider: String
    /// Returned by the provider in the address.
    var state: String
    /// Returned by the provider in the ID token.
    var nonce: String
    /// Proves to the provider that the code is used by the client that requested it (RFC 7636).
    var verifier: String
    /// The address of this service to which the provider sends the browser.
    var redirect: String
    /// The Studio path to open then.
    var next: String?
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey {
        case provider = "p", state = "s", nonce = "n", verifier = "v", redirect = "r", next = "x", until = "e"
    }

    /// Seconds for signing in at the provider.
    static let seconds = 600

    init(_ provider: String, redirect: String, next: String?, at now: Date) {
        (self.provider, self.redirect, self.next) = (provider, redirect, next)
        (state, nonce, verifier) = (Self.random(), Self.random(), Self.random())
        until = Int(now.timeIntervalSince1970) + Self.seconds
    }

    private static func random() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL }

    /// The verifier's hash (RFC 7636, 4.2).
    var challenge: String { Data(SHA256.hash(data: Data(verifier.utf8))).base64URL }

    // MARK: Cookie

    private static let name = "windowbox_provider"

    /// - Returns: nil if there is none, or it has expired.
    init?(in fields: HTTPFields, isSecure: Bool, signer: TokenSigner, at now: Date) {
        guard let text = StudioCookie(Self.name, isSecure: isSecure).value(in: fields),
            let claim = signer.verify(Self.self, text, for: .providerSignIn), Double(claim.until) > now.timeIntervalSince1970
        else { return nil }
        self = claim
    }

    /// Lax, because the provider's site sends the browser here.
    func setting(isSecure: Bool, signer: TokenSigner) throws -> String {
        StudioCookie(Self.name, isSecure: isSecure).setting(
            try signer.sign(self, for: .providerSignIn), seconds: Self.seconds, site: "Lax")
    }

    static func clearing(isSecure: Bool) -> String { StudioCookie(name, isSecure: isSecure).setting("", seconds: 0, site: "Lax") }
}
