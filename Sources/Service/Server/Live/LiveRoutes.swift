// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Serves live streams to viewers.
struct LiveRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    let tokenSigner: TokenSigner
    /// Limits wrong codes by address and by stream, so that new guest accounts don't allow more guesses.
    let guesses: RateLimiter
    /// Seconds for which a stream stays unlocked.
    private static let unlockSeconds = 86400

    /// Many addresses together are limited, too, but a stream's limit is far above that of an address: an attacker must hardly keep viewers
    /// out when a show begins.
    static func makeLimiter() -> RateLimiter {
        RateLimiter(limits: [.codes: RateLimit(perSecond: 0.1, burst: 20), .passwords: RateLimit(perSecond: 1, burst: 1000)])
    }

    var endpoints: [Endpoint] {
        [
            Endpoint("liveStream", stream),
            Endpoint("unlockLiveStream", unlock).limited(by: .codes),
            Endpoint("calendar", calendar),
        ]
    }

    private var access: LiveAccess { LiveAccess(catalogue: catalogue, tokenSigner: tokenSigner) }

    private func stream(_ call: GuestContext) async throws -> LiveStream {
        var stream = try await access.stream(call)
        if let counts = try await catalogue.live.counts(of: [stream.id], at: call.now)[stream.id] {
            (stream.viewers, stream.likes) = (counts.viewers, counts.likes)
        }
        return addresses.resolved(stream.forViewers(isUnlocked: access.isUnlocked(stream, call)), to: call.call)
    }

    private func unlock(_ call: GuestContext, _ request: UnlockRequest) async throws -> UnlockAnswer {
        let stream = try await access.stream(call)
        if let hash = stream.accessCodeHash, try await !isRight(request.code, hash, of: stream, call) {
            throw APIError(.incorrectAccessCode, "The code is wrong.", field: "code")
        }
        let until = Int(call.now.timeIntervalSince1970) + Self.unlockSeconds
        var claim = UnlockClaim(stream: stream.id, guest: call.guest.id, until: until)
        claim.code = stream.accessCodeHash.map { UnlockClaim.mark(of: $0, tokenSigner) }
        return UnlockAnswer(unlockToken: try tokenSigner.sign(claim, for: .unlock))
    }

    private func isRight(_ code: String, _ hash: String, of stream: LiveStream, _ call: GuestContext) async throws -> Bool {
        let origin = call.origin.address?.limitKey ?? ""
        let keys = [
            RateLimitState.Key(caller: "\(stream.id) \(origin)", allowance: .codes),
            RateLimitState.Key(caller: stream.id, allowance: .passwords),
        ]
        return try await guesses.guess(keys, at: call.now) { AccessCode.matches(code, hash) }
    }

    private func calendar(_ call: GuestContext) async throws -> Response {
        let stream = try await access.stream(call)
        guard let start = stream.scheduledAt else { throw APIError(.notFound, "The stream has no scheduled start.") }
        let visible = stream.forViewers(isUnlocked: access.isUnlocked(stream, call))
        return Response("text/calendar; charset=utf-8", text: CalendarEntry(stream: visible, start: start, at: call.now).text)
    }
}

/// The content of an unlock token.
struct UnlockClaim: Codable, Sendable {
    var stream: String
    var guest: String
    /// Seconds since 1970.
    var until: Int
    /// Identifies the code that was entered. Another code makes the token invalid; so does one that was removed and set again.
    var code: String?

    enum CodingKeys: String, CodingKey { case stream = "s", guest = "g", until = "e", code = "c" }

    /// - Parameter hash: as the catalogue stores it, with its salt, so that it differs each time a code is set.
    static func mark(of hash: String, _ tokenSigner: TokenSigner) -> String {
        tokenSigner.signature(of: "code \(hash)", for: .unlock)
    }

    /// Whether the code in force is the one that was entered.
    func isOf(code hash: String, _ tokenSigner: TokenSigner) -> Bool {
        code.map { tokenSigner.isSignature($0, of: "code \(hash)", for: .unlock) } ?? false
    }
}
