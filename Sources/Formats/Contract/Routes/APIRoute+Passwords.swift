// SPDX-License-Identifier: Apache-2.0

extension [APIRoute] {
    /// Passwords of videos.
    static var passwords: [APIRoute] {
        let write = APIRoute.Access.admin(scope: "videos:write")
        return [
            APIRoute(
                .post, "/v1/videos/{id}/unlock", "unlockVideo",
                "Exchanges a video's password for a token; with it in X-Unlock-Token, the video has its media.", .guest
            )
            .asking(.json(VideoPasswordRequest.self)).answering(VideoUnlockAnswer.self).failing(.incorrectAccessCode, .regionBlocked),
            APIRoute(
                .put, "/v1/admin/videos/{id}/password", "setVideoPassword",
                "Sets the password without which nobody can play a video. What the earlier one unlocked is locked again.", write
            )
            .asking(.json(VideoPasswordRequest.self)).answering(Video.self).failing(.conflict, .rateLimited),
            APIRoute(.delete, "/v1/admin/videos/{id}/password", "removeVideoPassword", "Removes the password of a video.", write)
                .answering(Video.self),
        ]
    }
}
