// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A stored account of somebody who works in Studio.
struct PersonRecord: StoredResource {
    /// A link for setting a password that wasn't used yet.
    struct PendingInvitation: Codable, Hashable, Sendable {
        /// A hash of the link's secret. A fast hash is enough, because secrets are too long to be guessed.
        var hash: String
        var until: Date
    }

    static let kind = "person"
    /// Derived from the address, so that it exists only once, whatever two requests do at the same time.
    var id: String
    var businessID: String
    var email: String
    var name: String
    var role: StudioRole
    var createdAt: Date
    /// Made by ``PasswordHasher``; nil before a password is set.
    var passwordHash: String?
    /// Sessions with another stamp have ended.
    var stamp = OpaqueID.make()
    var invitation: PendingInvitation?
    var lastSignInAt: Date?

    var parentID: String { businessID }

    init(_ request: PersonRequest, email: String, business: String, at now: Date) {
        (id, businessID, self.email, name, role, createdAt) = (Self.id(of: email), business, email, request.name, request.role, now)
    }

    /// - Parameter email: as ``normalized(email:)`` returns it.
    static func id(of email: String) -> String { String(Data(SHA256.hash(data: Data("person \(email)".utf8))).base64URL.prefix(16)) }

    /// The address in the form in which it is stored and compared; nil if it isn't one.
    static func normalized(email: String) -> String? {
        let text = email.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
        return EntryRule.isEmail(text) ? text : nil
    }

    func presented(at now: Date) -> Person {
        var person = Person(id: id, businessID: businessID, email: email, name: name, role: role, createdAt: createdAt)
        (person.isActive, person.lastSignInAt) = (passwordHash != nil, lastSignInAt)
        person.invitedUntil = invitation.flatMap { $0.until > now ? $0.until : nil }
        return person
    }

    // MARK: Invitations

    /// Seconds for which an invitation can be used.
    private static let patience = 7 * 86_400.0

    /// Replaces the invitation.
    /// - Returns: the secret of the link, of which only a hash is kept.
    mutating func invite(at now: Date) -> String {
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
        invitation = PendingInvitation(hash: Self.hash(secret), until: now.addingTimeInterval(Self.patience))
        return secret
    }

    func accepts(_ secret: String, at now: Date) -> Bool {
        guard let invitation, invitation.until > now else { return false }
        return zip(Self.hash(secret).utf8, invitation.hash.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ secret: String) -> String { Data(SHA256.hash(data: Data(secret.utf8))).base64URL }
}
