// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@MainActor @Suite("SDK and feeds") struct FeedObjectTests {
    private func sdk(_ service: ScriptedService, appID: String? = "a1", level: TrackingLevel = .all, folder: URL? = nil) -> FeedSDK {
        var settings = FeedSDK.Settings(appID: AppIDLookup(argument: appID))
        (settings.trackingLevel, settings.folder, settings.featureFlags) = (level, folder, ["y": true])
        return FeedSDK(service, settings: settings, clock: .still)
    }

    private func outcome(_ feed: Feed, _ act: () -> Void) async -> FeedLoadResult? {
        let events = feed.events
        act()
        for await event in events { if case .loadFinished(let result) = event { return result } }
        return nil
    }

    @Test("Initialization reports the app ID and the guest to all listeners") func start() async throws {
        let sdk = sdk(.friendly())
        #expect(sdk.guestID.isEmpty)
        #expect(sdk.state == .idle)
        #expect(sdk.appID == nil)
        let (appIDs, guestIDs) = (sdk.appIDs, sdk.guestIDs)
        async let first: Void = sdk.initialize()
        async let second: Void = sdk.initialize()
        _ = try await (first, second)
        #expect(sdk.state == .ready)
        #expect(sdk.guestID == "g1")
        #expect(sdk.appID == "a1")
        for await id in appIDs { #expect(id == "a1"); break }
        for await id in guestIDs { #expect(id == "g1"); break }
        // Later listeners also receive it.
        for await id in sdk.guestIDs { #expect(id == "g1"); break }
        #expect(sdk.isOn("x"))
        #expect(sdk.isOn("y"))
        #expect(!sdk.isOn("z"))
    }

    @Test("Initialization fails without an app ID, and with a wrong one") func failures() async {
        await #expect { try await self.sdk(.friendly(), appID: nil).initialize() } throws: {
            // The environment of the test process does not count here.
            ($0 as? FeedSDKError)?.code == .missingAppID
        }
        let service = ScriptedService()
        service.fail("/v1/auth/guest", ServiceError(APIError(.invalidApp, "No.")))
        let sdk = sdk(service)
        await #expect { try await sdk.initialize() } throws: { ($0 as? FeedSDKError)?.code == .authenticationFailure }
        guard case .failed = sdk.state else { return #expect(Bool(false)) }
    }

    @Test("A feed used before initialization fails with its reason, without a crash") func early() async throws {
        let service = ScriptedService.friendly()
        let sdk = sdk(service)
        let feed = Feed(sdk: sdk)
        guard case .failed(let error)? = await outcome(feed, { feed.load() }) else { return #expect(Bool(false)) }
        #expect(error.code == .notInitialized)
        #expect(service.calls.isEmpty)
        service.answer("/v1/feeds", FeedPage.sample(["v1"]))
        try await sdk.initialize()
        #expect(await outcome(feed) { feed.load() } == .loaded)
    }

    @Test("Without tracking the host restores seen videos, and a refresh leaves out later ones") func seen() async throws {
        let service = ScriptedService.friendly()
        service.answer("/v1/feeds", FeedPage.sample(["v2", "v3"]))
        service.answer("/v1/events", EventReceipt(accepted: 1))
        var before = SeenVideos()
        before.note(.sample("e1"), channel: "c1")
        var settings = FeedSDK.Settings(appID: AppIDLookup(argument: "a1"))
        settings.trackingLevel = .none
        settings.seenVideos = try JSONDecoder().decode(SeenVideos.self, from: JSONEncoder().encode(before))
        let sdk = FeedSDK(service, settings: settings, clock: .still)
        try await sdk.initialize()
        let feed = Feed(.channel("c1"), sdk: sdk)
        #expect(await outcome(feed) { feed.load() } == .loaded)
        #expect(service.feedRequests.last?.excludeIDs == ["v1"])
        let events = sdk.analytics
        sdk.record(EventDraft(.start, ReportContext(widget: .videoFeed, video: .sample("v2"))), channel: "c1")
        for await _ in events { break }
        #expect(await outcome(feed) { feed.refresh() } == .loaded)
        #expect(service.feedRequests.last?.excludeIDs == ["v1", "v2"])
        #expect(sdk.seenVideos.videos(ofChannel: "c1") == ["v1", "v2"])
    }

    @Test("Restored seen videos are limited like others") func restoredBounds() throws {
        let channels = Dictionary(uniqueKeysWithValues: (0..<300).map { ("c\($0)", (0..<2 * SeenVideos.maxVideos).map { "v\($0)" }) })
        let data = try JSONEncoder().encode(["channels": channels])
        let seen = try JSONDecoder().decode(SeenVideos.self, from: data)
        #expect(channels.keys.count { !seen.videos(ofChannel: $0).isEmpty } == 200)
        #expect(seen.videos(ofChannel: "c0").first == "v\(SeenVideos.maxVideos)")
    }

    @Test("A feed loads its pages, knows its service's ID, and is found by its own") func loading() async throws {
        let service = ScriptedService.friendly()
        service.answer("/v1/feeds", FeedPage.sample(["v1", "v2"], next: "/next"))
        service.answer("/next", FeedPage.sample(["v3"]))
        let sdk = sdk(service)
        try await sdk.initialize()
        let feed = Feed(.channel("c1"), configuration: .playerDeck(), sdk: sdk)
        #expect(UUID(uuidString: feed.feedID) != nil)
        #expect(sdk.widget(of: feed.feedID) == .playerDeck)
        #expect(sdk.widget(of: "x") == nil)
        #expect(await outcome(feed) { feed.load() } == .loaded)
        #expect(feed.sessionID == "f1")
        #expect(feed.hasMore)
        #expect(feed.items.count == 2)
        let events = feed.events
        feed.approach(1)
        for await event in events {
            #expect(event == .itemsAppended(2..<3))
            break
        }
        #expect(!feed.hasMore)
        #expect(!feed.isLoading)
        let details = feed.clickDetails(at: 2)
        #expect(details?.id == "v3")
        #expect(details?.index == 2)
        #expect(details?.duration == 100)
        #expect(details?.source == .channel("c1"))
        #expect(feed.clickDetails(at: 3) == nil)
        #expect(feed.reportContext(at: 0)?.widget == .playerDeck)
        #expect(sdk.widget(of: Feed(configuration: .player(), sdk: sdk).feedID) == nil)
    }

    @Test("Empty and failed feeds are distinguished") func ends() async throws {
        let service = ScriptedService.friendly()
        service.answer("/v1/feeds", FeedPage.sample([]))
        let sdk = sdk(service)
        try await sdk.initialize()
        let empty = Feed(sdk: sdk)
        #expect(await outcome(empty) { empty.load() } == .empty)
        service.fail("/v1/feeds", .dead)
        service.fail("/v1/feeds", .dead)
        let failed = Feed(sdk: sdk)
        // The scripted page comes once more, and then the failures.
        _ = await outcome(empty) { empty.refresh() }
        #expect(await outcome(failed) { failed.load() } == .failed(FeedError(.dead)))
    }

    @Test("An equal configuration changes nothing, another one is announced") func configurations() async {
        let sdk = sdk(.friendly())
        let feed = Feed(configuration: .storyBlock(), sdk: sdk)
        var same = StoryBlockConfiguration()
        same.fullScreenPlayerView.playerStyle = .fullBleed
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = feed.configuration
        } onChange: {
            changes += 1
        }
        feed.configuration = .storyBlock(same)
        #expect(changes == 0)
        same.cornerRadius = 4
        feed.configuration = .storyBlock(same)
        #expect(changes == 1)
        #expect(feed.configuration.widget == .storyBlock)
    }

    @Test("Events reach the host, and the service as far as the viewer allows") func levels() async throws {
        let service = ScriptedService.friendly()
        service.answer("/v1/events", EventReceipt(accepted: 1))
        let sdk = sdk(service, level: .essentialOnly)
        try await sdk.initialize()
        let received = sdk.analytics
        let context = ReportContext(widget: .videoFeed, video: .sample(), feedID: "f1")
        for name in [EventName.start, .clickCTA] { sdk.record(EventDraft(name, context)) }
        var names: [EventName] = []
        for await event in received {
            names.append(event.name)
            if names.count == 2 { break }
        }
        #expect(names == [.start, .clickCTA])
        await sdk.flush()
        #expect(service.events.map(\.name) == [.start])
        #expect(service.events.first?.feedID == nil)
    }

    @Test("Unsent events are sent by the next run with the same IDs") func survival() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-feed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let dead = ScriptedService.friendly()
        dead.fail("/v1/events", .dead)
        dead.fail("/v1/purchases", .dead)
        let first = sdk(dead, folder: folder)
        try await first.initialize()
        for name in [EventName.start, .complete] { first.record(EventDraft(name, ReportContext(widget: .player, video: .sample()))) }
        try first.trackPurchase(TrackedPurchase(orderID: "o1", orderValue: 1, currencyCode: "EUR", subtotal: 1, lineItems: []))
        await first.flush()
        #expect(await first.reporter.pending == 3)
        // The first SDK is not closed, so the second one has only what is on disk.
        let alive = ScriptedService.friendly()
        alive.answer("/v1/events", EventReceipt(accepted: 2))
        alive.answer("/v1/purchases", PurchaseAccepted(attributed: false))
        let second = sdk(alive, folder: folder)
        try await second.initialize()
        await second.flush()
        #expect(await second.reporter.pending == 0)
        #expect(alive.events.map(\.name) == [.start, .complete])
        #expect(alive.purchases.map(\.orderID) == ["o1"])
        #expect(Set(alive.events.map(\.id)).isSubset(of: dead.events.map(\.id)))
        #expect(await sdk(.friendly(), folder: folder).reporter.pending == 0)
    }

    @Test("Picture in picture is announced to listeners, and refused without an eligible player") func window() async throws {
        let sdk = sdk(.friendly())
        var candidate = PictureInPictureRule.Candidate(feedID: "a", location: .fullScreen)
        candidate.isLoaded = false
        #expect(throws: FeedPictureInPictureError.noEligiblePlayer) { try sdk.startPictureInPicture(among: [candidate]) }
        #expect(throws: FeedPictureInPictureError.notActive) { try sdk.stopPictureInPicture() }
        candidate.isLoaded = true
        try sdk.startPictureInPicture(among: [candidate])
        sdk.handlePictureInPicture(.started)
        #expect(sdk.isPictureInPictureShown)
        try sdk.stopPictureInPicture(of: "a")
        #expect(!sdk.isPictureInPictureShown)
    }

    @Test("The language follows the app's choice") func language() {
        let sdk = sdk(.friendly())
        sdk.changeLanguage("ar-AE")
        #expect(sdk.language == .arabic)
    }
}
