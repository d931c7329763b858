// SPDX-License-Identifier: Apache-2.0

extension APIRoute {
    private static var page: [Query] {
        [
            Query("page_size", "1 to 100; default 20.", Int.self),
            Query("before_id", "Items after this one: the cursor in a page's `next`."),
        ]
    }

    /// Likes, comments, reports and follows of guests.
    static var reactions: [APIRoute] {
        func video(_ method: Method, _ rest: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(method, "/v1/videos/{id}" + rest, operationID, summary, .guest).failing(.regionBlocked)
        }
        return [
            video(.get, "/likes", "videoLikes", "Returns the number of guests who like a video.").answering(VideoLikes.self),
            video(.put, "/likes/me", "likeVideo", "Likes a video; repeating has no effect.").answering(VideoLikes.self),
            video(.delete, "/likes/me", "unlikeVideo", "Takes the like of a video back.").answering(VideoLikes.self),
            video(.get, "/comments", "comments", "Lists the comments on a video, newest first.")
                .asking(page[0], page[1]).answering(ResourceList<VideoComment>.self).failing(.incorrectAccessCode),
            video(.post, "/comments", "writeComment", "Writes a comment. It may be held until a moderator shows it.")
                .asking(.json(CommentRequest.self)).answering(VideoComment.self, status: 201)
                .failing(.commentsClosed, .chatMuted, .incorrectAccessCode),
            video(.delete, "/comments/{comment}", "deleteComment", "Deletes a comment of this guest.").answering(status: 204),
            video(.post, "/reports", "reportVideo", "Reports a video to its moderators; repeating has no effect.")
                .asking(.json(ReportRequest.self)).answering(status: 204),
            video(
                .post, "/comments/{comment}/reports", "reportComment", "Reports a comment to the moderators; repeating has no effect."
            )
            .asking(.json(ReportRequest.self)).answering(status: 204).failing(.incorrectAccessCode),
            APIRoute(
                .get, "/v1/channels/{id}/followers", "channelFollowers", "Returns the number of guests who follow a channel.", .guest
            ).answering(ChannelFollowers.self),
            APIRoute(.put, "/v1/channels/{id}/followers/me", "followChannel", "Follows a channel; repeating has no effect.", .guest)
                .answering(ChannelFollowers.self).failing(.conflict),
            APIRoute(.delete, "/v1/channels/{id}/followers/me", "unfollowChannel", "Stops following a channel.", .guest)
                .answering(ChannelFollowers.self),
            APIRoute(
                .get, "/v1/guests/me/follows", "followedChannels", "Lists the channels that this guest follows, latest first.", .guest
            ).answering(ResourceList<VideoChannel>.self).failing(.proofRequired),
        ]
    }

    static var adminModeration: [APIRoute] {
        let (read, write) = (Access.admin(scope: "moderation:read"), Access.admin(scope: "moderation:write"))
        func step(_ name: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.post, "/v1/admin/comments/{id}/\(name)", operationID, summary, write).answering(VideoComment.self)
        }
        return [
            APIRoute(.get, "/v1/admin/comments", "listComments", "Lists the comments on a video, newest first.", read)
                .asking(Query("video_id", "The video.", isRequired: true), page[0], page[1])
                .asking(Query("hidden", "\"yes\" lists those that only moderators see.")).answering(ResourceList<VideoComment>.self)
                .failing(.notFound),
            step("hide", "hideComment", "Hides a comment from everybody but moderators."),
            step("show", "showComment", "Shows a hidden comment."),
            step("mute", "muteCommenter", "Keeps a comment's author from writing comments on any video of the business."),
            step("unmute", "unmuteCommenter", "Lets a comment's author write comments again."),
            APIRoute(.delete, "/v1/admin/comments/{id}", "removeComment", "Deletes a comment.", write).answering(status: 204),
            APIRoute(.get, "/v1/admin/reports", "listReports", "Lists the open reports of videos and comments, newest first.", read)
                .asking(page[0], page[1]).asking(Query("decided", "\"yes\" lists those that were decided.")).answering(
                    ResourceList<ContentReport>.self),
            APIRoute(.post, "/v1/admin/reports/{id}/decision", "decideReport", "Decides a report, and acts on it.", write)
                .asking(.json(ReportDecision.self)).answering(ContentReport.self).failing(.invalidTransition),
            APIRoute(.get, "/v1/admin/moderation", "listModeration", "Lists what moderators did, newest first.", read)
                .asking(page[0], page[1]).answering(ResourceList<ModerationEntry>.self),
        ]
    }
}
