// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxMail

@testable import WindowboxServer

extension TwoStepTests {
    /// Keeps what is sent.
    private final class Outbox: Sendable {
        private let messages = Mutex<[MailMessage]>([])

        func take(_ message: MailMessage) { messages.withLock { $0.append(message) } }
        func takeAll() -> [MailMessage] {
            messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
        }
    }

    @Test("A person is told of each change by e-mail, and that somebody knows the password") func notices() async throws {
        let outbox = Outbox()
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
            settings.passwordCost = StudioPerson.cost
            settings.publicURL = "http://tv.example"
            settings.mail = MailSettings(
                server: SMTPServer(host: "127.0.0.1", port: 25, security: .none), from: try MailAddress("studio@tv.example", name: "TV"))
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "Business one"), at: service.clock.now)
            let delivery = MailDelivery(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let mailer = try #require(service.service.mailer)
            let enrolled = try await Self.enrolled(service)
            func told() async throws -> [String] {
                let take: @Sendable (MailMessage) async -> SMTPOutcome = { message in
                    outbox.take(message)
                    return .accepted
                }
                while try await delivery.sendOne(mailer, take, at: service.clock.now) {}
                return outbox.takeAll().map { message in
                    #expect(message.to.address == enrolled.person.email)
                    #expect(message.text.contains("Hello The editor,"))
                    #expect(!message.text.contains(Base32.encoded(enrolled.secret)))
                    return message.subject
                }
            }
            #expect(try await told() == ["Two-step sign-in is on (Business one)"])
            service.clock.advance(by: 60)
            var browsing = try await StudioBrowsing(service)
            browsing.keep(try await Self.signIn(browsing, enrolled.person.email))
            for _ in 0..<5 {
                service.clock.advance(by: 10)
                #expect(try await Self.enter(browsing, "wrong").status != 303)
            }
            // Attempts during the wait are not told again.
            service.clock.advance(by: 10)
            #expect(try await Self.enter(browsing, "wrong").status == 429)
            #expect(try await told() == ["Somebody knows your password (Business one)"])
            service.clock.advance(by: 60)
            #expect(try await Self.enter(browsing, enrolled.recovery[0]).status == 303)
            #expect(try await told() == ["A recovery code was used (Business one)"])
            let signed = enrolled.person.browsing
            let token = try await signed.token()
            service.clock.advance(by: 30)
            var form = "token=\(token)&code=\(Self.code(enrolled.secret, service))"
            #expect(try await signed.send(.POST, "/studio/account/two-step/recovery", form: form).status == 200)
            #expect(try await told() == ["New recovery codes (Business one)"])
            service.clock.advance(by: 30)
            form = "token=\(token)&current=correct+horse+battery&code=\(Self.code(enrolled.secret, service))"
            #expect(try await signed.send(.POST, "/studio/account/two-step/remove", form: form).status == 303)
            #expect(try await told() == ["Two-step sign-in is off (Business one)"])
            // Nothing to reset, nothing to tell.
            let manager = try await Manager(service)
            let path = "/v1/admin/people/\(enrolled.person.id)/second_factor"
            #expect(try await manager.send(.DELETE, path).status == 204)
            #expect(try await told() == [])
            let sealed = try service.service.vault.seal("GEZDGNBV")
            _ = try await service.catalogue.resources.update(PersonRecord.self, id: enrolled.person.id, at: service.clock.now) {
                $0.secondFactor = SecondFactor(sealedSecret: sealed, recoveryHashes: [], step: 0, at: service.clock.now)
            }
            #expect(try await manager.send(.DELETE, path).status == 204)
            #expect(try await told() == ["Your two-step sign-in was reset (Business one)"])
        }
    }
}
