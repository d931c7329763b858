// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Who created a video. It is not part of the video's own record, which viewers get.
struct VideoAuthor: StoredResource {
    static let kind = "video_author"
    /// That of the video.
    var id: String
    /// As in ``Administrator/callerName``.
    var caller: String

    var parentID: String { id }

    /// Records the author of a new video. Of several, the first one counts.
    static func add(_ administrator: Administrator, of video: String, in catalogue: Catalogue, at now: Date) async throws {
        _ = try await catalogue.resources.add(VideoAuthor(id: video, caller: administrator.callerName), at: now)
    }
}

extension Video {
    /// Whether the administrator may change it as it is now: any video with `videos:write`, and own drafts with `drafts:write`.
    func isChangeable(by administrator: Administrator, in catalogue: Catalogue) async throws -> Bool {
        if administrator.has("videos:write") { return true }
        guard administrator.has(Administrator.draftScope), access == .owners else { return false }
        return try await catalogue.resources.find(VideoAuthor.self, id: id)?.caller == administrator.callerName
    }

    /// People who may only write drafts can't change published videos or the drafts of others.
    func check(_ administrator: Administrator, in catalogue: Catalogue) async throws {
        try Self.check(administrator, before: self, after: self)
        guard try await isChangeable(by: administrator, in: catalogue) else {
            throw APIError(
                .insufficientScope, "Somebody else created this draft, and your account changes only its own. Ask its author or an editor.")
        }
    }
}
