// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// User names and passwords from URLs, stored in memory per origin.
///
/// Segments have the origin of their playlist but often no credentials in their URLs. As in browsers, the credentials of one URL apply to
/// its entire origin.
final class CredentialStore: Sendable {
    private let origins = Mutex<[String: HTTPAuthentication]>([:])

    /// Playlists contain URLs too; this limits how much memory their authors can use.
    private static let maximumOrigins = 256

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
            guard origins[origin]?.credentials != credentials, isOwn || origins[origin] == nil else { return }
            guard origins[origin] != nil || origins.count < Self.maximumOrigins else { return }
            origins[origin] = HTTPAuthentication(credentials)
        }
        var request = request
        request.url = address
        return request
    }

    /// The value of `Authorization` for a request; nil if there are no credentials, or the server hasn't asked for them.
    func answer(origin: String, method: String, target: String) -> String? {
        origins.withLock { origins in
            guard origins[origin] != nil else { return nil }
            var random = SystemRandomNumberGenerator()
            let clientNonce = String(random.next(), radix: 36) + String(random.next(), radix: 36)
            return origins[origin]?.answer(method: method, target: target, clientNonce: clientNonce)
        }
    }

    /// Handles a server's challenges.
    /// - Parameters:
    ///   - fields: the values of `WWW-Authenticate`.
    ///   - answer: the `Authorization` value of the refused request.
    /// - Returns: whether to retry.
    func take(_ fields: [String], origin: String, answer: String?) -> Bool {
        origins.withLock { origins in
            origins[origin]?.take(HTTPChallenge.all(in: fields), wasAnswered: answer != nil) ?? false
        }
    }
}
