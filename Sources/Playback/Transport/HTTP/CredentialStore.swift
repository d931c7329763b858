// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// User names and passwords, stored in memory per origin.
///
/// They come from URLs, or from the user: if a server requires credentials and the store has none, or the server refuses them, the store
/// asks for them, and the request waits. Credentials are only sent to the origin that they were given for, which is scheme, host and port.
///
/// Segments have the origin of their playlist but often no credentials in their URLs. As in browsers, the credentials of one URL apply to
/// its entire origin.
public final class CredentialStore: Sendable {
    /// Asks the user for credentials; nil if the user gives none, and the request fails with status 401.
    ///
    /// There is only one question at a time for an origin. Its task is cancelled when nothing waits for the answer any more.
    public typealias Question = @Sendable (AuthenticationChallenge) async -> HTTPCredentials?

    /// What is known about an origin.
    private struct Origin {
        var authentication: HTTPAuthentication
        /// Credentials of a URL that the server has refused, and for which the user has given others.
        var refused: HTTPCredentials?
    }

    /// The credentials that a request was sent with.
    struct Answer: Sendable {
        /// The value of `Authorization`.
        var field: String
        var credentials: HTTPCredentials
    }

    private let origins = Mutex<[String: Origin]>([:])
    private let questions = Coalescer<String, HTTPCredentials?>()
    private let question: Question?

    /// Playlists contain URLs too; this limits how much memory their authors can use.
    private static let maximumOrigins = 256

    /// - Parameter question: nil never asks.
    public init(question: Question? = nil) { self.question = question }

    /// Forgets the credentials for an origin.
    /// - Parameter origin: scheme, host and port, as in ``AuthenticationChallenge/origin``.
    public func forget(_ origin: String) {
        origins.withLock { _ = $0.removeValue(forKey: origin) }
    }

    /// Removes the credentials from the URL of a request and stores them.
    /// - Returns: the request as it may be sent and logged.
    func strip(_ request: TransportRequest) -> TransportRequest {
        guard let (address, credentials) = HTTPCredentials.split(request.url), let origin = try? HTTPAddress(address).origin else {
            return request
        }
        let namer = request.referrer.flatMap { try? HTTPAddress(HTTPCredentials.split($0)?.address ?? $0).origin }
        origins.withLock { origins in
            // A playlist from another origin must not replace credentials that the user has entered.
            let isOwn = request.referrer == nil || namer == origin
            let known = origins[origin]
            guard known?.authentication.credentials != credentials, known?.refused != credentials, isOwn || known == nil else { return }
            guard known != nil || origins.count < Self.maximumOrigins else { return }
            origins[origin] = Origin(authentication: HTTPAuthentication(credentials))
        }
        var request = request
        request.url = address
        return request
    }

    /// How to answer a server in advance; nil if there are no credentials, or the server hasn't asked for them.
    func answer(origin: String, method: String, target: String) -> Answer? {
        origins.withLock { origins in
            guard let credentials = origins[origin]?.authentication.credentials else { return nil }
            var random = SystemRandomNumberGenerator()
            let clientNonce = String(random.next(), radix: 36) + String(random.next(), radix: 36)
            let field = origins[origin]?.authentication.answer(method: method, target: target, clientNonce: clientNonce)
            return field.map { Answer(field: $0, credentials: credentials) }
        }
    }

    /// Handles a server's challenges.
    /// - Parameters:
    ///   - fields: the values of `WWW-Authenticate`.
    ///   - answer: what the refused request was sent with.
    /// - Returns: whether to retry.
    func take(_ fields: [String], origin: String, answer: Answer?) -> Bool {
        origins.withLock { origins in
            // The refused ones may have been replaced while the request was under way.
            let wasAnswered = answer != nil && answer?.credentials == origins[origin]?.authentication.credentials
            return origins[origin]?.authentication.take(HTTPChallenge.all(in: fields), wasAnswered: wasAnswered) ?? false
        }
    }

    /// Asks the user for credentials.
    /// - Parameters:
    ///   - fields: the values of `WWW-Authenticate`.
    ///   - address: the URL that the server protects.
    ///   - answer: what the refused request was sent with.
    ///   - request: the request before redirects.
    /// - Returns: whether to retry.
    func ask(
        _ fields: [String], at address: HTTPAddress, answer: Answer?, for request: TransportRequest
    ) async throws(TransportError) -> Bool {
        let challenges = HTTPChallenge.all(in: fields)
        guard let question, let best = HTTPAuthentication.best(of: challenges) else { return false }
        let challenge = AuthenticationChallenge(best, at: address, for: request, refusedUser: answer?.credentials.user)
        let refused = answer?.credentials
        let given = try await questions.value(address.origin, url: request.url) { [self] in
            // The user may have answered another request since this one was refused.
            if take(fields, origin: challenge.origin, answer: answer) { return credentials(for: challenge.origin) }
            guard let given = await question(challenge), given != refused else { return nil }
            store(given, for: challenge.origin, challenges, insteadOf: refused)
            return given
        }
        return given != nil
    }

    private func credentials(for origin: String) -> HTTPCredentials? { origins.withLock { $0[origin]?.authentication.credentials } }

    private func store(
        _ credentials: HTTPCredentials, for origin: String, _ challenges: [HTTPChallenge], insteadOf refused: HTTPCredentials?
    ) {
        origins.withLock { origins in
            guard origins[origin] != nil || origins.count < Self.maximumOrigins else { return }
            var authentication = HTTPAuthentication(credentials)
            _ = authentication.take(challenges, wasAnswered: false)
            origins[origin] = Origin(authentication: authentication, refused: refused ?? origins[origin]?.refused)
        }
    }
}
