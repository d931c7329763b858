// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Sets the passwords of videos, and exchanges them for tokens.
struct VideoPasswordRoutes: RouteGroup {
    let catalogue: Catalogue
    let access: LiveAccess
    let passwords: PasswordHasher
    let guesses: RateLimiter

    /// Seconds for which a video stays unlocked.
    static let unlockSeconds = 4 * 3600
    private static let length = 6...200

    /// A video's limit is far above that of an address, so that one attacker hardly affects other viewers, and many addresses together are
    /// still limited.
    static func makeLimiter() -> RateLimiter {
        RateLimiter(limits: [.codes: RateLimit(perSecond: 0.05, burst: 10), .passwords: RateLimit(perSecond: 0.2, burst: 200)])
    }

    var endpoints: [Endpoint] {
        [
            Endpoint("unlockVideo", unlock).limited(by: .codes).taking(upTo: 4096),
            Endpoint("setVideoPassword", set).taking(upTo: 4096), Endpoint("removeVideoPassword", remove),
        ]
    }

    private func unlock(_ call: GuestContext, _ request: VideoPasswordRequest) async throws -> VideoUnlockAnswer {
        let video = try await Audience(catalogue, call).video(call.path["id"])
        if video.isProtected, try await !isRight(request.password, for: video, call) {
            throw APIError(.incorrectAccessCode, "The password is wrong.", field: "password")
        }
        let until = Int(call.now.timeIntervalSince1970) + Self.unlockSeconds
        let claim = VideoUnlockClaim(video: video.id, guest: call.guest.id, version: video.passwordVersion ?? "", until: until)
        return VideoUnlockAnswer(
            unlockToken: try access.tokenSigner.sign(claim, for: .videoUnlock),
            expiresAt: Date(timeIntervalSince1970: Double(until)))
    }

    private func isRight(_ password: String, for video: Video, _ call: GuestContext) async throws -> Bool {
        let origin = call.origin.address?.limitKey ?? ""
        let keys = [
            RateLimitState.Key(caller: "\(video.id) \(origin)", allowance: .codes),
            RateLimitState.Key(caller: video.id, allowance: .passwords),
        ]
        return try await guesses.guess(keys, at: call.now) {
            try await passwords.matches(password, catalogue.resources.find(VideoPassword.self, id: video.id)?.hash)
        }
    }

    private func set(_ call: AdminContext, _ request: VideoPasswordRequest) async throws -> Video {
        let video = try await Video.find(call, in: catalogue)
        guard Self.length.contains(request.password.count) else {
            throw APIError(
                .invalidField, "Use \(Self.length.lowerBound) to \(Self.length.upperBound) characters.", field: "password")
        }
        guard try await !catalogue.resources.liveStreams(ofVideos: [video.id]).has(video.id) else {
            throw APIError(.conflict, "A live stream uses this video. Give the stream an access code instead.")
        }
        let password = VideoPassword(id: video.id, hash: try await passwords.hash(request.password))
        // The hash is stored first: otherwise, a failure could lock the video with an unknown password.
        try await catalogue.resources.save(password, at: call.now)
        return try await change(video, to: OpaqueID.make(), call)
    }

    private func remove(_ call: AdminContext) async throws -> Video {
        let video = try await Video.find(call, in: catalogue)
        let kept = try await catalogue.resources.find(VideoPassword.self, id: video.id)
        let changed = try await change(video, to: nil, call)
        // Somebody may have set another one meanwhile: without its hash, the video would be locked for everybody.
        do {
            if let kept { _ = try await catalogue.resources.delete(VideoPassword.self, id: video.id, unlessItHas: [], expecting: kept) }
        } catch is HasChanged {}
        return changed
    }

    private func change(_ video: Video, to version: String?, _ call: AdminContext) async throws -> Video {
        let changed = try await catalogue.resources.update(Video.self, id: video.id, at: call.now) { $0.passwordVersion = version }
        guard let changed else { throw Audience.nothing }
        return try await changed.presented(by: catalogue, at: call.now)
    }
}

/// The stored password of a video. It is not part of the video's own record, which viewers get.
struct VideoPassword: StoredResource {
    static let kind = "video_password"
    /// That of the video.
    var id: String
    /// Made by ``PasswordHasher``.
    var hash: String

    var parentID: String { id }
}

/// The content of a video's unlock token.
struct VideoUnlockClaim: Codable, Sendable {
    var video: String
    var guest: String
    /// As in `Video.passwordVersion`. Another password makes the token invalid.
    var version: String
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case video = "v", guest = "g", version = "p", until = "e" }
}

extension LiveAccess {
    /// Whether the guest may play the video: it has no password, or the guest has entered it.
    func isUnlocked(_ video: Video, _ call: GuestContext) -> Bool {
        guard let version = video.passwordVersion else { return true }
        guard let claim = call.fields[.unlockToken].flatMap({ tokenSigner.verify(VideoUnlockClaim.self, $0, for: .videoUnlock) }) else {
            return false
        }
        return claim.video == video.id && claim.guest == call.guest.id && claim.version == version
            && Double(claim.until) > call.now.timeIntervalSince1970
    }

    /// - Throws: ``ErrorCode/incorrectAccessCode`` if the guest has not unlocked it.
    func check(_ video: Video, _ call: GuestContext) throws(APIError) {
        guard isUnlocked(video, call) else {
            throw APIError(
                .incorrectAccessCode, "This video has a password. Unlock it, and send the token that you get in X-Unlock-Token.")
        }
    }
}
