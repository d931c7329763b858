// SPDX-License-Identifier: Apache-2.0

extension APIRoute {
    static var operations: [APIRoute] {
        [
            APIRoute(.get, "/healthz", "health", "Liveness probe: checks that the process is running.", .everyone),
            APIRoute(.get, "/readyz", "readiness", "Readiness probe: checks the database and the storage.", .everyone),
            APIRoute(.get, "/metrics", "metrics", "Returns metrics for Prometheus.", .everyone).answering(raw: "text/plain"),
            APIRoute(.get, "/openapi.json", "openAPI", "Returns this document.", .everyone).answering(JSONValue.self),
        ]
    }

    static var client: [APIRoute] {
        [
            APIRoute(.post, "/v1/auth/guest", "authenticateGuest", "Creates a guest, or returns the guest of a device.", .everyone)
                .asking(.json(GuestRequest.self)).answering(GuestToken.self).failing(.invalidApp, .rateLimited),
            APIRoute(.get, "/v1/config", "configuration", "Returns the configuration of an app, with an ETag.", .guest)
                .answering(AppConfiguration.self).failing(.notFound),
            APIRoute(.post, "/v1/feeds", "makeFeed", "Creates a feed and returns its first page.", .guest)
                .asking(.json(FeedRequest.self)).answering(FeedPage.self).failing(.invalidFilterExpression, .notFound, .proofRequired),
            APIRoute(.get, "/v1/feeds/{feed_id}", "feedPage", "Returns a further page of a feed.", .guest)
                .asking(Query("cursor", "The cursor from the previous page.", isRequired: true)).answering(FeedPage.self)
                .failing(.feedExpired, .invalidCursor),
            APIRoute(.get, "/v1/videos/{id}", "video", "Returns a video.", .guest).answering(Video.self).failing(.regionBlocked),
            APIRoute(
                .get, "/v1/search", "searchVideos",
                """
                Finds videos by words of their caption, hashtags, description, channel and transcript, best match first. The last word may \
                be incomplete, and words may be misspelt. A page may be short, or empty, although another one follows.
                """, .guest
            )
            .asking(
                Query("q", "The words, up to 256 characters.", isRequired: true), Query("channel_id", "Only videos of this channel."),
                Query("page_size", "1 to 100; default 20.", Int.self), Query("cursor", "The cursor in the previous page's `next`.")
            )
            .answering(ResourceList<Video>.self).failing(.notFound, .invalidCursor),
            APIRoute(.get, "/v1/compositions/{urn}", "composition", "Returns the composition that a player plays for a URN.", .guest)
                .asking(
                    Query(
                        "bundle", "\"yes\" includes playlists and initialisation segments, so that the next request is for a media segment."
                    )
                )
                .answering(CompositionDocument.self),
            APIRoute(.get, "/v1/playlists/{id}", "playlist", "Returns a playlist.", .guest).answering(Playlist.self),
            APIRoute(.get, "/v1/playlist_groups/{id}", "playlistGroup", "Returns a group of playlists.", .guest).answering(
                PlaylistGroup.self),
            APIRoute(.get, "/v1/channels/{id}", "channel", "Returns a channel.", .guest).answering(VideoChannel.self),
            APIRoute(.get, "/v1/videos/{id}/products", "videoProducts", "Lists the products shown in a video.", .guest)
                .answering(ResourceList<Product>.self),
            APIRoute(.get, "/v1/products/{any_id}", "product", "Returns a product by any of its ids.", .guest)
                .asking(Query("store_id", "The store; default: the first store of the business.")).answering(Product.self),
            APIRoute(.get, "/v1/products/{any_id}/videos", "productVideos", "Lists the videos that show a product.", .guest)
                .asking(
                    Query("channel_id", "Only videos of this channel."),
                    Query("store_id", "The product's store; default: the first store of the business.")
                ).answering(ResourceList<Video>.self),
            APIRoute(
                .get, "/v1/videos/{id}/interactions", "videoInteractions", "Lists the polls and games of a video that have started.", .guest
            )
            .answering(ResourceList<Interaction>.self).failing(.incorrectAccessCode, .regionBlocked),
            APIRoute(.post, "/v1/videos/{id}/interactions/{iid}/entries", "enterInteraction", "Takes part in a poll or a game.", .guest)
                .asking(.json(EntryRequest.self)).answering(InteractionEntry.self, status: 201)
                .failing(.alreadyEntered, .emailInvalid, .termsRequired, .invalidTransition, .incorrectAccessCode, .regionBlocked),
            APIRoute(.post, "/v1/events", "recordEvents", "Records up to 200 events; accepted events are stored on disk.", .guest)
                .asking(.json(EventBatch.self)).answering(EventReceipt.self, status: 202),
            APIRoute(
                .post, "/v1/purchases", "recordPurchase",
                "Records a purchase reported by a guest and returns whether it is attributed to a video; the shop confirms it.", .guest
            )
            .asking(.json(PurchaseRequest.self)).answering(PurchaseAccepted.self, status: 202).failing(.invalidAmount, .emailInvalid),
            APIRoute(
                .post, "/v1/carts", "makeCart", "Creates a signed link that hands a guest's cart over to the shop's own checkout.", .guest
            )
            .asking(.json(CartRequest.self)).answering(CartLink.self, status: 201).failing(.notFound, .conflict),
            APIRoute(.get, "/v1/share/{token}", "readShare", "Decodes a share link.", .everyone).answering(ShareToken.self),
            APIRoute(.post, "/v1/share", "makeShare", "Creates a share link.", .guest)
                .asking(.json(ShareRequest.self)).answering(ShareAnswer.self).failing(.notFound),
            APIRoute(.get, "/v1/ads/next", "nextAd", "Returns the ad for a position in a feed, or none.", .guest)
                .asking(
                    Query("feed_id", "The feed.", isRequired: true), Query("position", "The position, from 0.", Int.self, isRequired: true),
                    Query("placement", "Where the ad is shown; default: feed.", AdPlacement.self)
                )
                .answering(AdAnswer.self).failing(.feedExpired),
            APIRoute(.post, "/v1/ads/{id}/impressions", "recordAdImpression", "Records an ad impression.", .guest).answering(status: 204),
            APIRoute(.get, "/v1/guests/me", "exportGuest", "Exports all data stored about this guest.", .guest)
                .answering(JSONValue.self).failing(.proofRequired),
            APIRoute(.delete, "/v1/guests/me", "eraseGuest", "Erases all data stored about this guest.", .guest)
                .answering(status: 204).failing(.proofRequired),
            APIRoute(.patch, "/v1/guests/me", "setTracking", "Sets how much tracking this guest allows.", .guest)
                .asking(.json(TrackingRequest.self)).answering(Guest.self),
        ]
    }

    static var live: [APIRoute] {
        func stream(_ method: Method, _ rest: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(method, "/v1/live_streams/{id}" + rest, operationID, summary, .guest)
        }
        return [
            stream(.get, "", "liveStream", "Returns a live stream.").answering(LiveStream.self).failing(.regionBlocked),
            stream(.post, "/unlock", "unlockLiveStream", "Unlocks a stream with its access code.")
                .asking(.json(UnlockRequest.self)).answering(UnlockAnswer.self).failing(.incorrectAccessCode, .regionBlocked),
            stream(
                .get, "/socket", "liveSocket",
                """
                Upgrades to a WebSocket with live events. Clients that cannot set header fields, such as web pages, send the subprotocols \
                "windowbox", "bearer.TOKEN" and, for a stream with an access code, "unlock.TOKEN".
                """
            )
            .asking(Query("after", "The number of the last event received.", Int.self)).answering(status: 101).failing(
                .upgradeRequired, .incorrectAccessCode, .regionBlocked),
            stream(.post, "/join", "joinLiveStream", "Joins the stream; without a WebSocket, repeat this once a minute.").answering(
                status: 204
            )
            .failing(.incorrectAccessCode, .regionBlocked),
            stream(.post, "/leave", "leaveLiveStream", "Leaves the stream.").answering(status: 204).failing(.regionBlocked),
            stream(.post, "/likes", "likeLiveStream", "Sends a like.").answering(LikesAnswer.self)
                .failing(.incorrectAccessCode, .invalidTransition, .regionBlocked),
            stream(.post, "/messages", "sendMessage", "Sends a chat message.")
                .asking(.json(MessageRequest.self)).answering(ChatMessage.self, status: 201)
                .failing(.chatClosed, .chatMuted, .conflict, .incorrectAccessCode, .regionBlocked),
            stream(.patch, "/me", "setUsername", "Sets the guest's name in the chat.")
                .asking(.json(UsernameRequest.self)).answering(UsernameRequest.self)
                .failing(.conflict, .incorrectAccessCode, .regionBlocked),
            stream(.post, "/reminders", "remind", "Requests a reminder of the start.")
                .asking(.json(ReminderRequest.self)).answering(status: 201).failing(.invalidTransition, .regionBlocked),
            stream(.get, "/calendar.ics", "calendar", "Returns the start as a calendar entry.").answering(raw: "text/calendar").failing(
                .regionBlocked),
        ]
    }
}
