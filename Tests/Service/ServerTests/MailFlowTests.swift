// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxMail
import WindowboxServiceKit

@testable import WindowboxServer

@Suite("E-mail", .onEachDatabase) struct MailFlowTests {
    /// A mail server that answers as a test wants, and keeps what it accepted.
    private final class Inbox: Sendable {
        private let kept = Mutex<[MailMessage]>([])
        private let tried = Mutex<[MailMessage]>([])
        private let answers: @Sendable (Int) -> SMTPOutcome

        init(_ answers: @escaping @Sendable (Int) -> SMTPOutcome = { _ in .accepted }) { self.answers = answers }

        var messages: [MailMessage] { kept.withLock { $0 } }
        /// All that it was asked to accept.
        var offered: [MailMessage] { tried.withLock { $0 } }
        var attempts: Int { offered.count }

        func take(_ message: MailMessage) -> SMTPOutcome {
            let outcome = answers(
                tried.withLock { tried in
                    tried.append(message)
                    return tried.count
                })
            if outcome == .accepted { kept.withLock { $0.append(message) } }
            return outcome
        }
    }

    private static func with(
        _ inbox: Inbox = Inbox(), log: RecordedLog = RecordedLog(),
        _ body: @escaping @Sendable (RunningService, Manager, _ sendAll: @escaping @Sendable () async throws -> Void) async throws -> Void
    ) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
            settings.passwordCost = StudioPerson.cost
            // Not https: else the cookie would have another name.
            settings.publicURL = "http://tv.example"
            settings.mail = MailSettings(
                server: SMTPServer(host: "127.0.0.1", port: 25, security: .none), from: try MailAddress("studio@tv.example", name: "TV"))
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "Business one"), at: service.clock.now)
            try await service.catalogue.resources.save(Business(id: "b2", name: "Business two"), at: service.clock.now)
            let delivery = MailDelivery(service.service, logger: Logger(label: "test") { _ in log })
            let mailer = try #require(service.service.mailer)
            try await body(service, try await Manager(service)) {
                while try await delivery.sendOne(mailer, { inbox.take($0) }, at: service.clock.now) {}
            }
        }
    }

    private static func invite(_ manager: Manager, _ email: String, _ role: StudioRole = .editor) async throws -> Reply {
        try await manager.send(
            .POST, "/v1/admin/people", json: ContractJSON.text(PersonRequest(email: email, name: "Ann", role: role)))
    }

    /// The path of the link in a message.
    private static func path(_ message: MailMessage) throws -> String {
        let link = try #require(message.text.firstMatch(of: /http:\/\/tv\.example(\/studio\/invitation\/\S+)/))
        return String(link.1)
    }

    private static func ask(_ service: RunningService, _ email: String) async throws -> Reply {
        try await StudioBrowsing(service).send(.POST, "/studio/forgotten", form: "email=\(email.replacing("@", with: "%40"))")
    }

    @Test("An invitation goes to the person only, and its link sets a password") func invitation() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, sendAll in
            let reply = try await Self.invite(manager, "Ann@Example.org")
            #expect(reply.status == 201, "\(reply.text)")
            #expect(try reply.json(Invitation.self).url == nil)
            #expect(!reply.text.contains("/invitation/"))
            try await sendAll()
            let message = try #require(inbox.messages.first)
            #expect(inbox.messages.count == 1)
            #expect(message.to.address == "ann@example.org" && message.from.address == "studio@tv.example")
            #expect(message.text.contains("Business one") && message.subject.contains("Business one"))
            let set = try await StudioBrowsing(service).send(.POST, try Self.path(message), form: "password=correct+horse+battery")
            #expect(set.status == 303)
            // A new link replaces earlier ones.
            let renewed = try await manager.send(.POST, "/v1/admin/people/\(try reply.json(Invitation.self).id)/invitation")
            #expect(renewed.status == 201 && !renewed.text.contains("/invitation/"))
            try await sendAll()
            #expect(inbox.messages.count == 2)
            let owner = try await StudioPerson.signedIn(service, .owner)
            #expect(try await owner.browsing.get("/studio/people/new").text.contains("Send the invitation"))
            let log = try await manager.send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data
            #expect(log.map(\.operation).sorted() == ["acceptInvitation", "invitePerson", "renewInvitation"])
        }
    }

    @Test("Who invites somebody with an account elsewhere learns nothing of it, and the person does") func elsewhere() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, sendAll in
            _ = try await StudioPerson.signedIn(service, .owner, business: "b2", email: "ann@example.org")
            let (taken, free) = (try await Self.invite(manager, "ann@example.org"), try await Self.invite(manager, "bob@example.org"))
            #expect(taken.status == 201 && free.status == 201, "\(taken.text)")
            let (one, other) = (try taken.json(Invitation.self), try free.json(Invitation.self))
            #expect(one.url == nil && one.expiresAt == other.expiresAt && one.id.count == other.id.count)
            let people = try await manager.send(.GET, "/v1/admin/people").json(ResourceList<Person>.self).data
            #expect(Set(people.map(\.email)) == ["ann@example.org", "bob@example.org"])
            #expect(people.allSatisfy { !$0.isActive && $0.invitedUntil == one.expiresAt })
            #expect(try await manager.send(.POST, "/v1/admin/people/\(one.id)/invitation").status == 201)
            try await sendAll()
            let told = inbox.messages.filter { $0.to.address == "ann@example.org" }
            #expect(told.count == 2)
            #expect(
                told.allSatisfy {
                    $0.text.contains("already has an account") && !$0.text.contains("/invitation/") && !$0.text.contains("two")
                })
            // The account still works, and belongs to the other business.
            var browsing = try await StudioBrowsing(service)
            let form = "email=ann%40example.org&password=correct+horse+battery&next="
            browsing.keep(try await browsing.send(.POST, "/studio/sign-in", form: form))
            #expect(try await browsing.get("/studio").text.contains("Business two"))
            // The same address twice in one business is known to it anyway.
            #expect(try await Self.invite(manager, "ann@example.org").code == .conflict)
            #expect(try await manager.send(.DELETE, "/v1/admin/people/\(one.id)").status == 204)
            #expect(try await StudioBrowsing(service).send(.POST, "/studio/sign-in", form: form).status == 303)
        }
    }

    @Test("A forgotten password is replaced by a link that works once, for an hour") func forgotten() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, sendAll in
            let person = try await StudioPerson.signedIn(service, .editor, email: "ann@example.org")
            #expect(try await StudioBrowsing(service).get("/studio/sign-in").text.contains("href=\"/studio/forgotten\""))
            #expect(try await StudioBrowsing(service).get("/studio/forgotten").status == 200)
            let known = try await Self.ask(service, "Ann@example.org")
            #expect(known.status == 200)
            try await sendAll()
            let path = try Self.path(try #require(inbox.messages.first))
            // The password works until the link is used.
            #expect(try await person.browsing.get("/studio").status == 200)
            let browsing = try await StudioBrowsing(service)
            #expect(try await browsing.get(path).status == 200)
            #expect(try await browsing.send(.POST, path, form: "password=short").status == 422)
            #expect(try await browsing.send(.POST, path, form: "password=another+horse+battery").status == 303)
            #expect(try await browsing.send(.POST, path, form: "password=a+third+horse+battery").status == 401)
            // Whoever was signed in with the old one no longer is.
            #expect(try await person.browsing.get("/studio").status == 401)
            _ = try await Self.ask(service, "ann@example.org")
            try await sendAll()
            let second = try Self.path(try #require(inbox.messages.last))
            service.clock.advance(by: 3600)
            #expect(try await browsing.get(second).status == 401)
            let log = try await Manager(service).send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data
            #expect(log.map(\.operation).sorted() == ["requestPasswordReset", "requestPasswordReset", "resetPassword"])
            #expect(log.allSatisfy { $0.actorID == person.id })
        }
    }

    @Test("Nobody learns whether an address has an account, and nobody gets many links") func enumeration() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, sendAll in
            _ = try await StudioPerson.signedIn(service, .editor, email: "ann@example.org")
            _ = try await Self.invite(manager, "invited@example.org")
            try await sendAll()
            let before = inbox.messages.count
            let known = try await Self.ask(service, "ann@example.org")
            for email in ["nobody@example.org", "invited@example.org"] {
                let other = try await Self.ask(service, email)
                #expect(other.status == known.status)
                #expect(other.text.replacing(email, with: "ann@example.org") == known.text)
            }
            // Everything else is a queued row, whoever it is for.
            try await sendAll()
            #expect(inbox.messages.count == before + 1)
            #expect(try await Self.ask(service, "not an address").status == 422)
            for _ in 0..<5 {
                service.clock.advance(by: 60)
                _ = try await Self.ask(service, "ann@example.org")
                try await sendAll()
            }
            #expect(inbox.messages.count == before + 3)
            // Requests of one network are limited, too.
            var statuses: Set<Int> = []
            for number in 0..<8 { statuses.insert(try await Self.ask(service, "a\(number)@example.org").status) }
            #expect(statuses == [200, 429])
            let foreign = try await StudioBrowsing(service).send(
                .POST, "/studio/forgotten", [("Origin", "https://evil.example")], form: "email=a%40b.example")
            #expect(foreign.status == 403)
        }
    }

    @Test("Links are built from public-url, whatever host a request names") func poisoning() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, _, sendAll in
            _ = try await StudioPerson.signedIn(service, .editor, email: "ann@example.org")
            _ = try await StudioBrowsing(service).send(
                .POST, "/studio/forgotten", [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "http")],
                form: "email=ann%40example.org")
            try await sendAll()
            #expect(inbox.messages.count == 1)
            #expect(inbox.messages.allSatisfy { !$0.text.contains("evil") && $0.text.contains("http://tv.example/studio/") })
        }
    }

    @Test("A message is tried again with the same ID and the same link, and is given up after a day") func retries() async throws {
        let inbox = Inbox { _ in .deferred("The mail server answered 451 to the recipient's address: later") }
        let log = RecordedLog()
        try await Self.with(inbox, log: log) { service, manager, sendAll in
            let start = service.clock.now
            _ = try await Self.invite(manager, "ann@example.org")
            var times: [Double] = []
            while log.lines.allSatisfy({ !$0.contains("given up") }), times.count < 60 {
                let before = inbox.attempts
                try await sendAll()
                if inbox.attempts > before { times.append(service.clock.now.timeIntervalSince(start)) }
                service.clock.advance(by: 60)
            }
            #expect(times.prefix(5) == [0, 60, 360, 1260, 3060], "\(times)")
            #expect(times.count == 28 && times.last ?? 0 <= 86400, "\(times)")
            #expect(Set(inbox.offered).count == 1)
            let line = try #require(log.lines.first { $0.contains("given up") })
            #expect(line.contains("451"), "\(line)")
            #expect(!log.lines.contains { $0.contains("ann@example.org") || $0.contains("/invitation/") })
            // Nothing of it is left.
            service.clock.advance(by: 86400)
            let attempts = inbox.attempts
            try await sendAll()
            #expect(inbox.attempts == attempts)
        }
    }

    @Test("A link for a forgotten password is given up when it no longer works") func lateLink() async throws {
        let inbox = Inbox { _ in .deferred("later") }
        let log = RecordedLog()
        try await Self.with(inbox, log: log) { service, _, sendAll in
            _ = try await StudioPerson.signedIn(service, .editor, email: "ann@example.org")
            _ = try await Self.ask(service, "ann@example.org")
            for _ in 0..<70 {
                try await sendAll()
                service.clock.advance(by: 60)
            }
            #expect(inbox.attempts == 5)
            // The link is made once: a later one would end the one that may have arrived.
            #expect(Set(inbox.offered.map(\.text)).count == 1)
            #expect(log.lines.contains { $0.contains("given up") })
        }
    }

    @Test("What was accepted once or is refused is not sent again") func once() async throws {
        let inbox = Inbox { $0 == 1 ? .deferred("later") : $0 == 2 ? .accepted : .refused("The mail server answered 550") }
        try await Self.with(inbox) { service, _, sendAll in
            for email in ["ann@example.org", "bob@example.org"] {
                // Tokens expire meanwhile.
                _ = try await Self.invite(try await Manager(service), email)
                for _ in 0..<30 {
                    try await sendAll()
                    service.clock.advance(by: 3600)
                }
            }
            #expect(inbox.attempts == 3)
            #expect(inbox.messages.map(\.to.address) == ["ann@example.org"])
        }
    }

    @Test("Mail that a killed process had taken is sent by another, and no two send it at a time") func killed() async throws {
        try await Self.with { service, manager, _ in
            _ = try await Self.invite(manager, "ann@example.org")
            let outbox = service.catalogue.mail
            let taken = try #require(try await outbox.take(worker: "one", for: 660, at: service.clock.now))
            #expect(try await outbox.take(worker: "two", for: 660, at: service.clock.now) == nil)
            service.clock.advance(by: 661)
            let again = try #require(try await outbox.take(worker: "two", for: 660, at: service.clock.now))
            #expect(again.mail == taken.mail && again.attempt == 2)
            // The first one isn't dead after all, but it is no longer its mail.
            #expect(try await !outbox.finish(taken, retryAt: nil))
            #expect(try await outbox.finish(again, retryAt: nil))
            // A copy of the database doesn't help anybody to set a password.
            #expect(!taken.mail.document.contains("ann@") && !taken.mail.document.contains("invitation"))
        }
    }

    @Test("Each of many messages is sent once by several workers") func workers() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, _ in
            for number in 0..<12 { _ = try await Self.invite(manager, "p\(number)@example.org") }
            let mailer = try #require(service.service.mailer)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    let delivery = MailDelivery(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                    group.addTask { while try await delivery.sendOne(mailer, { inbox.take($0) }, at: service.clock.now) {} }
                }
                try await group.waitForAll()
            }
            #expect(inbox.messages.count == 12)
            #expect(Set(inbox.messages.map(\.to.address)).count == 12)
        }
    }

    @Test("Addresses that can't be written to are refused at once") func addresses() async throws {
        try await Self.with { _, manager, _ in
            for email in ["jörg@example.org", "a@bücher.example", "a..b@example.org"] {
                let reply = try await Self.invite(manager, email)
                #expect(reply.code == .emailInvalid && reply.error?.field == "email", "\(reply.text)")
            }
        }
    }

    @Test("Without e-mail the page says whom to ask") func none() async throws {
        try await RunningService.with { service in
            for reply in [try await StudioBrowsing(service).get("/studio/forgotten"), try await Self.ask(service, "a@b.example")] {
                #expect(reply.status == 200 && reply.text.contains("Ask an owner"))
                #expect(!reply.text.contains("<form"))
            }
        }
    }

    @Test("Winners who left an address are told once, in their language, and others are not") func winners() async throws {
        let inbox = Inbox()
        try await Self.with(inbox) { service, manager, sendAll in
            try await service.addLive()
            try await service.addInteraction("i1", .giveaway, state: .active) {
                $0.prompt = "Win a\nlamp"
                $0.options = []
                $0.winnerCount = 3
            }
            for (email, language) in [("ann@example.org", "de-AT, en;q=0.5"), (nil, "en"), ("jörg@example.org", "ja")]
                as [(String?, String)]
            {
                var entry = EntryRequest(optionID: nil)
                entry.email = email
                let client = try await service.client()
                let reply = try await client.send(
                    .POST, "/v1/videos/v-l1/interactions/i1/entries", [("Accept-Language", language)], json: ContractJSON.text(entry))
                #expect(reply.status == 201, "\(reply.text)")
            }
            _ = try await manager.step("interactions/i1/end")
            for _ in 0..<2 { #expect(try await manager.step("interactions/i1/draw").json(Interaction.self).results?.winners.count == 3) }
            try await sendAll()
            // The address that can't be written to does not keep the others from being told.
            #expect(inbox.messages.map(\.to.address) == ["ann@example.org"])
            let message = try #require(inbox.messages.first)
            #expect(message.language == "de" && message.text.contains("Business one") && message.text.contains("Herzlichen"))
            #expect(message.content.contains("Content-Language: de"))
        }
    }
}
