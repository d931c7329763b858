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
    /// A link for a forgotten password.
    var reset: PendingInvitation?
    /// Whether an account of another business has the address. Nobody can sign in to this one, and the inviting person must not be informed
    /// of that.
    var isTaken: Bool?
    var lastSignInAt: Date?
    /// Nil if the password is enough.
    var secondFactor: SecondFactor?
    /// Accounts of providers with which the person signs in; nil for none.
    var accounts: [ProviderAccount]?
    /// How it was last proved. It stays when the second factor is turned off by that.
    var lastProof: SecondFactor.Acceptance?

    var parentID: String { businessID }

    init(_ request: PersonRequest, email: String, business: String, at now: Date) {
        (id, businessID, self.email, name, role, createdAt) = (OpaqueID.make(), business, email, request.name, request.role, now)
    }

    /// The ID of the address's ``PersonAddress``.
    /// - Parameter email: as ``normalized(email:)`` returns it.
    static func addressID(of email: String) -> String { String(Data(SHA256.hash(data: Data("person \(email)".utf8))).base64URL.prefix(16)) }

    /// The address in the form in which it is stored and compared; nil if it isn't one.
    static func normalized(email: String) -> String? {
        let text = email.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
        return EntryRule.isEmail(text) ? text : nil
    }

    /// Whether the person has a way to sign in.
    var isActive: Bool { passwordHash != nil || accounts?.isEmpty == false }

    func presented(at now: Date) -> Person {
        var person = Person(id: id, businessID: businessID, email: email, name: name, role: role, createdAt: createdAt)
        (person.isActive, person.lastSignInAt, person.hasTwoSteps) = (isActive, lastSignInAt, secondFactor != nil)
        person.providers = accounts.flatMap { $0.isEmpty ? nil : $0.map(\.issuer) }
        person.invitedUntil = invitation.flatMap { $0.until > now ? $0.until : nil }
        return person
    }

    // MARK: Invitations

    /// Seconds for which an invitation can be used.
    private static let invitationLifetime = 7 * 86_400.0

    /// Replaces the invitation.
    /// - Returns: the secret of the link, of which only a hash is kept.
    mutating func invite(at now: Date) -> String {
        let (secret, invitation) = Self.pending(until: now.addingTimeInterval(Self.invitationLifetime))
        self.invitation = invitation
        return secret
    }

    /// Replaces the link for a forgotten password.
    /// - Returns: as for ``invite(at:)``.
    mutating func allowReset(for seconds: Double, at now: Date) -> String {
        let (secret, reset) = Self.pending(until: now.addingTimeInterval(seconds))
        self.reset = reset
        return secret
    }

    private static func pending(until end: Date) -> (String, PendingInvitation) {
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
        return (secret, PendingInvitation(hash: hash(secret), until: end))
    }

    /// Whether a link with the secret sets a password.
    func accepts(_ secret: String, at now: Date) -> Bool {
        isTaken != true && [invitation, reset].contains { Self.accepts(secret, $0, at: now) }
    }

    /// Whether the link is one for a forgotten password.
    func isReset(_ secret: String, at now: Date) -> Bool { Self.accepts(secret, reset, at: now) }

    private static func accepts(_ secret: String, _ pending: PendingInvitation?, at now: Date) -> Bool {
        guard let pending, pending.until > now else { return false }
        return zip(hash(secret).utf8, pending.hash.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ secret: String) -> String { Data(SHA256.hash(data: Data(secret.utf8))).base64URL }
}
