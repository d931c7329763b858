// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// The second step of signing in, and one's own second factor.
struct TwoStepRoutes: RouteGroup {
    let studio: StudioRoutes
    private var catalogue: Catalogue { studio.catalogue }
    private var sessions: StudioSessions { studio.sessions }
    private static let root = StudioRoutes.root

    var endpoints: [Endpoint] {
        [
            studio.endpoint(.get, "/sign-in/code", for: .visitor, codePage),
            studio.endpoint(.post, "/sign-in/code", for: .visitor, enterCode).taking(upTo: StudioRoutes.largestForm),
            studio.endpoint(.get, "/sign-in/set-up", for: .visitor, requiredSetupPage),
            studio.endpoint(.post, "/sign-in/set-up", for: .visitor, completeRequiredSetup).taking(upTo: StudioRoutes.largestForm),
            studio.endpoint(.post, "/account/two-step", for: .visitor, turnOn).taking(upTo: StudioRoutes.largestForm),
            studio.endpoint(.post, "/account/two-step/remove", for: .visitor, turnOff).taking(upTo: StudioRoutes.largestForm),
            studio.endpoint(.post, "/account/two-step/recovery", for: .visitor, renewRecoveryCodes).taking(upTo: StudioRoutes.largestForm),
        ]
    }

    // MARK: Signing in

    /// Opens Studio for a person who has passed the first factor, or requests the second one.
    func proceed(_ person: PersonRecord, _ operation: String, _ next: String?, _ call: RequestContext) async throws -> Response {
        let isRequired = try await Business.find(person.businessID, in: catalogue).requiresTwoSteps == true
        guard person.secondFactor != nil || isRequired else {
            let visitor = try await sessions.begin(.person(person), browser: StudioRoutes.browser(call), at: call.now)
            return try await studio.entered(visitor, operation, next, call)
        }
        let pending = PendingSignIn(person, operation, next: next, at: call.now)
        var answer = StudioRoutes.redirect("\(Self.root)/sign-in/\(person.secondFactor == nil ? "set-up" : "code")")
        answer.fields[.setCookie] = try pending.setting(isSecure: call.origin.isSecure, signer: sessions.tokenSigner)
        return answer
    }

    /// Nil if the first factor was not passed, or too long ago.
    private func pending(_ call: RequestContext) async throws -> (claim: PendingSignIn, person: PersonRecord)? {
        guard let claim = PendingSignIn(in: call.fields, isSecure: call.origin.isSecure, signer: sessions.tokenSigner, at: call.now),
            let person = try await catalogue.resources.find(PersonRecord.self, id: claim.person), person.stamp == claim.stamp
        else { return nil }
        return (claim, person)
    }

    private func startAgain() -> Response {
        var page = studio.signInForm(next: nil)
        page.fault = "Sign in again: that took too long."
        var answer = studio.html(page.html, status: 401)
        answer.code = .invalidToken
        return answer
    }

    private func codePage(_ call: RequestContext) async throws -> Response {
        guard let (_, person) = try await pending(call) else { return startAgain() }
        return person.secondFactor == nil ? StudioRoutes.redirect("\(Self.root)/sign-in/set-up") : studio.html(StudioSecondStep().html)
    }

    private func enterCode(_ call: RequestContext) async throws -> Response {
        guard studio.isOwn(call.fields, host: call.host) else { throw StudioRoutes.foreign }
        guard let (claim, person) = try await pending(call), person.secondFactor != nil else { return startAgain() }
        let code = try StudioRoutes.form(call)["code"] ?? ""
        let outcome: CodeOutcome
        do {
            try studio.limiter.count("studio code \(call.origin.address?.limitKey ?? "")", .codes, at: call.now)
            outcome = try await check(code, of: person, path: call.target.path, at: call.now) { $0.lastSignInAt = call.now }
        } catch let wait as RateLimitExceeded { outcome = .refused(Self.message(for: wait), wait: wait) }
        switch outcome {
        case .accepted(let changed):
            let visitor = try await sessions.begin(.person(changed), browser: StudioRoutes.browser(call), hasTwoSteps: true, at: call.now)
            return try await studio.entered(visitor, claim.operation, claim.next, call)
        case .refused(let fault, let wait):
            var page = StudioSecondStep()
            page.fault = fault
            var answer = studio.html(page.html, status: wait == nil ? 401 : 429)
            answer.code = wait == nil ? .invalidClient : .rateLimited
            if let wait { answer.fields[.retryAfter] = String(wait.seconds) }
            return answer
        }
    }

    // MARK: Codes

    private enum CodeOutcome: Sendable {
        case accepted(PersonRecord)
        case refused(_ fault: String, wait: RateLimitExceeded?)
    }

    private static let accountHasChanged = "Your account was changed at the same time. Sign in again."

    private static func message(for wait: RateLimitExceeded) -> String {
        wait.seconds < 120
            ? "Too many attempts. Try again in \(wait.seconds) seconds."
            : "Too many attempts. Try again in \(wait.seconds / 60 + 1) minutes."
    }

    /// Checks a code and updates the account in one transaction, so that two simultaneous requests can't use the same code.
    private func check(
        _ code: String, of person: PersonRecord, path: String, at now: Date, _ change: @escaping @Sendable (inout PersonRecord) -> Void
    ) async throws -> CodeOutcome {
        let attempt = OpaqueID.make()
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: now) { [vault = studio.vault] kept in
            guard kept.stamp == person.stamp, var factor = kept.secondFactor else { return }
            factor.take(code, attempt: attempt, secret: vault.open(factor.secret).flatMap(Base32.decoded), at: now)
            kept.secondFactor = factor
            guard factor.accepts(attempt) else { return }
            kept.lastProof = factor.accepted
            change(&kept)
        }
        guard let changed else { return .refused(Self.accountHasChanged, wait: nil) }
        let subject = StudioSubject.person(changed)
        if let proof = changed.lastProof, proof.attempt == attempt {
            if proof.wasRecoveryCode {
                try await AuditLog(catalogue: catalogue).record("useRecoveryCode", by: subject.administrator, path: path, at: now)
                try await studio.mailer?.notify(changed, of: .usedRecoveryCode, at: now)
            }
            return .accepted(changed)
        }
        guard changed.stamp == person.stamp, let factor = changed.secondFactor else {
            return .refused(Self.accountHasChanged, wait: nil)
        }
        try await studio.failures.record("secondFactorFailed", of: person.id, subject, path: path, at: now)
        if factor.failures == SecondFactor.failuresUntilWait, person.secondFactor?.failures != factor.failures {
            try await studio.mailer?.notify(changed, of: .wrongCodes, at: now)
        }
        if let seconds = factor.wait(at: now) {
            let wait = RateLimitExceeded(retryAfter: seconds)
            return .refused(Self.message(for: wait), wait: wait)
        }
        return .refused(
            factor.isLocked
                ? "There were too many wrong codes. Use a recovery code, or ask an owner of your business to reset your two-step sign-in."
                : "This code is wrong, or was used already. Wait for the next one.", wait: nil)
    }

    // MARK: Setting it up

    private func setup(_ pending: PendingSecondFactor, of person: PersonRecord) async throws -> StudioTwoStepSetup {
        let business = try await Business.find(person.businessID, in: catalogue).name
        let address = OneTimeCode.address(
            secret: Base32.decoded(pending.secret) ?? Data(), account: person.email, issuer: "\(business) Studio")
        return StudioTwoStepSetup(address: address, secret: pending.secret, sealed: try studio.vault.seal(ContractJSON.text(pending)))
    }

    /// The secret that a form confirms; nil if it is too old, for another person, or forged.
    private func confirmed(_ form: QueryValues, of person: PersonRecord, at now: Date) -> PendingSecondFactor? {
        // Nothing that isn't encrypted: the vault returns plain text unchanged.
        guard let text = form["setup"], text.hasPrefix("v1:"), let opened = studio.vault.open(text),
            let pending = try? ContractJSON.decode(PendingSecondFactor.self, from: opened), pending.isFor(person, at: now)
        else { return nil }
        return pending
    }

    /// Turns it on if the code is right.
    /// - Returns: the person, and the recovery codes; nil if the code is wrong.
    private func turnOn(
        _ pending: PendingSecondFactor, _ code: String, of person: PersonRecord, _ call: RequestContext
    ) async throws -> (person: PersonRecord, codes: [String])? {
        let digits = code.filter { $0.isASCII && $0.isNumber }
        guard let secret = Base32.decoded(pending.secret), let step = OneTimeCode.step(of: digits, secret, after: 0, at: call.now) else {
            return nil
        }
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        let factor = SecondFactor(sealedSecret: try studio.vault.seal(pending.secret), recoveryHashes: hashes, step: step, at: call.now)
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.stamp == person.stamp, kept.secondFactor == nil else { return }
            // Sessions that began without it end.
            (kept.secondFactor, kept.stamp, kept.lastSignInAt) = (factor, OpaqueID.make(), call.now)
        }
        guard let changed, changed.secondFactor?.secret == factor.secret else { throw StudioRoutes.foreign }
        try await studio.mailer?.notify(changed, of: .turnedOn, at: call.now)
        return (changed, codes)
    }

    private static let wrongSetupCode =
        "This code is wrong. Check that the clock of your phone is right, and enter the code that it shows now."

    private func requiredSetupPage(_ call: RequestContext) async throws -> Response {
        guard let (_, person) = try await pending(call) else { return startAgain() }
        guard person.secondFactor == nil else { return StudioRoutes.redirect("\(Self.root)/sign-in/code") }
        let page = try await setup(PendingSecondFactor(for: person, at: call.now), of: person)
        return studio.html(page.signInPage(business: try await Business.find(person.businessID, in: catalogue).name))
    }

    private func completeRequiredSetup(_ call: RequestContext) async throws -> Response {
        guard studio.isOwn(call.fields, host: call.host) else { throw StudioRoutes.foreign }
        guard let (claim, person) = try await pending(call), person.secondFactor == nil else { return startAgain() }
        let form = try StudioRoutes.form(call)
        guard let pending = confirmed(form, of: person, at: call.now) else { return startAgain() }
        guard let (changed, codes) = try await turnOn(pending, form["code"] ?? "", of: person, call) else {
            var page = try await setup(pending, of: person)
            page.fault = Self.wrongSetupCode
            return studio.html(page.signInPage(business: try await Business.find(person.businessID, in: catalogue).name), status: 422)
        }
        let visitor = try await sessions.begin(.person(changed), browser: StudioRoutes.browser(call), hasTwoSteps: true, at: call.now)
        var answer = try await studio.entered(visitor, claim.operation, claim.next, call)
        try await AuditLog(catalogue: catalogue).record("turnOnTwoSteps", by: visitor.administrator, path: call.target.path, at: call.now)
        let page = studio.html(StudioRecoveryCodes.signInPage(codes, next: claim.next ?? Self.root))
        (answer.status, answer.content) = (page.status, page.content)
        answer.fields[.location] = nil
        for field in page.fields { answer.fields.append(field) }
        return answer
    }

    // MARK: One's own account

    func setupPage(_ visitor: StudioVisitor, _ now: Date) async throws -> StudioPage {
        guard case .person(let person) = visitor.subject, person.secondFactor == nil else {
            throw APIError(.notFound, "Two-step sign-in is on already, or this is no account.")
        }
        return try await setup(PendingSecondFactor(for: person, at: now), of: person)
            .page(token: sessions.token(of: visitor), hasPassword: person.passwordHash != nil)
    }

    private func turnOn(_ call: RequestContext) async throws -> Response {
        let (visitor, person, form) = try studio.owner(of: call)
        guard person.secondFactor == nil, let pending = confirmed(form, of: person, at: call.now) else { throw StudioRoutes.foreign }
        func refuse(_ fault: String, _ status: Int) async throws -> Response {
            var page = try await setup(pending, of: person)
            page.fault = fault
            let content = page.page(token: sessions.token(of: visitor), hasPassword: person.passwordHash != nil)
            return studio.html(try await studio.frame(of: visitor).page(content), status: status)
        }
        // Access to a signed-in browser must not be enough to lock its user out.
        if let fault = try await passwordFault(form, of: person, visitor, call) { return try await refuse(fault.text, fault.status) }
        guard let (changed, codes) = try await turnOn(pending, form["code"] ?? "", of: person, call) else {
            return try await refuse(Self.wrongSetupCode, 422)
        }
        let renewed = try await sessions.begin(.person(changed), browser: StudioRoutes.browser(call), hasTwoSteps: true, at: call.now)
        try await AuditLog(catalogue: catalogue).record("turnOnTwoSteps", by: renewed.administrator, path: call.target.path, at: call.now)
        var answer = studio.html(try await studio.frame(of: renewed).page(StudioRecoveryCodes.page(codes)))
        answer.fields[.setCookie] = try sessions.setting(renewed, isSecure: call.origin.isSecure, at: call.now)
        return answer
    }

    private func turnOff(_ call: RequestContext) async throws -> Response {
        let (visitor, person, form) = try studio.owner(of: call)
        guard person.secondFactor != nil else { return StudioRoutes.redirect("\(Self.root)/account") }
        guard try await Business.find(person.businessID, in: catalogue).requiresTwoSteps != true else {
            return try await refuse("Your business requires two-step sign-in.", 422, visitor, call)
        }
        if let fault = try await passwordFault(form, of: person, visitor, call) {
            return try await refuse(fault.text, fault.status, visitor, call)
        }
        let outcome = try await check(form["code"] ?? "", of: person, path: call.target.path, at: call.now) { $0.secondFactor = nil }
        switch outcome {
        case .refused(let fault, let wait): return try await refuse(fault, wait == nil ? 422 : 429, visitor, call)
        case .accepted(let changed):
            try await AuditLog(catalogue: catalogue).record(
                "turnOffTwoSteps", by: visitor.administrator, path: call.target.path, at: call.now)
            try await studio.mailer?.notify(changed, of: .turnedOff, at: call.now)
            return StudioRoutes.redirect("\(Self.root)/account")
        }
    }

    private func renewRecoveryCodes(_ call: RequestContext) async throws -> Response {
        let (visitor, person, form) = try studio.owner(of: call)
        guard person.secondFactor != nil else { return StudioRoutes.redirect("\(Self.root)/account") }
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        let outcome = try await check(form["code"] ?? "", of: person, path: call.target.path, at: call.now) {
            $0.secondFactor?.recoveryHashes = hashes
        }
        switch outcome {
        case .refused(let fault, let wait): return try await refuse(fault, wait == nil ? 422 : 429, visitor, call)
        case .accepted(let changed):
            try await AuditLog(catalogue: catalogue).record(
                "renewRecoveryCodes", by: visitor.administrator, path: call.target.path, at: call.now)
            try await studio.mailer?.notify(changed, of: .newRecoveryCodes, at: call.now)
            return studio.html(try await studio.frame(of: visitor).page(StudioRecoveryCodes.page(codes)))
        }
    }

    private func refuse(_ fault: String, _ status: Int, _ visitor: StudioVisitor, _ call: RequestContext) async throws -> Response {
        studio.html(try await studio.frame(of: visitor).page(studio.account(visitor, call.now, twoStepFault: fault)), status: status)
    }

    /// Why the current password in a form is refused; nil if it is right, or the account has none.
    private func passwordFault(
        _ form: QueryValues, of person: PersonRecord, _ visitor: StudioVisitor, _ call: RequestContext
    ) async throws -> (text: String, status: Int)? {
        guard let hash = person.passwordHash else { return nil }
        do {
            try studio.limiter.count("sign-in \(PersonRecord.addressID(of: person.email))", .passwords, at: call.now)
            guard try await studio.passwords.matches(form["current"] ?? "", hash) else {
                try await studio.failures.record("wrongPassword", of: person.id, visitor.subject, path: call.target.path, at: call.now)
                return ("The current password is wrong.", 422)
            }
            return nil
        } catch let wait as RateLimitExceeded { return (Self.message(for: wait), 429) }
    }
}
