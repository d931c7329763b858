// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract
import WindowboxMail

/// Sends the mail of the outbox. Several processes may do so at the same time. If one is killed, another sends its mail when its lease ends;
/// a message that the mail server had already accepted is then sent twice, with the same Message-ID.
public struct MailDelivery: Service {
    private let service: VideoService
    private let logger: Logger
    private let worker = OpaqueID.make()

    /// Seconds between the first attempts; then an hour.
    private static let waits: [Double] = [60, 300, 900, 1800]
    /// Seconds after which a message is given up.
    private static func longest(_ kind: String) -> Double {
        kind == Mailer.Kind.passwordReset.rawValue ? Double(resetMinutes * 60) : 86400
    }
    /// Simultaneous connections, so that one slow recipient doesn't delay the others.
    private static let atOnce = 2
    /// Minutes for which a link for a forgotten password works, and how many of them an account gets in an hour.
    private static let (resetMinutes, maxResets) = (60, 3)

    public init(_ service: VideoService, logger: Logger) {
        self.service = service
        self.logger = logger
    }

    public func run() async throws {
        guard let mailer = service.mailer else {
            try? await gracefulShutdown()
            return
        }
        let client = try SMTPClient(mailer.settings.server)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.atOnce {
                    group.addTask {
                        await RepeatedWork(name: "mail", logger: logger).run {
                            try await sendOne(mailer, { await client.send($0) }, at: service.clock())
                        }
                    }
                }
            }
        }
    }

    /// - Returns: whether mail was due.
    func sendOne(
        _ mailer: Mailer, _ send: @Sendable (MailMessage) async -> SMTPOutcome, at now: Date
    ) async throws -> Bool {
        // Longer than an attempt can take.
        let lease = mailer.settings.server.timeouts.total + 60
        guard let due = try await mailer.catalogue.mail.take(worker: worker, for: lease, at: now) else { return false }
        let written: MailMessage?
        do { written = try await message(due, mailer, at: now) } catch let error as MailFault {
            try await end(due, .refused("\(error)"), mailer, at: now)
            return true
        }
        guard let written else {
            _ = try await mailer.catalogue.mail.finish(due, retryAt: nil)
            return true
        }
        let outcome = await send(written)
        // Recorded even at shutdown: else it would be sent again.
        try await Task { try await end(due, outcome, mailer, at: now) }.value
        return true
    }

    /// Nil if there is nothing to send.
    private func message(_ due: DueMail, _ mailer: Mailer, at now: Date) async throws -> MailMessage? {
        guard let task = mailer.opened(due.mail) else {
            throw MailFault("It can't be read: its encryption secret is no longer in the secret file.")
        }
        switch task {
        case .message(let recipient, let text):
            return MailMessage(
                from: mailer.settings.from, to: try MailAddress(recipient), subject: text.subject, text: text.body, date: due.createdAt,
                id: due.mail.id, language: text.language)
        case .passwordReset(let email):
            guard let text = try await reset(email, mailer, at: now) else { return nil }
            // From now on it is a message, so that another attempt does not make another link.
            guard try await mailer.catalogue.mail.replace(due, with: mailer.sealed(.message(to: email, text))) else { return nil }
            return MailMessage(
                from: mailer.settings.from, to: try MailAddress(email), subject: text.subject, text: text.body, date: now, id: due.mail.id)
        }
    }

    /// Makes a link for a new password; nil if nobody has an account with the address, or got too many.
    private func reset(_ email: String, _ mailer: Mailer, at now: Date) async throws -> MailText? {
        let catalogue = mailer.catalogue
        guard let person = try await PersonDirectory(catalogue: catalogue).find(email: email), person.passwordHash != nil,
            try await catalogue.quotas.take("password reset \(person.id)", limit: Self.maxResets, within: 3600, at: now) == nil
        else { return nil }
        var copy = person
        let secret = copy.allowReset(for: Double(Self.resetMinutes * 60), at: now)
        let reset = copy.reset
        _ = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: now) { $0.reset = reset }
        try await AuditLog(catalogue: catalogue).record(
            "requestPasswordReset", by: StudioSubject.person(person).administrator, path: "\(StudioRoutes.root)/forgotten", at: now)
        let business = try await Business.find(person.businessID, in: catalogue).name
        return .passwordReset(person, business: business, link: mailer.link(person, secret), minutes: Self.resetMinutes)
    }

    private func end(_ due: DueMail, _ outcome: SMTPOutcome, _ mailer: Mailer, at now: Date) async throws {
        var facts: Logger.Metadata = [
            "mail": "\(due.mail.id)", "kind": "\(due.mail.kind)", "business": "\(due.mail.businessID)", "attempt": "\(due.attempt)",
        ]
        let outbox = mailer.catalogue.mail
        switch outcome {
        case .accepted:
            _ = try await outbox.finish(due, retryAt: nil)
            logger.info("mail sent", metadata: facts)
        case .refused(let reason):
            facts["fault"] = "\(reason)"
            _ = try await outbox.finish(due, retryAt: nil)
            logger.error("mail given up", metadata: facts)
        case .deferred(let reason):
            facts["fault"] = "\(reason)"
            let next = now.addingTimeInterval(due.attempt <= Self.waits.count ? Self.waits[due.attempt - 1] : 3600)
            let isOver = next.timeIntervalSince(due.createdAt) > Self.longest(due.mail.kind)
            _ = try await outbox.finish(due, retryAt: isOver ? nil : next)
            if isOver {
                logger.error("mail given up", metadata: facts)
            } else {
                logger.warning("mail not sent yet", metadata: facts)
            }
        }
    }
}
