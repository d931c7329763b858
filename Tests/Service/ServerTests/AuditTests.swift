// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("The audit log", .onEachDatabase) struct AuditTests {
    private static func with(_ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
            settings.passwordCost = StudioPerson.cost
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "b1"), at: service.clock.now)
            try await service.addChannel("c1")
            try await body(service)
        }
    }

    private static func entries(_ manager: Manager, _ query: String = "") async throws -> ResourceList<AuditEntry> {
        try await manager.send(.GET, "/v1/admin/audit\(query)").json(ResourceList<AuditEntry>.self)
    }

    @Test("It has who changed what, without values; not what was read or refused") func changes() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            let editor = try await StudioPerson.signedIn(service, .editor)
            #expect(try await manager.send(.GET, "/v1/admin/channels").status == 200)
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"name":""}"#).status == 422)
            #expect(try await editor.send(.POST, "/v1/admin/webhooks", json: #"{"url":"https://a.example"}"#).status == 403)
            #expect(try await Self.entries(manager).data == [])
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"name":"Secret name","bio":"x"}"#).status == 200)
            service.clock.advance(by: 1)
            #expect(try await editor.send(.DELETE, "/v1/admin/channels/c1").status == 204)
            let log = try await Self.entries(manager).data
            #expect(log.map(\.operation) == ["deleteChannel", "updateChannel"])
            #expect(log.map(\.path) == ["/v1/admin/channels/c1", "/v1/admin/channels/c1"])
            #expect(log.map(\.actorKind) == [.person, .client])
            #expect(log.first?.actorID == editor.id)
            #expect(log.first?.actorName == "The editor")
            #expect(log.last?.fields == ["bio", "name"])
            #expect(log.first?.fields == nil)
            #expect(try await !manager.send(.GET, "/v1/admin/audit").text.contains("Secret name"))
            // Others see their own.
            #expect(try await Self.entries(Manager(service, business: "b2")).data == [])
            #expect(try await Manager(service, scopes: ["channels:write"]).send(.GET, "/v1/admin/audit").code == .insufficientScope)
            #expect(try await editor.browsing.get("/studio/audit").status == 403)
            let owner = try await StudioPerson.signedIn(service, .owner)
            let page = try await owner.browsing.get("/studio/audit")
            #expect(page.status == 200)
            #expect(page.text.contains("deleteChannel"))
            #expect(page.text.contains("The editor"))
        }
    }

    @Test("A repeated request is recorded once, and pages follow each other") func paging() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            for _ in 0..<2 {
                let reply = try await manager.send(
                    .POST, "/v1/admin/channels", json: #"{"name":"One"}"#, [("Idempotency-Key", "k1")])
                #expect(reply.status == 201, "\(reply.text)")
            }
            for number in 0..<4 {
                service.clock.advance(by: 1)
                #expect(try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"name":"\#(number)"}"#).status == 200)
            }
            let first = try await Self.entries(manager, "?page_size=3")
            #expect(first.data.map(\.operation) == ["updateChannel", "updateChannel", "updateChannel"])
            let second = try await manager.send(.GET, try #require(first.paging.next)).json(ResourceList<AuditEntry>.self)
            #expect(second.data.map(\.operation) == ["updateChannel", "createChannel"])
            #expect(second.paging.next == nil)
            #expect(Set(first.data.map(\.id)).isDisjoint(with: second.data.map(\.id)))
            #expect(try await manager.send(.GET, "/v1/admin/audit?before_id=x").code == .invalidCursor)
            #expect(try await manager.send(.GET, "/v1/admin/audit?page_size=0").code == .invalidField)
        }
    }

    @Test("Signing in and changing a password are recorded, and old entries are deleted") func studio() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .owner)
            let form = "email=\(person.email.replacing("@", with: "%40"))&password=correct+horse+battery&next="
            #expect(try await StudioBrowsing(service).send(.POST, "/studio/sign-in", form: form).status == 303)
            _ = try await StudioBrowsing.signedIn(service)
            let token = try await person.browsing.token()
            let changed = try await person.browsing.send(
                .POST, "/studio/account/password", form: "token=\(token)&current=correct+horse+battery&password=entirely+new+words")
            #expect(changed.status == 303)
            let manager = try await Manager(service)
            let log = try await Self.entries(manager).data
            #expect(Set(log.map(\.operation)) == ["signIn", "changePassword"])
            #expect(log.count == 3)
            let audit = service.catalogue.audit
            #expect(try await audit.forgetEntries(before: service.clock.now, limit: 10) == 0)
            #expect(try await audit.forgetEntries(before: service.clock.now.addingTimeInterval(1), limit: 2) == 2)
            #expect(try await Self.entries(manager).data.count == 1)
        }
    }

    private static func signIn(_ service: RunningService, _ email: String, _ password: String) async throws -> Int {
        let (name, word) = (email.replacing("@", with: "%40"), password.replacing(" ", with: "+"))
        return try await StudioBrowsing(service).send(.POST, "/studio/sign-in", form: "email=\(name)&password=\(word)&next=").status
    }

    @Test("Refused sign-ins of an account are one entry a day, which counts them") func failures() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .owner)
            let manager = try await Manager(service)
            for _ in 0..<3 { #expect(try await Self.signIn(service, person.email, "wrong horse battery") == 401) }
            service.clock.advance(by: 60)
            let browsing = try await StudioBrowsing(service)
            #expect(try await browsing.signIn(secret: "wrong").status == 401)
            #expect(try await Self.signIn(service, "nobody@b1.example", "wrong horse battery") == 401)
            #expect(try await browsing.send(.POST, "/studio/sign-in", form: "client_id=none&client_secret=x").status == 401)
            let asked = try await Manager.ask(
                service, "grant_type=client_credentials&client_id=\(browsing.client.id)&client_secret=wrong")
            #expect(asked.code == .invalidClient)
            service.clock.advance(by: 60)
            let token = try await person.browsing.token()
            let change = "token=\(token)&current=wrong+horse+battery&password=entirely+new+words"
            #expect(try await person.browsing.send(.POST, "/studio/account/password", form: change).status == 422)
            let log = try await Self.entries(manager).data
            #expect(log.map(\.operation) == ["changePasswordFailed", "signInFailed", "signInFailed"])
            #expect(log.map(\.attempts) == [1, 2, 3])
            #expect(log.map(\.actorID) == [person.id, browsing.client.id, person.id])
            #expect(log.map(\.actorKind) == [.person, .client, .person])
            #expect(log.first?.at == service.clock.now)
            #expect(try await !manager.send(.GET, "/v1/admin/audit").text.contains("wrong"))
            // Unknown accounts are of no business.
            try await service.catalogue.resources.save(Business(id: "b2", name: "b2"), at: service.clock.now)
            #expect(try await Self.entries(Manager(service, business: "b2")).data == [])
            #expect(try await service.catalogue.audit.entries(of: "", after: nil, limit: 10).entries.map(\.attempts) == [2])
            let page = try await person.browsing.get("/studio/audit").text
            #expect(page.contains("signInFailed</code> × 3"), "\(page)")
            // The next day begins another entry.
            service.clock.advance(by: 86400)
            #expect(try await Self.signIn(service, person.email, "wrong horse battery") == 401)
            #expect(try await Self.entries(Manager(service)).data.first?.attempts == 1)
        }
    }

    @Test("However many accounts are tried, the log gets few entries, and what was changed stays in it") func flood() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"bio":"x"}"#).status == 200)
            let audit = service.catalogue.audit
            for _ in 0..<2 {
                for number in 0..<200 {
                    let entry = AuditEntry(
                        id: "", at: service.clock.now, actorKind: .person, actorID: "p\(number)", actorName: "P\(number)",
                        operation: "signInFailed", path: "/studio/sign-in")
                    try await audit.addFailure(entry, business: "b1")
                }
            }
            let log = try await Self.entries(manager, "?page_size=100").data
            #expect(log.count == AuditPage.maxFailures + 2)
            let others = try #require(log.first { $0.actorID == "others" })
            #expect(others.attempts == 300 && others.actorName == "")
            #expect(log.filter { $0.attempts == 2 }.count == AuditPage.maxFailures)
            #expect(log.contains { $0.operation == "updateChannel" && $0.attempts == nil })
            // Those of another business are counted apart.
            let entry = AuditEntry(
                id: "", at: service.clock.now, actorKind: .person, actorID: "q", actorName: "Q", operation: "signInFailed", path: "/")
            try await audit.addFailure(entry, business: "b2")
            #expect(try await audit.entries(of: "b2", after: nil, limit: 10).entries.map(\.actorID) == ["q"])
            // They expire like all others.
            #expect(try await audit.forgetEntries(before: service.clock.now.addingTimeInterval(1), limit: 1000) == 53)
        }
    }

    @Test("Failures that are recorded at the same time are all counted") func concurrentFailures() async throws {
        try await Self.with { service in
            let entry = AuditEntry(
                id: "", at: service.clock.now, actorKind: .person, actorID: "p", actorName: "P", operation: "signInFailed", path: "/")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { try await service.catalogue.audit.addFailure(entry, business: "b1") } }
                try await group.waitForAll()
            }
            #expect(try await service.catalogue.audit.entries(of: "b1", after: nil, limit: 10).entries.map(\.attempts) == [20])
        }
    }
}
