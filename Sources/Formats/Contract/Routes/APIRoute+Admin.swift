// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

extension APIRoute {
    /// The routes to create, read, update and delete one kind of resource.
    private static func resource<Resource: Codable & Hashable & Sendable>(
        _ path: String, _ name: String, _ type: Resource.Type, scope: String, making: APIRoute? = nil
    ) -> [APIRoute] {
        let (read, write) = (Access.admin(scope: "\(scope):read"), Access.admin(scope: "\(scope):write"))
        let all = "/v1/admin/\(path)"
        return [
            APIRoute(.get, all, "list\(name)s", "Newest first.", read)
                .asking(
                    Query("page_size", "1 to 100; 10 otherwise.", Int.self),
                    Query("before_id", "Those behind this one: an id, or the place that a page's next says."),
                    Query("since_id", "Those before this one, said in the same way.")
                ).answering(ResourceList<Resource>.self),
            making
                ?? APIRoute(.post, all, "create\(name)", "Makes one.", write).asking(.partial(type)).answering(type, status: 201)
                .failing(.conflict),
            APIRoute(.get, all + "/{id}", "read\(name)", "One by its id.", read).answering(type).tagged().failing(.damagedRecord),
            APIRoute(.patch, all + "/{id}", "update\(name)", "Changes what is named (RFC 7396).", write).asking(.partial(type)).answering(
                type
            )
            .tagged().conditional().failing(.conflict, .invalidTransition),
            APIRoute(.delete, all + "/{id}", "delete\(name)", "Removes one.", write).answering(status: 204).conditional().failing(
                .conflict),
        ]
    }

    static var adminResources: [APIRoute] {
        [
            APIRoute(.post, "/oauth/token", "adminToken", "Client credentials (RFC 6749, 4.4).", .everyone)
                .asking(.raw("application/x-www-form-urlencoded", ClientCredentials.self)).answering(AdminToken.self)
                .failing(.invalidClient, .rateLimited)
        ]
            + resource("apps", "App", ClientApp.self, scope: "apps")
            + resource("channels", "Channel", VideoChannel.self, scope: "channels")
            + resource("videos", "Video", Video.self, scope: "videos", making: createVideo)
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
            "Makes a video: from an address, an upload, or the file itself as a form; without any of them only its record.",
            .admin(scope: "videos:write")
        )
        .asking(.partial(VideoCreation.self)).alsoAsking(.raw("multipart/form-data", VideoForm.self))
        .answering(Video.self, status: 201).alsoAnswering(VideoImport.self, status: 202)
        .failing(.conflict, .importRefused, .unsupportedMedia)
    }

    private static var createProduct: APIRoute {
        APIRoute(
            .post, "/v1/admin/products", "createProduct",
            """
            Makes one, or changes what is named of the one that the store has by this external id; with "If-None-Match: *" it only makes.
            """,
            .admin(scope: "products:write")
        )
        .asking(.partial(Product.self)).answering(Product.self, status: 201).alsoAnswering(Product.self, status: 200).failing(.conflict)
    }

    static var adminBusiness: [APIRoute] {
        [
            APIRoute(
                .get, "/v1/admin/business", "readBusiness", "The business of the client that asks.", .admin(scope: "businesses:read")
            )
            .answering(Business.self),
            APIRoute(
                .patch, "/v1/admin/business", "updateBusiness", "Changes its name or its time zone.", .admin(scope: "businesses:write")
            )
            .asking(.json(BusinessRequest.self)).answering(Business.self),
        ]
    }

    static var adminWebhooks: [APIRoute] {
        let (read, write) = (Access.admin(scope: "webhooks:read"), Access.admin(scope: "webhooks:write"))
        let all = "/v1/admin/webhooks/{id}/deliveries"
        return [
            APIRoute(.get, all, "listDeliveries", "What was sent to a webhook, newest first.", read)
                .asking(
                    Query("page_size", "1 to 100; 10 otherwise.", Int.self), Query("before_id", "Those behind this one, as with lists.")
                )
                .answering(ResourceList<WebhookDelivery>.self),
            APIRoute(.get, all + "/{delivery}", "readDelivery", "One of them, with its message.", read).answering(WebhookDelivery.self),
            APIRoute(.post, all + "/{delivery}/replay", "replayDelivery", "Sends the same message again.", write)
                .answering(WebhookDelivery.self, status: 202),
        ]
    }

    static var adminVideos: [APIRoute] {
        let write = Access.admin(scope: "videos:write")
        func part(_ name: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(.put, "/v1/admin/videos/{id}/\(name)", operationID, summary, write)
        }
        return [
            APIRoute(.post, "/v1/admin/imports", "importVideo", "Makes a video from an address or an upload.", write)
                .asking(.json(VideoImportRequest.self)).answering(VideoImport.self, status: 202)
                .failing(.importRefused, .conflict),
            APIRoute(.get, "/v1/admin/imports/{id}", "readImport", "How far an import is.", .admin(scope: "videos:read"))
                .answering(VideoImport.self),
            APIRoute(.post, "/v1/admin/uploads", "makeUpload", "Begins to send a file.", write)
                .asking(.json(UploadRequest.self)).answering(Upload.self, status: 201).failing(.conflict),
            APIRoute(.get, "/v1/admin/uploads", "listUploads", "All that were begun and are not forgotten, the oldest first.", write)
                .answering(ResourceList<Upload>.self),
            APIRoute(.get, "/v1/admin/uploads/{id}", "readUpload", "Which parts are there.", write).answering(Upload.self),
            APIRoute(.delete, "/v1/admin/uploads/{id}", "cancelUpload", "Forgets an upload and its parts.", write)
                .answering(status: 204),
            APIRoute(
                .post, "/v1/admin/uploads/{id}/parts", "sendPart", "Sends a part; Content-Digest (RFC 9530) lets the service check it.",
                write
            )
            .asking(Query("number", "From 1; not needed with Content-Range.", Int.self)).asking(.raw("application/octet-stream"))
            .answering(Upload.self).failing(.checksumMismatch, .conflict),
            APIRoute(.post, "/v1/admin/uploads/{id}/complete", "completeUpload", "Says that all parts are there.", write)
                .answering(Upload.self).failing(.conflict),
            part("subtitles/{lang}", "setSubtitles", "WebVTT in a language.").asking(.raw("text/vtt")).answering(Video.self),
            part("poster", "setPoster", "A picture.").asking(.raw("image/*")).answering(Video.self),
            APIRoute(.delete, "/v1/admin/videos/{id}/subtitles/{lang}", "removeSubtitles", "Those of a language.", write)
                .answering(Video.self),
            part("hashtags", "setHashtags", "All its hashtags.").asking(.json(HashtagsRequest.self)).answering(Video.self),
            part("cohorts", "setCohorts", "Who it is for.").asking(.json(CohortsRequest.self)).answering(Video.self),
            part("products", "setProducts", "The products shown.").asking(.json(ProductsRequest.self)).answering(Video.self),
            part("cta", "setCTA", "Its button.").asking(.json(CallToAction.self)).answering(Video.self),
            APIRoute(
                .put, "/v1/admin/playlists/{id}/items", "setPlaylistItems", "All its videos in order.", .admin(scope: "playlists:write")
            )
            .asking(.json(PlaylistItemsRequest.self)).answering(Playlist.self),
            APIRoute(.get, "/v1/admin/insights", "insights", "Figures over time.", .admin(scope: "insights:read"))
                .asking(
                    Query("metric", "Which figure.", InsightMetric.self, isRequired: true),
                    Query("group_by", "Names separated by commas: day, video_id, channel_id, product_id, app_id, attributed."),
                    Query("from", "RFC 3339; the whole day of the business counts. 30 days before the end otherwise.", Date.self),
                    Query("to", "RFC 3339; the whole day of the business counts, unless it is its beginning. Now otherwise.", Date.self),
                    Query("video_id", "Only this video counts; not for purchases and lift."),
                    Query("order_by", "group (the default), or value: the largest first.", InsightOrder.self),
                    Query("page_size", "1 to 10000 rows; 1000 otherwise.", Int.self),
                    Query("offset", "Rows to pass over; 0 otherwise.", Int.self)
                ).answering(InsightPage.self),
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
            step("prepare", "prepareLive", "Gives the stream's encoder an address and a key before it goes live; again changes nothing.")
                .failing(.invalidTransition, .conflict),
            APIRoute(
                .get, "/v1/admin/live_streams/{id}/health", "liveHealth", "What the stream's encoder sends at the moment.",
                .admin(scope: "livestreams:read")
            ).answering(LiveHealth.self),
            step("start", "startLive", "Goes live.").failing(.invalidTransition),
            step("pause", "pauseLive", "The host will be right back.").failing(.invalidTransition),
            step("resume", "resumeLive", "Goes on.").failing(.invalidTransition),
            step("end", "endLive", "Ends; again changes nothing.").failing(.invalidTransition),
            step("pin", "pin", "Shows a product or an interaction.").asking(.json(PinRequest.self)),
            step("unpin", "unpin", "Hides it again.").asking(.json(PinRequest.self)),
            step("announce", "announce", "Says something to all.").asking(.json(AnnouncementRequest.self)),
            step("products", "setLiveProducts", "The products shown.").asking(.json(LiveProductsRequest.self)),
            APIRoute(
                .post, "/v1/admin/live_streams/{id}/subtitles", "sendLiveSubtitle",
                "Tells words as they are spoken; each takes the place of the last of its language.", write
            )
            .asking(.json(LiveSubtitleRequest.self)).answering(status: 204).failing(.invalidTransition),
            step("messages", "sendHostMessage", "Writes as a host: to all, or in answer to one; a coupon too.")
                .asking(.json(HostMessageRequest.self)).answering(ChatMessage.self, status: 201),
            step("messages/{m}/hide", "hideMessage", "Takes a message away.").answering(ChatMessage.self),
            step("messages/{m}/show", "showMessage", "Brings it back.").answering(ChatMessage.self),
            step("messages/{m}/mute", "muteAuthor", "Lets who wrote it write nothing more beside this stream.").answering(ChatMessage.self),
            step("messages/{m}/unmute", "unmuteAuthor", "Lets who wrote it write again.").answering(ChatMessage.self),
            APIRoute(
                .get, "/v1/admin/live_streams/{id}/socket", "hostSocket",
                """
                Becomes a WebSocket that sends what happens, to hosts: what is private too. Who can't send fields sends the subprotocols \
                "windowbox" and "bearer.TOKEN".
                """, .admin(scope: "livestreams:read")
            )
            .asking(Query("after", "The last number that was received.", Int.self)).answering(status: 101).failing(.upgradeRequired),
            game("launch", "launchInteraction", "Begins."), game("end", "endInteraction", "Ends."),
            game("draw", "drawWinners", "Chooses winners by chance; again changes nothing."),
            game("reveal", "revealAnswer", "Tells the right answer."),
            table("comments", "exportComments", "What was written."), table("interactions", "exportInteractions", "What was entered."),
        ]
    }
}
