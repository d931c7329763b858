// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Signs users in and out of Studio, and authenticates requests by cookie.
///
/// A cookie alone can't change anything: that also needs the session's token, which pages of other sites can't read.
struct StudioSessions: Sendable {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner

    private static let name = "windowbox_studio"

    /// Seconds of inactivity after which a user must sign in again.
    static let idle = 3600.0
    /// Seconds after which a user must sign in again in any case.
    static let longest = 12 * 3600.0
    /// Simultaneous sessions per client or person; one more ends the oldest.
    private static let maximumSessions = 20

    /// Begins a session for an authenticated subject.
    /// - Parameters:
    ///   - browser: the browser's user agent.
    ///   - hasTwoSteps: whether a second factor was proved, too. Without it, nobody who has one is signed in by the session.
    func begin(_ subject: StudioSubject, browser: String? = nil, hasTwoSteps: Bool = false, at now: Date) async throws -> StudioVisitor {
        let others = try await catalogue.resources.list(StudioSession.self, parent: subject.id, before: nil, since: nil, limit: 1000)
        for (index, other) in others.enumerated() where other.until <= now || index >= Self.maximumSessions - 1 {
            _ = try await catalogue.resources.delete(StudioSession.self, id: other.id)
        }
        var session = StudioSession(of: subject, browser: browser, at: now)
        if hasTwoSteps { session.hasTwoSteps = true }
        try await catalogue.resources.save(session, at: now)
        return StudioVisitor(session: session, subject: subject, until: now.addingTimeInterval(Self.idle))
    }

    /// - Returns: nil if nobody is signed in.
    func visitor(_ fields: HTTPFields, isSecure: Bool, at now: Date) async throws -> StudioVisitor? {
        guard let text = StudioCookie(Self.name, isSecure: isSecure).value(in: fields),
            let claim = tokenSigner.verify(StudioClaim.self, text, for: .studio),
            Double(claim.until) > now.timeIntervalSince1970,
            let session = try await catalogue.resources.find(StudioSession.self, id: claim.session), session.until > now,
            let subject = try await subject(of: session, at: now)
        else { return nil }
        return StudioVisitor(session: session, subject: subject, until: Date(timeIntervalSince1970: Double(claim.until)))
    }

    /// Nil if it was removed, or if all its sessions were ended.
    private func subject(of session: StudioSession, at now: Date) async throws -> StudioSubject? {
        guard session.isPerson == true else {
            guard let client = try await catalogue.resources.find(ClientProgram.self, id: session.clientID),
                // A program has no second step.
                try await Business.find(client.businessID, in: catalogue).requiresTwoSteps != true
            else { return nil }
            return .client(client)
        }
        guard let person = try await catalogue.resources.find(PersonRecord.self, id: session.clientID), session.isOpen(for: person, at: now)
        else { return nil }
        return .person(person)
    }

    func end(_ visitor: StudioVisitor) async throws { _ = try await catalogue.resources.delete(StudioSession.self, id: visitor.session.id) }

    /// The token that every changing request must contain.
    func token(of visitor: StudioVisitor) -> String { tokenSigner.signature(of: "token \(visitor.session.id)", for: .studio) }

    func isToken(_ text: String, of visitor: StudioVisitor) -> Bool {
        tokenSigner.isSignature(text, of: "token \(visitor.session.id)", for: .studio)
    }

    /// The caller of an API request from one of Studio's pages; nil if the token is missing.
    func administrator(_ fields: HTTPFields, isSecure: Bool, at now: Date) async throws -> Administrator? {
        guard let token = fields[.studioToken], let visitor = try await visitor(fields, isSecure: isSecure, at: now),
            isToken(token, of: visitor)
        else {
            return nil
        }
        return visitor.administrator
    }

    // MARK: Cookies (RFC 6265)

    func setting(_ visitor: StudioVisitor, isSecure: Bool, at now: Date) throws -> String {
        let until = min(visitor.until, visitor.session.until)
        let claim = StudioClaim(session: visitor.session.id, until: Int(until.timeIntervalSince1970))
        return StudioCookie(Self.name, isSecure: isSecure)
            .setting(try tokenSigner.sign(claim, for: .studio), seconds: Int(until.timeIntervalSince(now)))
    }

    func clearing(isSecure: Bool) -> String { StudioCookie(Self.name, isSecure: isSecure).setting("", seconds: 0) }
}
