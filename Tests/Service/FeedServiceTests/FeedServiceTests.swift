// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxFeed
import WindowboxTransport

@MainActor @Suite("Feeds from a real service", .timeLimit(.minutes(2))) struct FeedServiceTests {
    private func loaded(_ feed: Feed) async -> FeedLoadResult? {
        let events = feed.events
        feed.load()
        for await event in events { if case .loadFinished(let result) = event { return result } }
        return nil
    }

    private func approached(_ feed: Feed) async -> Feed.Event? {
        let events = feed.events
        feed.approach(feed.items.count - 1)
        for await event in events { return event }
        return nil
    }

    private func ids(_ feed: Feed) -> [String] { feed.items.compactMap { $0.video?.id } }

    private func exported(_ sdk: FeedSDK) async throws -> JSONValue {
        try await sdk.service.send(ServiceCall<JSONValue>(.get, "/v1/guests/me"))
    }

    @Test("A feed is paged to its end, even when its pages expire in between") func paging() async throws {
        try await Served.with { served in
            try await served.fill()
            let sdk = served.sdk()
            try await sdk.initialize()
            #expect(!sdk.guestID.isEmpty)
            var settings = FeedLoading.Settings()
            settings.pageSize = 3
            let feed = Feed(.channelVideos("c1"), sdk: sdk, settings: settings)
            #expect(await loaded(feed) == .loaded)
            #expect(ids(feed) == ["v0", "v1", "v2"])
            #expect(await approached(feed) == .itemsAppended(3..<6))
            let session = feed.sessionID
            served.clock.advance(by: 301)
            #expect(await approached(feed) == .itemsAppended(6..<7))
            #expect(ids(feed) == (0..<7).map { "v\($0)" })
            #expect(feed.sessionID != session)
            #expect(feed.loadResult == .loaded)
        }
    }

    @Test("An app sees exactly the known feed languages") func languages() async throws {
        try await Served.with { served in
            try await served.fill()
            let sdk = served.sdk()
            try await sdk.initialize()
            let languages = try await sdk.service.send(ServiceCall<AppConfiguration>(.get, "/v1/config")).languages
            #expect(languages.sorted() == FeedLanguage.known.map(\.tag).sorted())
        }
    }

    @Test("Errors name their cause: the app, the expression, an empty channel") func errors() async throws {
        try await Served.with { served in
            try await served.fill(videos: 0)
            await #expect { try await served.sdk(app: "wrong").initialize() } throws: {
                ($0 as? FeedSDKError)?.code == .authenticationFailure
            }
            await #expect { try await served.sdk(address: "http://127.0.0.1:9").initialize() } throws: {
                ($0 as? FeedSDKError)?.code == .serviceUnavailable
            }
            let sdk = served.sdk()
            try await sdk.initialize()
            guard case .failed(let error)? = await loaded(Feed(.hashtagPlaylist(channel: "c1", filter: "(and a"), sdk: sdk)) else {
                return #expect(Bool(false))
            }
            #expect(error.code == .contentSource)
            #expect(error.underlying?.offset == 6)
            #expect(error.underlying?.field == "source.filter")
            #expect(error.position?.character == 7)
            #expect(await loaded(Feed(.channelVideos("c1"), sdk: sdk)) == .empty)
        }
    }

    @Test("Events and orders arrive, and seen videos move back in the channel's feed") func reports() async throws {
        try await Served.with { served in
            try await served.fill()
            let sdk = served.sdk()
            try await sdk.initialize()
            let feed = Feed(.channel("c1"), configuration: .storyBlock(), sdk: sdk)
            #expect(await loaded(feed) == .loaded)
            var report = PlaybackReport(try #require(feed.reportContext(at: 0)))
            var actions = report.handle(.shown, at: 0)
            for step in 0...80 { actions += report.handle(.position(Double(step) / 4), at: Double(step) / 4) }
            actions += report.handle(.ended(.endAdvanced), at: 20)
            for case .record(let draft) in actions { sdk.record(draft) }
            try sdk.trackPurchase(
                TrackedPurchase(
                    orderID: "o1", orderValue: try #require(Decimal(string: "5.28")), currencyCode: "EUR",
                    subtotal: try #require(Decimal(string: "5.28")), lineItems: [PurchasedItem(sku: "s", price: 1, quantity: 1)]))
            await sdk.flush()
            #expect(await sdk.reporter.pending == 0)
            let export = try await exported(sdk)
            let names = Set(export["events"]?.elements?.compactMap { $0["name"]?.text } ?? [])
            let wanted: [EventName] = [
                .impression, .start, .firstQuartile, .midpoint, .thirdQuartile, .complete, .session, .engagedView,
            ]
            #expect(names == Set(wanted.map(\.rawValue)))
            #expect("\(export)".contains("5.28"))
            // The seen video no longer comes first in the channel's feed.
            let next = Feed(.channel("c1"), sdk: sdk)
            _ = await loaded(next)
            #expect(ids(next).first == "v1")
        }
    }

    @Test("The service keeps nothing about a viewer without consent, and seen videos are still left out") func silence()
        async throws
    {
        try await Served.with { served in
            try await served.fill(videos: 3)
            let sdk = served.sdk(level: .none)
            try await sdk.initialize()
            let context = ReportContext(widget: .player, video: FeedVideo(Video(id: "v0", channelID: "c1")))
            let heard = sdk.analytics
            sdk.record(EventDraft(.start, context), channel: "c1")
            for await event in heard {
                #expect(event.name == .start)
                break
            }
            await sdk.flush()
            let export = try await exported(sdk)
            #expect(export["events"]?.elements?.isEmpty ?? true)
            let feed = Feed(.channel("c1"), sdk: sdk)
            #expect(await loaded(feed) == .loaded)
            #expect(Set(ids(feed)) == ["v1", "v2"])
        }
    }

    @Test("A service's share link and a local one open the same video in the same feed") func sharing() async throws {
        try await Served.with { served in
            try await served.fill()
            let sdk = served.sdk()
            try await sdk.initialize()
            let source = ContentSource.hashtagPlaylist(channel: "c1", filter: "a")
            let feed = Feed(source, sdk: sdk)
            _ = await loaded(feed)
            let video = try #require(feed.items[2].video)
            let request = ShareRequest(feedID: feed.sessionID, videoID: video.id, baseURL: "https://shop.example/?a=b#top")
            let answer = try await sdk.service.send(.share(request))
            let own = ShareLink.make(video, source: source, feedID: feed.sessionID, base: "https://shop.example/?a=b#top")
            #expect(own == answer.url)
            let link = try #require(ShareLink(answer.url))
            #expect(link.source == source)
            #expect(link.videoID == "v2")
        }
    }

    @Test("A guest unknown to the service is replaced by a new one automatically") func renewal() async throws {
        try await Served.with { served in
            try await served.fill()
            let sdk = served.sdk()
            try await sdk.initialize()
            // Long enough for the token to expire by the service's clock, which is independent of this machine's.
            served.clock.advance(by: 86400 * 30)
            let feed = Feed(.channelVideos("c1"), sdk: sdk)
            #expect(await loaded(feed) == .loaded)
            try await sdk.eraseGuest()
            let again = Feed(.channelVideos("c1"), sdk: sdk)
            #expect(await loaded(again) == .loaded)
        }
    }

    @Test("Erasing a guest clears the device too, and a new guest follows") func erasure() async throws {
        try await Served.with { served in
            try await served.fill()
            let folder = FileManager.default.temporaryDirectory.appending(path: "wb-feeds-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let sdk = served.sdk(folder: folder)
            try await sdk.initialize()
            let before = sdk.guestID
            let context = ReportContext(widget: .player, video: FeedVideo(Video(id: "v0", channelID: "c1")))
            // It is batched before it is sent.
            sdk.record(EventDraft(.start, context))
            try await sdk.eraseGuest()
            #expect(!sdk.guestID.isEmpty)
            #expect(sdk.guestID != before)
            #expect(sdk.state == .ready)
            #expect(await sdk.reporter.pending == 0)
            #expect(try Data(contentsOf: folder.appending(path: "reports.jsonl")).isEmpty)
            #expect(try await served.catalogue.guests.guest(id: before) == nil)
            await sdk.flush()
            #expect(try await exported(sdk)["events"]?.elements?.count == 0)
        }
    }

    @Test("A guest's proof is kept for the next run, and deleted with the guest") func secrets() async throws {
        try await Served.with { served in
            try await served.fill()
            let folder = FileManager.default.temporaryDirectory.appending(path: "wb-feeds-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            @MainActor func sdk(keeps: Bool) async throws -> FeedSDK {
                var settings = ServiceClient.Settings(address: served.address, packageID: "org.example.app", deviceID: "device-1")
                if keeps { settings.secretFile = folder.appending(path: "secrets.json") }
                let sdk = FeedSDK(ServiceClient(settings), settings: FeedSDK.Settings(appID: AppIDLookup(argument: "app1")))
                try await sdk.initialize()
                return sdk
            }
            let first = try await sdk(keeps: true)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "secrets.json").path)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
            let second = try await sdk(keeps: true)
            #expect(second.guestID == first.guestID)
            _ = try await exported(second)
            let stranger = try await sdk(keeps: false)
            #expect(stranger.guestID == first.guestID)
            let error = await #expect(throws: ServiceError.self) { try await stranger.eraseGuest() }
            #expect(error?.apiCode == .proofRequired)
            #expect(stranger.guestID == first.guestID)
            try await second.eraseGuest()
            #expect(second.guestID != first.guestID)
            _ = try await exported(second)
        }
    }

    @Test("Events that an unreachable service missed are sent on the next run") func survival() async throws {
        try await Served.with { served in
            try await served.fill()
            let folder = FileManager.default.temporaryDirectory.appending(path: "wb-feeds-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let context = ReportContext(widget: .player, video: FeedVideo(Video(id: "v0", channelID: "c1")))
            do {
                let sdk = served.sdk(address: "http://127.0.0.1:9", folder: folder)
                for name in [EventName.impression, .start] { sdk.record(EventDraft(name, context)) }
                await sdk.flush()
                #expect(await sdk.reporter.pending == 2)
            }
            let sdk = served.sdk(folder: folder)
            try await sdk.initialize()
            await sdk.flush()
            let export = try await exported(sdk)
            #expect(export["events"]?.elements?.count == 2)
        }
    }
}
