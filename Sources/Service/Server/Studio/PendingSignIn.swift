// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

/// Proves that the first factor was accepted. It opens only the page for the second one: sessions are made by ``StudioSessions``, with
/// another key.
struct PendingSignIn: Codable, Hashable, Sendable {
    var person: String
    /// The person's stamp at that time. A new password or a reset ends all pending sign-ins.
    var stamp: String
    /// What is recorded in the audit log when it is complete.
    var operation: String
    /// The Studio path to open then.
    var next: String?
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case person = "p", stamp = "m", operation = "o", next = "n", until = "e" }

    /// Seconds for which the second step can be taken.
    private static let seconds = 600

    init(_ person: PersonRecord, _ operation: String, next: String?, at now: Date) {
        (self.person, stamp, self.operation, self.next) = (person.id, person.stamp, operation, next)
        until = Int(now.timeIntervalSince1970) + Self.seconds
    }

    // MARK: Cookie

    private static let name = "windowbox_sign_in"

    /// - Returns: nil if there is none, or it has expired.
    init?(in fields: HTTPFields, isSecure: Bool, signer: TokenSigner, at now: Date) {
        guard let text = StudioCookie(Self.name, isSecure: isSecure).value(in: fields),
            let claim = signer.verify(Self.self, text, for: .secondStep), Double(claim.until) > now.timeIntervalSince1970
        else { return nil }
        self = claim
    }

    func setting(isSecure: Bool, signer: TokenSigner) throws -> String {
        StudioCookie(Self.name, isSecure: isSecure).setting(try signer.sign(self, for: .secondStep), seconds: Self.seconds)
    }

    static func clearing(isSecure: Bool) -> String { StudioCookie(name, isSecure: isSecure).setting("", seconds: 0) }
}

/// A cookie of Studio (RFC 6265).
struct StudioCookie: Sendable {
    let name: String
    private let isSecure: Bool

    /// - Parameter isSecure: whether the browser uses TLS. The cookie then has a name that neither another host of the domain nor a response
    ///   without TLS can set (RFC 6265bis, 4.1.3.2).
    init(_ name: String, isSecure: Bool) {
        self.name = isSecure ? "__Host-\(name)" : name
        self.isSecure = isSecure
    }

    /// - Parameter site: `Lax` for one that must arrive when another site sends the browser here.
    func setting(_ value: String, seconds: Int, site: String = "Strict") -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=\(site)\(isSecure ? "; Secure" : "")"
    }

    func value(in fields: HTTPFields) -> Substring? {
        for field in fields[values: .cookie] where field.utf8.count <= 8192 {
            for pair in field.split(separator: ";") {
                let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0] == name { return parts[1] }
            }
        }
        return nil
    }
}
