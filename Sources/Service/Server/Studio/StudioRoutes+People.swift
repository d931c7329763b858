// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    static let team = [
        StudioRoute("people") { call in
            let people = try await call.ask(ResourceList<Person>.self, "listPeople").data
            let rule =
                call.may("businesses:write")
                ? try await Business.find(call.administrator.businessID, in: call.catalogue).requiresTwoSteps ?? false : nil
            return StudioPeople.page(people, mayWrite: call.may("people:write"), isTwoStepRequired: rule)
        },
        StudioRoute("people/new") { call in
            try call.require("people:write")
            return StudioPeople.new(sendsMail: call.studio.mailer != nil)
        },
        StudioRoute("people/{id}") { call in
            let id = ["id": call.path["id"]]
            return StudioPeople.page(
                try await call.ask(Person.self, "readPerson", id),
                sessions: try await call.ask(ResourceList<PersonSession>.self, "listSessions", id).data,
                isSelf: call.administrator.isPerson && call.administrator.clientID == id["id"], mayWrite: call.may("people:write"),
                sendsMail: call.studio.mailer != nil)
        },
        StudioRoute("audit") { call in try await call.audit() },
        StudioRoute("account") { call in try await call.studio.account(call.visitor, call.now) },
        StudioRoute("account/two-step") { call in try await TwoStepRoutes(studio: call.studio).setupPage(call.visitor, call.now) },
    ]

    // MARK: Invitations

    /// Nil if the link was used, replaced or changed, or has expired.
    private func invited(_ call: RequestContext) async throws -> (person: PersonRecord, secret: String)? {
        let parts = call.path["token"].split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, OpaqueID.isWellFormed(parts[0]),
            let person = try await catalogue.resources.find(PersonRecord.self, id: parts[0]), person.accepts(parts[1], at: call.now)
        else { return nil }
        return (person, parts[1])
    }

    private func unknownInvitation() -> Response {
        var answer = html(StudioInvitation.unknown, status: 401)
        answer.code = .invalidToken
        return answer
    }

    func invitationPage(_ call: RequestContext) async throws -> Response {
        guard let (person, _) = try await invited(call) else { return unknownInvitation() }
        return secret(html(try await page(for: person, call).html))
    }

    /// The address of the page must not reach anybody else.
    private func secret(_ answer: Response) -> Response {
        var answer = answer
        if let name = HTTPField.Name("Referrer-Policy") { answer.fields[name] = "no-referrer" }
        return answer
    }

    private func page(for person: PersonRecord, _ call: RequestContext) async throws -> StudioInvitation {
        var page = StudioInvitation(
            path: "\(Self.root)/invitation/\(call.path["token"])", email: person.email, name: person.name,
            business: try await Business.find(person.businessID, in: catalogue).name, minLength: PasswordRule.minLength)
        // A link for a forgotten password connects no account.
        if person.invitation.map({ $0.until > call.now }) ?? false {
            page.providers = providers.map { $0.settings }.filter { $0.businessID.map { $0 == person.businessID } ?? true }.map {
                ($0.id, $0.name)
            }
        }
        return page
    }

    func acceptInvitation(_ call: RequestContext) async throws -> Response {
        guard isOwn(call.fields, host: call.host) else { throw Self.foreign }
        guard let (person, key) = try await invited(call) else { return unknownInvitation() }
        let password = try Self.form(call)["password"] ?? ""
        if let fault = PasswordRule.fault(in: password, of: person) {
            var page = try await page(for: person, call)
            page.fault = fault
            return secret(html(page.html, status: 422))
        }
        let hash = try await passwords.hash(password)
        // The link works once, whatever two requests do at the same time.
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.accepts(key, at: call.now) else { return }
            kept.set(password: hash, at: call.now)
        }
        guard let changed, changed.passwordHash == hash else { return unknownInvitation() }
        return try await TwoStepRoutes(studio: self).proceed(
            changed, person.isReset(key, at: call.now) ? "resetPassword" : "acceptInvitation", nil, call)
    }

    // MARK: One's own account

    func account(
        _ visitor: StudioVisitor, _ now: Date, fault: String? = nil, twoStepFault: String? = nil
    ) async throws -> StudioPage {
        guard case .person(let person) = visitor.subject else {
            return StudioAccount.page(client: visitor.administrator.name)
        }
        let kept = try await catalogue.resources.list(StudioSession.self, parent: person.id, before: nil, since: nil, limit: 1000)
        let open = kept.filter { $0.isOpen(for: person, at: now) }.map { $0.presented(isCurrent: $0.id == visitor.session.id) }
        let isRequired = try await Business.find(person.businessID, in: catalogue).requiresTwoSteps == true
        var twoStep = StudioTwoStepState(
            since: person.secondFactor?.since, recoveryCodes: person.secondFactor?.recoveryHashes.count ?? 0, isRequired: isRequired,
            hasPassword: person.passwordHash != nil)
        twoStep.fault = twoStepFault
        return StudioAccount(
            person: person.presented(at: now), sessions: open, token: sessions.token(of: visitor), fault: fault,
            minLength: PasswordRule.minLength, twoStep: twoStep,
            providers: (person.accounts ?? []).map { account in
                providers.first { $0.settings.issuer == account.issuer }?.settings.name ?? account.issuer
            }
        ).page
    }

    /// The person who sent a form of the account page.
    func owner(of call: RequestContext) throws -> (StudioVisitor, PersonRecord, QueryValues) {
        guard case .user(let visitor) = call.caller, case .person(let person) = visitor.subject else {
            throw APIError(.invalidToken, "Sign in to Studio.")
        }
        let form = try Self.form(call)
        guard sessions.isToken(form["token"] ?? "", of: visitor) else { throw Self.foreign }
        return (visitor, person, form)
    }

    func changePassword(_ call: RequestContext) async throws -> Response {
        let (visitor, person, form) = try owner(of: call)
        func refuse(_ fault: String, _ status: Int) async throws -> Response {
            html(try await frame(of: visitor).page(account(visitor, call.now, fault: fault)), status: status)
        }
        let old = person.passwordHash
        do {
            try limiter.count("sign-in \(PersonRecord.addressID(of: person.email))", .passwords, at: call.now)
            guard try await passwords.matches(form["current"] ?? "", old) else {
                try await failures.record("changePasswordFailed", of: person.id, visitor.subject, path: call.target.path, at: call.now)
                return try await refuse("The current password is wrong.", 422)
            }
        } catch let wait as RateLimitExceeded {
            return try await refuse("Too many attempts. Try again in \(wait.seconds) seconds.", 429)
        }
        let password = form["password"] ?? ""
        if let fault = PasswordRule.fault(in: password, of: person) { return try await refuse(fault, 422) }
        let hash = try await passwords.hash(password)
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.passwordHash == old, kept.stamp == person.stamp else { return }
            kept.set(password: hash, at: call.now)
        }
        guard let changed, changed.passwordHash == hash else {
            return try await refuse("The password was changed in another window.", 409)
        }
        // All other sessions have ended; this browser gets a new one. A session that began before the business required a second step must
        // not be extended without it.
        guard visitor.session.hasTwoSteps == true else {
            return try await TwoStepRoutes(studio: self).proceed(changed, "changePassword", "\(Self.root)/account", call)
        }
        let renewed = try await sessions.begin(.person(changed), browser: Self.browser(call), hasTwoSteps: true, at: call.now)
        return try await entered(renewed, "changePassword", "\(Self.root)/account", call)
    }

    func endOwnSession(_ call: RequestContext) async throws -> Response {
        let (visitor, person, _) = try owner(of: call)
        let id = call.path["id"]
        if let session = try await catalogue.resources.find(StudioSession.self, id: id), session.clientID == person.id {
            _ = try await catalogue.resources.delete(StudioSession.self, id: id)
            try await AuditLog(catalogue: catalogue).record(
                "endOwnSession", by: visitor.administrator, path: call.target.path, at: call.now)
        }
        return Self.redirect("\(Self.root)/account")
    }
}

extension PersonRecord {
    /// Sets a password, uses up all links for one, and ends all sessions.
    fileprivate mutating func set(password hash: String, at now: Date) {
        (passwordHash, invitation, reset, stamp, lastSignInAt) = (hash, nil, nil, OpaqueID.make(), now)
    }
}

extension StudioContext {
    fileprivate func audit() async throws -> StudioPage {
        var parameters = ["page_size": "50"]
        if let before = query["before_id"], !before.isEmpty { parameters["before_id"] = before }
        let found = try await ask(ResourceList<AuditEntry>.self, "listAudit", [:], parameters)
        let next = found.paging.next.flatMap { path in
            QueryValues(encoded: path.split(separator: "?").last ?? "")?["before_id"]
        }.map { "?before_id=\($0)" }
        return StudioAudit.page(StudioList(found.data, next: next))
    }
}
