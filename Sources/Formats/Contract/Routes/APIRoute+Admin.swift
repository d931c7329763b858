// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

extension APIRoute {
    /// The routes to create, read, update and delete one kind of resource.
    private static func resource<Resource: Codable & Hashable & Sendable>(
        _ path: String, _ name: String, _ type: Resource.Type, scope: String, writing: String? = nil,
        making: APIRoute? = nil
    ) -> [APIRoute] {
        let (read, write) = (Access.admin(scope: "\(scope):read"), Access.admin(scope: writing ?? "\(scope):write"))
        let all = "/v1/admin/\(path)"
        let plural = path.replacing("_", with: " ")
        let singular = plural.dropLast()
        let article = "aeiou".contains(singular.first ?? "-") ? "an" : "a"
        return [
            APIRoute(.get, all, "list\(name)s", "Lists \(plural), newest first.", read)
                .asking(
                    Query("page_size", "1 to 100; default 10.", Int.self),
                    Query("before_id", "Items after this one: an id, or the cursor in a page's `next`."),
                    Query("since_id", "Items before this one, given in the same way.")
                ).answering(ResourceList<Resource>.self),
            making
                ?? APIRoute(.post, all, "create\(name)", "Creates \(article) \(singular).", write).asking(.partial(type)).answering(
                    type, status: 201
                )
                .failing(.conflict),
            APIRoute(.get, all + "/{id}", "read\(name)", "Returns \(article) \(singular).", read).answering(type).tagged().failing(
                .damagedRecord),
            APIRoute(.patch, all + "/{id}", "update\(name)", "Updates \(article) \(singular) with a merge patch (RFC 7396).", write).asking(
                .partial(type)
            ).answering(
                type
            )
            .tagged().conditional().failing(.conflict, .invalidTransition),
            APIRoute(.delete, all + "/{id}", "delete\(name)", "Deletes \(article) \(singular).", write).answering(status: 204).conditional()
                .failing(
                    .conflict),
        ]
    }

    static var adminResources: [APIRoute] {
        [
            APIRoute(.post, "/oauth/token", "adminToken", "Issues a token for client credentials (RFC 6749, section 4.4).", .everyone)
                .asking(.raw("application/x-www-form-urlencoded", ClientCredentials.self)).answering(AdminToken.self)
                .failing(.invalidClient, .rateLimited)
        ]
            + resource("apps", "App", ClientApp.self, scope: "apps")
            + resource("channels", "Channel", VideoChannel.self, scope: "channels")
            + resource("videos", "Video", Video.self, scope: "videos", writing: "drafts:write", making: createVideo)
            + resource("playlists", "Playlist", Playlist.self, scope: "playlists")
            + resource("playlist_groups", "PlaylistGroup", PlaylistGroup.self, scope: "playlists")
            + resource("live_streams", "LiveStream", LiveStream.self, scope: "livestreams")
            + resource("products", "Product", Product.self, scope: "products", making: createProduct)
            + resource("business_stores", "BusinessStore", BusinessStore.self, scope: "stores")
            + resource("ad_configs", "AdConfiguration", AdConfiguration.self, scope: "ads")
            + resource("ad_campaigns", "AdCampaign", AdCampaign.self, scope: "ads")
            + resource("webhooks", "Webhook", Webhook.self, scope: "webhooks")
            + resource("interactions", "Interaction", Interaction.self, scope: "livestreams")
    }

    private static var createVideo: APIRoute {
        APIRoute(
            .post, "/v1/admin/videos", "createVideo",
            "Creates a video from a URL, an upload or a form with the file; without a source, only its record.",
            .admin(scope: "drafts:write")
        )
        .asking(.partial(VideoCreation.self)).alsoAsking(.raw("multipart/form-data", VideoForm.self))
        .answering(Video.self, status: 201).alsoAnswering(VideoImport.self, status: 202)
        .failing(.conflict, .importRefused, .unsupportedMedia)
    }

    private static var createProduct: APIRoute {
        APIRoute(
            .post, "/v1/admin/products", "createProduct",
            """
            Creates a product, or updates the product of the store with this external id; with "If-None-Match: *", it only creates.
            """,
            .admin(scope: "products:write")
        )
        .asking(.partial(Product.self)).answering(Product.self, status: 201).alsoAnswering(Product.self, status: 200).failing(.conflict)
    }

    static var adminBusiness: [APIRoute] {
        [
            APIRoute(
                .get, "/v1/admin/business", "readBusiness", "Returns the client's business.", .admin(scope: "businesses:read")
            )
            .answering(Business.self),
            APIRoute(
                .patch, "/v1/admin/business", "updateBusiness",
                "Updates the name, the time zone, the rules for comments or for signing in of the client's business.",
                .admin(scope: "businesses:write")
            )
            .asking(.json(BusinessRequest.self)).answering(Business.self).failing(.conflict),
        ]
    }

    static var adminWebhooks: [APIRoute] {
        let (read, write) = (Access.admin(scope: "webhooks:read"), Access.admin(scope: "webhooks:write"))
        let all = "/v1/admin/webhooks/{id}/deliveries"
        return [
            APIRoute(.get, all, "listDeliveries", "Lists the deliveries of a webhook, newest first.", read)
                .asking(
                    Query("page_size", "1 to 100; default 10.", Int.self),
                    Query("before_id", "Items after this one: an id, or the cursor in a page's `next`.")
                )
                .answering(ResourceList<WebhookDelivery>.self),
            APIRoute(.get, all + "/{delivery}", "readDelivery", "Returns a delivery, with its message.", read).answering(
                WebhookDelivery.self),
            APIRoute(.post, all + "/{delivery}/replay", "replayDelivery", "Sends the message of a delivery again.", write)
                .answering(WebhookDelivery.self, status: 202),
        ]
    }

    static var adminVideos: [APIRoute] {
        let (read, write) = (Access.admin(scope: "videos:read"), Access.admin(scope: "drafts:write"))
        func part(_ name: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.put, "/v1/admin/videos/{id}/\(name)", operationID, summary, write)
        }
        return [
            APIRoute(.post, "/v1/admin/imports", "importVideo", "Creates a video from a URL or an upload.", write)
                .asking(.json(VideoImportRequest.self)).answering(VideoImport.self, status: 202)
                .failing(.importRefused, .conflict),
            APIRoute(.get, "/v1/admin/imports/{id}", "readImport", "Returns the progress of an import.", read).answering(VideoImport.self),
            APIRoute(.post, "/v1/admin/uploads", "makeUpload", "Starts an upload.", write)
                .asking(.json(UploadRequest.self)).answering(Upload.self, status: 201).failing(.conflict),
            APIRoute(.get, "/v1/admin/uploads", "listUploads", "Lists the existing uploads, oldest first.", write)
                .answering(ResourceList<Upload>.self),
            APIRoute(.get, "/v1/admin/uploads/{id}", "readUpload", "Returns an upload, with its received parts.", write).answering(
                Upload.self),
            APIRoute(.delete, "/v1/admin/uploads/{id}", "cancelUpload", "Cancels an upload and deletes its parts.", write)
                .answering(status: 204),
            APIRoute(
                .post, "/v1/admin/uploads/{id}/parts", "sendPart", "Sends a part; with Content-Digest (RFC 9530), the service verifies it.",
                write
            )
            .asking(Query("number", "The part number, from 1; not required with Content-Range.", Int.self)).asking(
                .raw("application/octet-stream")
            )
            .answering(Upload.self).failing(.checksumMismatch, .conflict),
            APIRoute(.post, "/v1/admin/uploads/{id}/complete", "completeUpload", "Completes an upload after all parts were sent.", write)
                .answering(Upload.self).failing(.conflict),
            part("subtitles/{lang}", "setSubtitles", "Sets the WebVTT subtitles in a language.").asking(.raw("text/vtt")).answering(
                Video.self),
            APIRoute(.get, "/v1/admin/videos/{id}/subtitles/{lang}", "readSubtitles", "Returns WebVTT subtitles.", read)
                .answering(raw: "text/vtt"),
            part("poster", "setPoster", "Sets the poster image.").asking(.raw("image/*")).answering(Video.self),
            APIRoute(.delete, "/v1/admin/videos/{id}/subtitles/{lang}", "removeSubtitles", "Removes the subtitles in a language.", write)
                .answering(Video.self),
            part("hashtags", "setHashtags", "Sets all hashtags of a video.").asking(.json(HashtagsRequest.self)).answering(Video.self),
            part("cohorts", "setCohorts", "Sets the target cohorts of a video.").asking(.json(CohortsRequest.self)).answering(Video.self),
            part("products", "setProducts", "Sets the products shown in a video.").asking(.json(ProductsRequest.self)).answering(
                Video.self),
            part("cta", "setCTA", "Sets the call-to-action button of a video.").asking(.json(CallToAction.self)).answering(Video.self),
            APIRoute(
                .put, "/v1/admin/playlists/{id}/items", "setPlaylistItems", "Sets all videos of a playlist, in order.",
                .admin(scope: "playlists:write")
            )
            .asking(.json(PlaylistItemsRequest.self)).answering(Playlist.self),
            APIRoute(.get, "/v1/admin/insights", "insights", "Returns an insight report.", .admin(scope: "insights:read"))
                .asking(
                    Query("metric", "The metric.", InsightMetric.self, isRequired: true),
                    Query("group_by", "Names, separated by commas: day, video_id, channel_id, product_id, app_id, attributed."),
                    Query(
                        "from", "RFC 3339; counts the whole day in the business's time zone. Default: 30 days before `to`.", Date.self),
                    Query(
                        "to",
                        "RFC 3339; counts the whole day in the business's time zone, unless it is the start of that day. Default: now.",
                        Date.self),
                    Query("video_id", "Only this video; not supported for purchases and lift."),
                    Query("order_by", "group (default), or value for the largest value first.", InsightOrder.self),
                    Query("page_size", "The number of rows, 1 to 10000; default 1000.", Int.self),
                    Query("offset", "The number of rows to skip; default 0.", Int.self)
                ).answering(InsightPage.self),
            APIRoute(
                .get, "/v1/admin/insights.csv", "exportInsights",
                "Exports an insight report as CSV, with days in the business's time zone.", .admin(scope: "insights:read")
            )
            .asking(
                Query("metric", "The metric.", InsightMetric.self, isRequired: true),
                Query("group_by", "Names, separated by commas: day, video_id, channel_id, product_id, app_id, attributed."),
                Query(
                    "from", "RFC 3339; counts the whole day in the business's time zone. Default: 30 days before `to`.", Date.self),
                Query(
                    "to",
                    "RFC 3339; counts the whole day in the business's time zone, unless it is the start of that day. Default: now.",
                    Date.self),
                Query("video_id", "Only this video; not supported for purchases and lift."),
                Query("order_by", "group (default), or value for the largest value first.", InsightOrder.self)
            ).answering(raw: "text/csv"),
            APIRoute(
                .get, "/v1/admin/videos.csv", "exportVideos",
                "Exports all videos as CSV, newest first, with times in the business's time zone.", .admin(scope: "videos:read")
            ).answering(raw: "text/csv"),
        ]
    }

    static var adminLive: [APIRoute] {
        let write = Access.admin(scope: "livestreams:write")
        func step(_ path: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.post, "/v1/admin/live_streams/{id}/\(path)", operationID, summary, write).answering(LiveStream.self)
        }
        func game(_ step: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.post, "/v1/admin/live_streams/{id}/interactions/{i}/\(step)", operationID, summary, write)
                .answering(Interaction.self).failing(.invalidTransition)
        }
        func table(_ name: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.get, "/v1/admin/live_streams/{id}/\(name).csv", operationID, summary, .admin(scope: "livestreams:read"))
                .answering(raw: "text/csv")
        }
        return [
            step(
                "prepare", "prepareLive",
                "Creates the ingest URL and key for the stream's encoder before it goes live; repeating has no effect."
            )
            .failing(.invalidTransition, .conflict),
            APIRoute(
                .get, "/v1/admin/live_streams/{id}/health", "liveHealth",
                "Returns what the stream's encoder is currently sending.",
                .admin(scope: "livestreams:read")
            ).answering(LiveHealth.self),
            step("start", "startLive", "Starts the stream.").failing(.invalidTransition),
            step("pause", "pauseLive", "Pauses the stream.").failing(.invalidTransition),
            step("resume", "resumeLive", "Resumes the stream.").failing(.invalidTransition),
            step("end", "endLive", "Ends the stream; repeating has no effect.").failing(.invalidTransition),
            step("pin", "pin", "Pins a product or an interaction.").asking(.json(PinRequest.self)),
            step("unpin", "unpin", "Unpins a product or an interaction.").asking(.json(PinRequest.self)),
            step("announce", "announce", "Sets the announcement for all viewers.").asking(.json(AnnouncementRequest.self)),
            step("products", "setLiveProducts", "Sets the products of the stream.").asking(.json(LiveProductsRequest.self)),
            APIRoute(
                .post, "/v1/admin/live_streams/{id}/subtitles", "sendLiveSubtitle",
                "Sends a live subtitle, which replaces the previous one in its language.", write
            )
            .asking(.json(LiveSubtitleRequest.self)).answering(status: 204).failing(.invalidTransition),
            step("messages", "sendHostMessage", "Sends a host message to everyone or as a reply, optionally with a coupon.")
                .asking(.json(HostMessageRequest.self)).answering(ChatMessage.self, status: 201),
            step("messages/{m}/hide", "hideMessage", "Hides a message.").answering(ChatMessage.self),
            step("messages/{m}/show", "showMessage", "Shows a hidden message again.").answering(ChatMessage.self),
            step("messages/{m}/mute", "muteAuthor", "Mutes the author of a message in this stream's chat.").answering(ChatMessage.self),
            step("messages/{m}/unmute", "unmuteAuthor", "Unmutes the author of a message.").answering(ChatMessage.self),
            APIRoute(
                .get, "/v1/admin/live_streams/{id}/socket", "hostSocket",
                """
                Upgrades to a WebSocket with live events, including private ones for hosts. Clients that cannot set header fields send the \
                subprotocols "windowbox" and "bearer.TOKEN".
                """, .admin(scope: "livestreams:read")
            )
            .asking(Query("after", "The number of the last event received.", Int.self)).answering(status: 101).failing(.upgradeRequired),
            game("launch", "launchInteraction", "Starts an interaction."), game("end", "endInteraction", "Ends an interaction."),
            game("draw", "drawWinners", "Draws winners at random; repeating has no effect."),
            game("reveal", "revealAnswer", "Reveals the correct answer."),
            table("comments", "exportComments", "Exports the chat messages as CSV."),
            table("interactions", "exportInteractions", "Exports the entries of interactions as CSV."),
        ]
    }
}
