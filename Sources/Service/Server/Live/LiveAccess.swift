// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Decides which streams a guest may see and which are unlocked for the guest.
struct LiveAccess: Sendable {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner

    func stream(_ call: GuestContext) async throws -> LiveStream {
        let audience = try await Audience(catalogue, call)
        guard let stream = try await catalogue.resources.find(LiveStream.self, id: call.path["id"]) else { throw Audience.nothing }
        _ = try await audience.video(stream.videoID)
        return stream
    }

    /// - Throws: ``ErrorCode/incorrectAccessCode`` if the guest has not unlocked it.
    func openStream(_ call: GuestContext) async throws -> LiveStream {
        let stream = try await stream(call)
        try check(stream, call)
        return stream
    }

    func check(_ stream: LiveStream, _ call: GuestContext) throws(APIError) {
        guard isUnlocked(stream, call) else {
            throw APIError(
                .incorrectAccessCode, "This stream has an access code. Unlock it, and send the token that you get in X-Unlock-Token.")
        }
    }

    func isUnlocked(_ stream: LiveStream, _ call: GuestContext) -> Bool {
        guard let hash = stream.accessCodeHash else { return true }
        guard let claim = unlockClaim(call), claim.isOf(code: hash, tokenSigner) else { return false }
        return claim.stream == stream.id && claim.guest == call.guest.id && Double(claim.until) > call.now.timeIntervalSince1970
    }

    /// The videos as the guest may see them: without media if they or their live stream are locked, or its record can't be read.
    func opened(_ videos: [Video], to call: GuestContext) async throws -> [Video] {
        let links = try await catalogue.resources.liveStreams(ofVideos: videos.map(\.id))
        return videos.map { video in
            let isOpen = links.streams[video.id].map { isUnlocked($0, call) } ?? (links.damaged[video.id] == nil)
            return isOpen && isUnlocked(video, call) ? video : video.withoutMedia
        }
    }

    /// When a host's access ends: when the token expires.
    func end(_ call: AdminContext) -> Date {
        let until = call.fields.bearerToken.flatMap { tokenSigner.verify(AdministratorClaim.self, $0, for: .administrator) }?.until ?? 0
        return Date(timeIntervalSince1970: Double(until))
    }

    private func unlockClaim(_ call: GuestContext) -> UnlockClaim? {
        call.fields[.unlockToken].flatMap { tokenSigner.verify(UnlockClaim.self, $0, for: .unlock) }
    }

    /// When a guest's access to a stream ends: when the guest's token or the unlock token expires.
    func end(of stream: LiveStream, _ call: GuestContext) -> Date {
        let guest = call.fields.bearerToken.flatMap { tokenSigner.verify(GuestClaim.self, $0, for: .guest) }?.until ?? 0
        let unlock = !stream.isLocked ? .max : unlockClaim(call)?.until ?? 0
        return Date(timeIntervalSince1970: Double(min(guest, unlock)))
    }
}
