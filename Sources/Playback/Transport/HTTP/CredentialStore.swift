// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// Names and passwords that addresses have brought, each for its own origin, in memory.
///
/// Segments have the origin of their playlist, and often no credentials of their own: as in browsers, those of one address serve all of
/// its origin.
final class CredentialStore: Sendable {
    private let origins = Mutex<[String: HTTPAuthentication]>([:])

    /// Addresses come from playlists, too: whoever writes those does not fill the memory.
    private static let mostOrigins = 256

    /// Takes the credentials out of the address of a request.
    /// - Returns: the request as it may be sent and told about.
    func strip(_ request: TransportRequest) -> TransportRequest {
        guard let (address, credentials) = HTTPCredentials.split(request.url), let origin = try? HTTPAddress(address).origin else {
            return request
        }
        let namer = request.referrer.flatMap { try? HTTPAddress(HTTPCredentials.split($0)?.address ?? $0).origin }
        origins.withLock { origins in
            // A playlist of elsewhere does not change what a person has typed.
            let isOwn = request.referrer == nil || namer == origin
            guard origins[origin]?.credentials != credentials, isOwn || origins[origin] == nil else { return }
            guard origins[origin] != nil || origins.count < Self.mostOrigins else { return }
            origins[origin] = HTTPAuthentication(credentials)
        }
        var request = request
        request.url = address
        return request
    }

    /// The value of `Authorization` for a request; nil where there are no credentials, or the server has not asked for them.
    func answer(origin: String, method: String, target: String) -> String? {
        origins.withLock { origins in
            guard origins[origin] != nil else { return nil }
            var random = SystemRandomNumberGenerator()
            let clientNonce = String(random.next(), radix: 36) + String(random.next(), radix: 36)
            return origins[origin]?.answer(method: method, target: target, clientNonce: clientNonce)
        }
    }

    /// - Parameters:
    ///   - fields: the values of `WWW-Authenticate`.
    ///   - answer: what the refused request said in `Authorization`.
    /// - Returns: whether another try makes sense.
    func take(_ fields: [String], origin: String, answer: String?) -> Bool {
        origins.withLock { origins in
            origins[origin]?.take(HTTPChallenge.all(in: fields), wasAnswered: answer != nil) ?? false
        }
    }
}
