// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxMail

/// What is queued to be sent.
enum MailTask: Codable, Hashable, Sendable {
    /// A written message.
    case message(to: String, MailText)
    /// A link for a forgotten password, if somebody has an account with this address. It is looked up when the mail is sent: a request for an
    /// unknown address takes as long as any other.
    case passwordReset(email: String)
}

/// The words of a message.
struct MailText: Codable, Hashable, Sendable {
    var subject: String
    var body: String
    var language = "en"
}

/// Writes e-mail into the outbox, from where ``MailDelivery`` sends it.
struct Mailer: Sendable {
    /// What a message is about, for the log.
    enum Kind: String, Sendable { case invitation, passwordReset, winner, account }

    let catalogue: Catalogue
    let vault: Vault
    let settings: MailSettings
    /// The service's address without a trailing slash. It is never taken from a request.
    let publicURL: String

    /// The link of a secret for setting a password.
    func link(_ person: PersonRecord, _ secret: String) -> String {
        "\(publicURL)\(StudioRoutes.root)/invitation/\(person.id).\(secret)"
    }

    func send(_ task: MailTask, _ kind: Kind, business: String, at now: Date) async throws {
        try await catalogue.mail.add(queued(task, kind, business: business), at: now)
    }

    func queued(_ task: MailTask, _ kind: Kind, business: String) throws -> QueuedMail {
        QueuedMail(id: OpaqueID.make(), businessID: business, kind: kind.rawValue, document: try sealed(task))
    }

    /// Notifies a person of a change to the account's sign-in, which somebody else may have made.
    func notify(_ person: PersonRecord, of change: MailText.AccountChange, at now: Date) async throws {
        let business = try await Business.find(person.businessID, in: catalogue)
        let text = MailText.changed(person, change, business: business.name, at: now)
        try await send(.message(to: person.email, text), .account, business: business.id, at: now)
    }

    /// Messages contain links that give access to an account.
    func sealed(_ task: MailTask) throws -> String { try vault.seal(ContractJSON.text(task)) }

    /// Nil if its secret no longer exists, or if it was written by a newer version.
    func opened(_ mail: QueuedMail) -> MailTask? {
        vault.open(mail.document).flatMap { try? ContractJSON.decode(MailTask.self, from: $0) }
    }

    /// - Throws: an error for the client if nothing can be sent to the address.
    static func check(_ email: String) throws(APIError) {
        do { _ = try MailAddress(email) } catch { throw APIError(.emailInvalid, "\(error)", field: "email") }
    }
}
