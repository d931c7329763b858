// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Two-step sign-in", .onEachDatabase) struct TwoStepTests {
    static func with(_ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
            settings.passwordCost = StudioPerson.cost
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "Business one"), at: service.clock.now)
            try await body(service)
        }
    }

    /// A person, and the app on the phone.
    struct Enrolled: Sendable {
        var person: StudioPerson
        let secret: Data
        let recovery: [String]
    }

    static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

    static func field(_ name: String, in page: String) throws -> String {
        let start = try #require(page.range(of: "name=\"\(name)\" value=\""), "\(page.suffix(3000))").upperBound
        return String(page[start...].prefix { $0 != "\"" })
    }

    static func secret(in page: String) throws -> Data {
        let shown = try #require(page.firstMatch(of: /app: <code>([A-Z2-7 ]+)<\/code>/), "\(page.suffix(3000))")
        return try #require(Base32.decoded(String(shown.1.filter { $0 != " " })))
    }

    static func codes(in page: String) -> [String] { page.matches(of: /<li><code>([A-Z2-7-]{19})<\/code>/).map { String($0.1) } }

    static func code(_ secret: Data, _ service: RunningService) -> String {
        OneTimeCode.code(secret, step: OneTimeCode.step(at: service.clock.now))
    }

    static func signIn(_ browsing: StudioBrowsing, _ email: String, next: String = "") async throws -> Reply {
        try await browsing.send(.POST, "/studio/sign-in", form: "email=\(encoded(email))&password=correct+horse+battery&next=\(next)")
    }

    static func enter(_ browsing: StudioBrowsing, _ code: String) async throws -> Reply {
        try await browsing.send(.POST, "/studio/sign-in/code", form: "code=\(encoded(code))")
    }

    /// Somebody who has turned it on, and is signed in.
    static func enrolled(_ service: RunningService, _ role: StudioRole = .editor) async throws -> Enrolled {
        var person = try await StudioPerson.signedIn(service, role)
        let page = try await person.browsing.get("/studio/account/two-step").text
        let secret = try secret(in: page)
        let form = "token=\(try field("token", in: page))&setup=\(encoded(try field("setup", in: page)))&current=correct+horse+battery"
        let reply = try await person.browsing.send(.POST, "/studio/account/two-step", form: "\(form)&code=\(code(secret, service))")
        try #require(reply.status == 200, "\(reply.text.suffix(2000))")
        person.browsing.keep(reply)
        return Enrolled(person: person, secret: secret, recovery: codes(in: reply.text))
    }

    @Test("It is turned on with the password and a code of the app, and every other session ends") func turningOn() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .editor)
            var other = try await StudioBrowsing(service)
            other.keep(try await Self.signIn(other, person.email))
            #expect(try await other.get("/studio").status == 200)
            let page = try await person.browsing.get("/studio/account/two-step")
            #expect(page.status == 200)
            #expect(page["Cache-Control"] == "no-store")
            #expect(page.text.contains("<svg class=\"code\""))
            let secret = try Self.secret(in: page.text)
            let (token, setup) = (try Self.field("token", in: page.text), Self.encoded(try Self.field("setup", in: page.text)))
            func turnOn(_ token: String, _ setup: String, _ password: String, _ code: String) async throws -> Reply {
                try await person.browsing.send(
                    .POST, "/studio/account/two-step", form: "token=\(token)&setup=\(setup)&current=\(password)&code=\(code)")
            }
            let code = Self.code(secret, service)
            #expect(try await turnOn("x", setup, "correct+horse+battery", code).status == 403)
            let plain = Self.encoded(
                #"{"person":"\#(person.id)","stamp":"x","secret":"\#(Base32.encoded(secret))","until":9999999999}"#)
            for forged in ["", "x", "v1:AAAA", plain] {
                #expect(try await turnOn(token, forged, "correct+horse+battery", code).status == 403, "\(forged)")
            }
            let wrongPassword = try await turnOn(token, setup, "wrong+horse+battery", code)
            #expect(wrongPassword.status == 422)
            #expect(wrongPassword.text.contains("The current password is wrong."))
            let wrongCode = try await turnOn(token, setup, "correct+horse+battery", code == "000000" ? "111111" : "000000")
            #expect(wrongCode.status == 422)
            #expect(wrongCode.text.contains("This code is wrong."))
            // The same secret is shown again, so that the app's entry stays right.
            #expect(try Self.secret(in: wrongCode.text) == secret)
            #expect(try await other.get("/studio").status == 200)
            let right = try await turnOn(token, setup, "correct+horse+battery", code)
            #expect(right.status == 200, "\(right.text)")
            #expect(Self.codes(in: right.text).count == 10)
            #expect(try await other.get("/studio").status == 401)
            #expect(try await person.browsing.get("/studio").status == 401)
            var renewed = person.browsing
            renewed.keep(right)
            let account = try await renewed.get("/studio/account").text
            #expect(account.contains("You have 10 recovery codes left."))
            #expect(!account.contains(Base32.encoded(secret)))
            #expect(try await renewed.get("/studio/account/two-step").status == 404)
            // Neither the secret nor a recovery code can be read in the database.
            let kept = try #require(try await service.catalogue.resources.find(PersonRecord.self, id: person.id))
            let stored = try ContractJSON.text(kept)
            #expect(!stored.contains(Base32.encoded(secret)))
            for code in Self.codes(in: right.text) { #expect(!stored.contains(code) && !stored.contains(code.replacing("-", with: ""))) }
            let manager = try await Manager(service)
            let shown = try await manager.send(.GET, "/v1/admin/people/\(person.id)")
            #expect(try shown.json(Person.self).hasTwoSteps)
            #expect(!shown.text.contains("secret") && !shown.text.contains("recovery"))
            let log = try await manager.send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data.map(\.operation)
            #expect(log.contains("turnOnTwoSteps"))
        }
    }

    @Test("Signing in then needs a code, which is used once; the password alone makes no session") func signingIn() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            var browsing = try await StudioBrowsing(service)
            let first = try await Self.signIn(browsing, enrolled.person.email, next: "%2Fstudio%2Fvideos")
            #expect(first.status == 303)
            #expect(first["Location"] == "/studio/sign-in/code")
            #expect(first.fields["Set-Cookie"].count == 1)
            #expect(first["Set-Cookie"]?.hasPrefix("windowbox_sign_in=") == true)
            #expect(first["Set-Cookie"]?.contains("HttpOnly; SameSite=Strict") == true)
            // Without the first step there is no second one.
            #expect(try await browsing.get("/studio/sign-in/code").status == 401)
            #expect(try await Self.enter(browsing, Self.code(enrolled.secret, service)).status == 401)
            browsing.keep(first)
            #expect(try await browsing.get("/studio/sign-in/code").text.contains("Enter your code"))
            #expect(try await browsing.get("/studio").status == 401)
            // The code that turned it on is used up.
            let replayed = try await Self.enter(browsing, Self.code(enrolled.secret, service))
            #expect(replayed.status == 401)
            #expect(replayed.text.contains("This code is wrong, or was used already."))
            #expect(replayed["Set-Cookie"] == nil)
            service.clock.advance(by: 30)
            #expect(
                try await browsing.send(
                    .POST, "/studio/sign-in/code", [("Origin", "https://evil.example")],
                    form: "code=\(Self.code(enrolled.secret, service))"
                ).status == 403)
            let code = Self.code(enrolled.secret, service)
            let entered = try await Self.enter(browsing, code)
            #expect(entered.status == 303, "\(entered.text)")
            #expect(entered["Location"] == "/studio/videos")
            let cookies = entered.fields["Set-Cookie"]
            #expect(cookies.count == 2)
            #expect(cookies.contains { $0.hasPrefix("windowbox_sign_in=;") && $0.contains("Max-Age=0") })
            var signed = browsing
            signed.keep(entered)
            #expect(try await signed.get("/studio/videos").status == 200)
            // What the first step left opens nothing with the same code.
            #expect(try await Self.enter(browsing, code).status == 401)
            // Nor does it after ten minutes with a new one.
            service.clock.advance(by: 600)
            #expect(try await Self.enter(browsing, Self.code(enrolled.secret, service)).status == 401)
        }
    }

    @Test("Two requests with the same code begin one session") func race() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            service.clock.advance(by: 60)
            var browsing = try await StudioBrowsing(service)
            browsing.keep(try await Self.signIn(browsing, enrolled.person.email))
            let (code, ready) = (Self.code(enrolled.secret, service), browsing)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await Self.enter(ready, code).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 303 }.count == 1, "\(statuses)")
        }
    }

    @Test("A recovery code signs in once, and new ones replace the earlier ones") func recovery() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            var browsing = try await StudioBrowsing(service)
            browsing.keep(try await Self.signIn(browsing, enrolled.person.email))
            let entered = try await Self.enter(browsing, enrolled.recovery[0].lowercased())
            #expect(entered.status == 303)
            #expect(try await Self.enter(browsing, enrolled.recovery[0]).status == 401)
            var signed = browsing
            signed.keep(entered)
            let account = try await signed.get("/studio/account").text
            #expect(account.contains("You have 9 recovery codes left."))
            service.clock.advance(by: 30)
            let token = try Self.field("token", in: account)
            let wrong = try await signed.send(.POST, "/studio/account/two-step/recovery", form: "token=\(token)&code=123")
            #expect(wrong.status == 422)
            let renewed = try await signed.send(
                .POST, "/studio/account/two-step/recovery", form: "token=\(token)&code=\(Self.code(enrolled.secret, service))")
            #expect(renewed.status == 200, "\(renewed.text.suffix(1000))")
            let codes = Self.codes(in: renewed.text)
            #expect(codes.count == 10)
            #expect(Set(codes).isDisjoint(with: enrolled.recovery))
            #expect(try await Self.enter(browsing, enrolled.recovery[1]).status == 401)
            #expect(try await Self.enter(browsing, codes[0]).status == 303)
            let log = try await Manager(service).send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data
            #expect(log.contains { $0.operation == "useRecoveryCode" && $0.actorID == enrolled.person.id })
            #expect(log.contains { $0.operation == "renewRecoveryCodes" })
            #expect(log.contains { $0.operation == "secondFactorFailed" && ($0.attempts ?? 0) >= 2 })
        }
    }

    @Test("Wrong codes make one wait, from whatever address they come, and the right one then counts") func lockOut() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            service.clock.advance(by: 60)
            var browsing = try await StudioBrowsing(service)
            browsing.keep(try await Self.signIn(browsing, enrolled.person.email))
            for _ in 0..<5 {
                // Within the limit for an address.
                service.clock.advance(by: 10)
                #expect(try await Self.enter(browsing, "not a code").status != 303)
            }
            let early = try await Self.enter(browsing, Self.code(enrolled.secret, service))
            #expect(early.status == 429)
            #expect(early["Retry-After"] != nil)
            #expect(early.text.contains("Too many attempts."))
            service.clock.advance(by: 61)
            #expect(try await Self.enter(browsing, Self.code(enrolled.secret, service)).status == 303)
        }
    }

    @Test("It is turned off with the password and a code, and nothing less") func turningOff() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            let browsing = enrolled.person.browsing
            let token = try await browsing.token()
            func turnOff(_ token: String, _ password: String, _ code: String) async throws -> Reply {
                service.clock.advance(by: 30)
                return try await browsing.send(
                    .POST, "/studio/account/two-step/remove", form: "token=\(token)&current=\(password)&code=\(code)")
            }
            func isOn() async throws -> Bool {
                try await service.catalogue.resources.find(PersonRecord.self, id: enrolled.person.id)?.secondFactor != nil
            }
            func now() -> String { OneTimeCode.code(enrolled.secret, step: OneTimeCode.step(at: service.clock.now) + 1) }
            #expect(try await turnOff("x", "correct+horse+battery", now()).status == 403)
            #expect(try await turnOff(token, "wrong+horse+battery", now()).status == 422)
            #expect(try await turnOff(token, "correct+horse+battery", "").status == 422)
            #expect(try await turnOff(token, "correct+horse+battery", "000").status == 422)
            #expect(try await isOn())
            // Not where it is required.
            var business = Business(id: "b1", name: "Business one")
            business.requiresTwoSteps = true
            try await service.catalogue.resources.save(business, at: service.clock.now)
            let required = try await turnOff(token, "correct+horse+battery", now())
            #expect(required.status == 422)
            #expect(required.text.contains("Your business requires"))
            business.requiresTwoSteps = false
            try await service.catalogue.resources.save(business, at: service.clock.now)
            #expect(try await turnOff(token, "correct+horse+battery", enrolled.recovery[0]).status == 303)
            #expect(try await !isOn())
            let log = try await Manager(service).send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data
            #expect(Set(log.map(\.operation)).isSuperset(of: ["useRecoveryCode", "turnOffTwoSteps"]))
            #expect(try await Self.signIn(browsing, enrolled.person.email)["Location"] == "/studio")
        }
    }

    @Test("A business that requires it lets nobody in without, and the next sign-in sets it up") func required() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            let path = "/v1/admin/business"
            // Nobody could sign in any more.
            #expect(try await manager.send(.PATCH, path, json: #"{"requires_two_steps":true}"#).code == .conflict)
            let owner = try await StudioPerson.signedIn(service, .owner)
            let editor = try await StudioPerson.signedIn(service, .editor)
            var earlier = try await StudioBrowsing(service)
            earlier.keep(try await earlier.signIn())
            #expect(try await earlier.get("/studio").status == 200)
            #expect(try await editor.send(.PATCH, path, json: #"{"requires_two_steps":true}"#).code == .insufficientScope)
            #expect(try await owner.send(.PATCH, path, json: #"{"requires_two_steps":true}"#).json(Business.self).requiresTwoSteps == true)
            #expect(try await owner.browsing.get("/studio/people").text.contains("Two-step sign-in is required"))
            // Who is signed in stays so.
            #expect(try await editor.browsing.get("/studio").status == 200)
            #expect(try await earlier.get("/studio").status == 401)
            // A new password doesn't extend the session without the second step.
            let token = try await editor.browsing.token()
            let changed = try await editor.browsing.send(
                .POST, "/studio/account/password", form: "token=\(token)&current=correct+horse+battery&password=correct+horse+battery+2")
            #expect(changed["Location"] == "/studio/sign-in/set-up")
            #expect(changed.fields["Set-Cookie"].allSatisfy { !$0.hasPrefix("windowbox_studio=") })
            // A program's credentials have no second step; a wrong secret doesn't tell that it is required.
            let program = try await StudioBrowsing(service)
            let refused = try await program.signIn()
            #expect(refused.status == 403)
            #expect(refused["Set-Cookie"] == nil)
            #expect(refused.text.contains("requires two-step sign-in"))
            #expect(try await program.signIn(secret: "wrong").text.contains("requires") == false)
            var browsing = try await StudioBrowsing(service)
            let first = try await browsing.send(
                .POST, "/studio/sign-in",
                form: "email=\(Self.encoded(editor.email))&password=correct+horse+battery+2&next=%2Fstudio%2Fvideos")
            #expect(first["Location"] == "/studio/sign-in/set-up")
            browsing.keep(first)
            #expect(try await browsing.get("/studio").status == 401)
            #expect(try await browsing.get("/studio/sign-in/code").status == 303)
            let page = try await browsing.get("/studio/sign-in/set-up")
            #expect(page.text.contains("Business one"))
            let (secret, setup) = (try Self.secret(in: page.text), Self.encoded(try Self.field("setup", in: page.text)))
            // Another person's secret is refused.
            let foreign = try await owner.browsing.get("/studio/account/two-step").text
            let theirs = Self.encoded(try Self.field("setup", in: foreign))
            func complete(_ setup: String, _ code: String) async throws -> Reply {
                try await browsing.send(.POST, "/studio/sign-in/set-up", form: "setup=\(setup)&code=\(code)")
            }
            #expect(try await complete(theirs, Self.code(Self.secret(in: foreign), service)).status == 401)
            #expect(try await complete(setup, "").status == 422)
            let done = try await complete(setup, Self.code(secret, service))
            #expect(done.status == 200, "\(done.text)")
            #expect(Self.codes(in: done.text).count == 10)
            #expect(done.text.contains("href=\"/studio/videos\""))
            var signed = browsing
            signed.cookie = try #require(
                done.fields["Set-Cookie"].first { $0.hasPrefix("windowbox_studio=") }.map {
                    String($0.prefix { $0 != ";" })
                })
            #expect(try await signed.get("/studio/videos").status == 200)
            // The same form again changes nothing.
            #expect(try await complete(setup, Self.code(secret, service)).status == 401)
        }
    }

    @Test("Neither a new password nor an invitation gets around it, and a reset by an owner removes it and ends all sessions") func reset()
        async throws
    {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            let manager = try await Manager(service)
            let path = "/v1/admin/people/\(enrolled.person.id)"
            let link = try await manager.send(.POST, "\(path)/invitation").json(Invitation.self)
            let url = try #require(link.url)
            let page = String(url[try #require(url.range(of: "/studio")).lowerBound...])
            let browsing = try await StudioBrowsing(service)
            let set = try await browsing.send(.POST, page, form: "password=another+horse+battery")
            #expect(set["Location"] == "/studio/sign-in/code")
            #expect(set.fields["Set-Cookie"].allSatisfy { !$0.hasPrefix("windowbox_studio=") })
            // A new password ends pending sign-ins, too.
            #expect(try await enrolled.person.browsing.get("/studio").status == 401)
            let narrow = try await Manager(service, scopes: ["people:write"])
            #expect(try await narrow.send(.DELETE, "\(path)/second_factor").code == .insufficientScope)
            #expect(try await Manager(service, business: "b2").send(.DELETE, "\(path)/second_factor").status == 404)
            let owner = try await Self.enrolled(service, .owner)
            #expect(try await owner.person.send(.DELETE, "/v1/admin/people/\(owner.person.id)/second_factor").code == .conflict)
            var pending = browsing
            pending.keep(set)
            #expect(try await owner.person.send(.DELETE, "\(path)/second_factor").status == 204)
            #expect(try await owner.person.send(.DELETE, "\(path)/second_factor").status == 204)
            // What began before is over.
            service.clock.advance(by: 30)
            #expect(try await Self.enter(pending, Self.code(enrolled.secret, service)).status == 401)
            let again = try await browsing.send(
                .POST, "/studio/sign-in", form: "email=\(Self.encoded(enrolled.person.email))&password=another+horse+battery&next=")
            #expect(again["Location"] == "/studio")
            let log = try await manager.send(.GET, "/v1/admin/audit").json(ResourceList<AuditEntry>.self).data
            #expect(log.contains { $0.operation == "resetSecondFactor" && $0.actorID == owner.person.id })
        }
    }

    @Test("A password change keeps the session's second step, and a session without it opens nothing") func sessions() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            let token = try await enrolled.person.browsing.token()
            let changed = try await enrolled.person.browsing.send(
                .POST, "/studio/account/password", form: "token=\(token)&current=correct+horse+battery&password=entirely+new+words")
            #expect(changed.status == 303)
            var browsing = enrolled.person.browsing
            browsing.keep(changed)
            #expect(try await browsing.get("/studio").status == 200)
            let record = try #require(try await service.catalogue.resources.find(PersonRecord.self, id: enrolled.person.id))
            let sessions = StudioSessions(catalogue: service.catalogue, tokenSigner: service.service.tokenSigner)
            let weak = try await sessions.begin(.person(record), at: service.clock.now)
            browsing.cookie = String(try sessions.setting(weak, isSecure: false, at: service.clock.now).prefix { $0 != ";" })
            #expect(try await browsing.get("/studio").status == 401)
        }
    }
}
