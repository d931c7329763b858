// SPDX-License-Identifier: Apache-2.0

extension APIRoute {
    static var operations: [APIRoute] {
        [
            APIRoute(.get, "/healthz", "health", "Whether the process lives.", .everyone),
            APIRoute(.get, "/readyz", "readiness", "Whether it can serve: its database and its storage answer.", .everyone),
            APIRoute(.get, "/metrics", "metrics", "Figures for Prometheus.", .everyone).answering(raw: "text/plain"),
            APIRoute(.get, "/openapi.json", "openAPI", "This document.", .everyone).answering(JSONValue.self),
        ]
    }

    static var client: [APIRoute] {
        [
            APIRoute(.post, "/v1/auth/guest", "authenticateGuest", "Makes a guest, or finds the one of a device.", .everyone)
                .asking(.json(GuestRequest.self)).answering(GuestToken.self).failing(.invalidApp, .rateLimited),
            APIRoute(.get, "/v1/config", "configuration", "What an app is told when it begins; has an ETag.", .guest)
                .answering(AppConfiguration.self).failing(.notFound),
            APIRoute(.post, "/v1/feeds", "makeFeed", "Makes a feed and answers its first page.", .guest)
                .asking(.json(FeedRequest.self)).answering(FeedPage.self).failing(.invalidFilterExpression, .notFound),
            APIRoute(.get, "/v1/feeds/{feed_id}", "feedPage", "A further page of a feed.", .guest)
                .asking(Query("cursor", "As the page before says.", isRequired: true)).answering(FeedPage.self)
                .failing(.feedExpired, .invalidCursor),
            APIRoute(.get, "/v1/videos/{id}", "video", "A video.", .guest).answering(Video.self).failing(.regionBlocked),
            APIRoute(.get, "/v1/compositions/{urn}", "composition", "What a player plays by its name.", .guest)
                .asking(Query("bundle", "\"yes\": with playlists and initialisation, so that the next request is one for a segment."))
                .answering(CompositionDocument.self),
            APIRoute(.get, "/v1/playlists/{id}", "playlist", "A playlist.", .guest).answering(Playlist.self),
            APIRoute(.get, "/v1/playlist_groups/{id}", "playlistGroup", "A group of playlists.", .guest).answering(PlaylistGroup.self),
            APIRoute(.get, "/v1/channels/{id}", "channel", "A channel.", .guest).answering(VideoChannel.self),
            APIRoute(.get, "/v1/videos/{id}/products", "videoProducts", "The products shown in a video.", .guest)
                .answering(ResourceList<Product>.self),
            APIRoute(.get, "/v1/products/{any_id}", "product", "A product by any of its names.", .guest)
                .asking(Query("store_id", "The store; the business's first otherwise.")).answering(Product.self),
            APIRoute(.get, "/v1/products/{any_id}/videos", "productVideos", "Videos that show a product.", .guest)
                .asking(
                    Query("channel_id", "Of this channel alone."), Query("store_id", "The product's store; the business's first otherwise.")
                ).answering(ResourceList<Video>.self),
            APIRoute(.get, "/v1/videos/{id}/interactions", "videoInteractions", "Polls and games of a video that have begun.", .guest)
                .answering(ResourceList<Interaction>.self).failing(.regionBlocked),
            APIRoute(.post, "/v1/videos/{id}/interactions/{iid}/entries", "enterInteraction", "Takes part in a poll or a game.", .guest)
                .asking(.json(EntryRequest.self)).answering(InteractionEntry.self, status: 201)
                .failing(.alreadyEntered, .emailInvalid, .termsRequired, .invalidTransition, .incorrectAccessCode, .regionBlocked),
            APIRoute(.post, "/v1/events", "recordEvents", "Keeps up to 200 events; what is accepted is on disk.", .guest)
                .asking(.json(EventBatch.self)).answering(EventReceipt.self, status: 202),
            APIRoute(
                .post, "/v1/purchases", "recordPurchase",
                "Keeps what a guest says to have bought, and says whether a video led to it; the shop confirms it.", .guest
            )
            .asking(.json(PurchaseRequest.self)).answering(PurchaseAccepted.self, status: 202).failing(.invalidAmount),
            APIRoute(
                .post, "/v1/carts", "makeCart", "Hands what a guest wants to buy to the shop's own checkout, by a signed link.", .guest
            )
            .asking(.json(CartRequest.self)).answering(CartLink.self, status: 201).failing(.notFound, .conflict),
            APIRoute(.get, "/v1/share/{token}", "readShare", "What a share link says.", .everyone).answering(ShareToken.self),
            APIRoute(.post, "/v1/share", "makeShare", "Makes a share link.", .guest)
                .asking(.json(ShareRequest.self)).answering(ShareAnswer.self).failing(.notFound),
            APIRoute(.get, "/v1/ads/next", "nextAd", "The ad of a place in a feed, or none.", .guest)
                .asking(
                    Query("feed_id", "The feed.", isRequired: true), Query("position", "From 0.", Int.self, isRequired: true),
                    Query("placement", "Where the ad is shown; feed otherwise.", AdPlacement.self)
                )
                .answering(AdAnswer.self).failing(.feedExpired),
            APIRoute(.post, "/v1/ads/{id}/impressions", "recordAdImpression", "Says that an ad was shown.", .guest).answering(status: 204),
            APIRoute(.get, "/v1/guests/me", "exportGuest", "All that is kept of this guest.", .guest)
                .answering(JSONValue.self).failing(.proofRequired),
            APIRoute(.delete, "/v1/guests/me", "eraseGuest", "Erases all that is kept of this guest.", .guest)
                .answering(status: 204).failing(.proofRequired),
            APIRoute(.patch, "/v1/guests/me", "setTracking", "Says how much may be told about this guest.", .guest)
                .asking(.json(TrackingRequest.self)).answering(Guest.self),
        ]
    }

    static var live: [APIRoute] {
        func stream(_ method: Method, _ rest: String, _ operationID: String, _ summary: String) -> APIRoute {
            APIRoute(method, "/v1/live_streams/{id}" + rest, operationID, summary, .guest)
        }
        return [
            stream(.get, "", "liveStream", "A live stream.").answering(LiveStream.self).failing(.regionBlocked),
            stream(.post, "/unlock", "unlockLiveStream", "Opens a stream that has an access code.")
                .asking(.json(UnlockRequest.self)).answering(UnlockAnswer.self).failing(.incorrectAccessCode, .regionBlocked),
            stream(
                .get, "/socket", "liveSocket",
                """
                Becomes a WebSocket that sends what happens. Who can't send fields, such as a page, sends the subprotocols "windowbox", \
                "bearer.TOKEN" and, for a stream with an access code, "unlock.TOKEN".
                """
            )
            .asking(Query("after", "The last number that was received.", Int.self)).answering(status: 101).failing(
                .upgradeRequired, .incorrectAccessCode, .regionBlocked),
            stream(.post, "/join", "joinLiveStream", "Begins to watch; says so again once a minute, without a socket.").answering(
                status: 204
            )
            .failing(.incorrectAccessCode, .regionBlocked),
            stream(.post, "/leave", "leaveLiveStream", "Stops to watch.").answering(status: 204).failing(.regionBlocked),
            stream(.post, "/likes", "likeLiveStream", "Sends a heart.").answering(LikesAnswer.self)
                .failing(.incorrectAccessCode, .invalidTransition, .regionBlocked),
            stream(.post, "/messages", "sendMessage", "Writes beside the stream.")
                .asking(.json(MessageRequest.self)).answering(ChatMessage.self, status: 201)
                .failing(.chatClosed, .chatMuted, .conflict, .incorrectAccessCode, .regionBlocked),
            stream(.patch, "/me", "setUsername", "Chooses the name to write under.")
                .asking(.json(UsernameRequest.self)).answering(UsernameRequest.self)
                .failing(.conflict, .incorrectAccessCode, .regionBlocked),
            stream(.post, "/reminders", "remind", "Asks to be reminded of the start.")
                .asking(.json(ReminderRequest.self)).answering(status: 201).failing(.invalidTransition, .regionBlocked),
            stream(.get, "/calendar.ics", "calendar", "The start as a calendar entry.").answering(raw: "text/calendar").failing(
                .regionBlocked),
        ]
    }
}
