// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxFeed

@testable import WindowboxServer

/// Returns once a condition on observable objects holds, checked after each change of what it reads.
@MainActor private func until(_ condition: @MainActor () -> Bool) async {
    while true {
        let (changes, tell) = AsyncStream<Void>.makeStream()
        if withObservationTracking(condition, onChange: { tell.yield() }) { return }
        for await _ in changes { break }
    }
}

/// Records a live stream delegate's calls.
@MainActor private final class Told: LiveStreamDelegate {
    var names: [String] = []
    var messages: [LiveStreamMessageDetails] = []

    func liveStreamUserDidJoin(_ stream: LiveStreamEventDetails) { names.append("join \(stream.id)") }
    func liveStreamUserDidLeave(_ stream: LiveStreamEventDetails) { names.append("leave") }
    func liveStreamUserDidSendLike(_ stream: LiveStreamEventDetails) { names.append("like") }
    func liveStreamUserDidSendChat(_ message: LiveStreamMessageDetails, to stream: LiveStreamEventDetails) {
        names.append("chat")
        messages.append(message)
    }
}

/// A live stream of a real service, with its hosts' actions.
private struct Broadcast: Sendable {
    let served: Served
    var stage: LiveStreamService { served.service.liveService }

    init(_ served: Served, _ status: LiveStatus = .live, _ change: @Sendable (inout LiveStream) -> Void = { _ in }) async throws {
        self.served = served
        try await served.fill(videos: 0)
        var video = Video(id: "v-l1", channelID: "c1")
        (video.status, video.type) = (.ready, .liveStream)
        // A video published at exactly this time may still be a millisecond ahead.
        video.publishedAt = served.clock.now.addingTimeInterval(-60)
        try await served.catalogue.resources.save(video, at: served.clock.now)
        var stream = LiveStream(id: "l1", videoID: "v-l1", channelID: "c1", title: "Show")
        stream.status = status
        change(&stream)
        try await served.catalogue.resources.save(stream, at: served.clock.now)
    }

    /// Runs a transaction, as a host's command does.
    func step(_ body: @escaping @Sendable (LiveTransaction, inout LiveStream) throws -> Void) async throws {
        _ = try await stage.perform(on: "l1", at: served.clock.now) { live, stream in try body(live, &stream) }
    }

    func tick() async throws { try await stage.hub.tick(at: served.clock.now) }
}

@MainActor @Suite("Live streams of a real service", .timeLimit(.minutes(2))) struct LiveSessionTests {
    private func session(_ broadcast: Broadcast, device: String = "device-1", settings: LiveFollowing.Settings = .init()) async throws
        -> WindowboxFeed.LiveSession
    {
        let sdk = broadcast.served.sdk(device: device)
        try await sdk.initialize()
        let feed = Feed(.channelVideos("c1"), sdk: sdk)
        feed.load()
        await until { feed.loadResult != nil }
        let video = try #require(feed.items.first?.video)
        // The feed says which stream is shown under the video.
        #expect(video.liveStreamID == "l1")
        #expect(feed.reportContext(at: 0)?.liveStreamID == "l1")
        return WindowboxFeed.LiveSession("l1", video: video, feedID: feed.sessionID, sdk: sdk, settings: settings)
    }

    @Test("LIVE-5 A viewer who joins receives chats, pins, announcements, and the end of the stream") func following() async throws {
        try await Served.with { served in
            let broadcast = try await Broadcast(served)
            let session = try await session(broadcast)
            session.enter()
            await until { session.connection == .open && session.stream != nil }
            try await broadcast.step { live, stream in
                stream.announcement = "Welcome"
                try live.emit(.announcement, ["text": "Welcome"], key: "announcement")
                stream.products = [LiveProduct(productID: "p1")]
                try live.emit(.productUpdated, JSONValue(encoding: LiveProduct(productID: "p1")), key: "product:p1")
                stream.pinned = ["p1"]
                try live.emit(pinned: stream)
            }
            await until { session.state.announcement == "Welcome" && session.state.pinnedProducts.map(\.productID) == ["p1"] }
            #expect(session.isChatOpen())
            #expect(session.presentation(hasPicture: true, at: served.clock.now) == .live)
            _ = try await broadcast.stage.move(.end, "l1", at: served.clock.now)
            await until { session.state.status == .completed }
            #expect(!session.isChatOpen())
            #expect(session.presentation(hasPicture: true, at: served.clock.now) == .ended)
            session.leave()
            #expect(session.connection == .idle)
        }
    }

    @Test("LIVE-6 A viewer's chats, likes and name arrive, and reach the host") func writing() async throws {
        try await Served.with { served in
            let broadcast = try await Broadcast(served)
            let (ann, bob) = (try await session(broadcast), try await session(broadcast, device: "device-2"))
            let told = Told()
            ann.sdk.liveStreamDelegate = told
            var reported: [PlaybackReport.Event] = []
            ann.report = { reported.append($0) }
            for session in [ann, bob] { session.enter() }
            await until { ann.connection == .open && bob.connection == .open && ann.stream != nil }
            try await ann.setUsername("Ann")
            let message = try await ann.write("hello <b>", isPrivate: false)
            await until { bob.state.chat.lines.map(\.message.text) == ["hello <b>"] }
            await until { ann.state.chat.lines.count == 1 }
            #expect(bob.state.chat.lines[0].message.username == "Ann")
            #expect(!bob.state.chat.isOwn(bob.state.chat.lines[0].message))
            #expect(ann.state.chat.isOwn(ann.state.chat.lines[0].message))
            #expect(ann.username == "Ann")
            await #expect(throws: ServiceError.self) { try await bob.setUsername("Ann") }
            try await ann.write("a secret", isPrivate: true)
            try await ann.like()
            try await broadcast.tick()
            await until { bob.state.likes == 1 && ann.state.likes == 1 }
            #expect(bob.state.chat.lines.count == 1)
            ann.leave()
            #expect(told.names == ["join l1", "chat", "chat", "like", "leave"])
            #expect(told.messages.first?.messageID == message.id)
            #expect(reported.contains(.like))
            #expect(reported.contains(.chat(messageID: message.id)))
        }
    }

    @Test("LIVE-7 A poll is answered once, and all viewers get its result") func interactions() async throws {
        try await Served.with { served in
            let broadcast = try await Broadcast(served)
            let (ann, bob) = (try await session(broadcast), try await session(broadcast, device: "device-2"))
            for session in [ann, bob] { session.enter() }
            await until { ann.connection == .open && bob.connection == .open }
            var poll = Interaction(id: "i1", type: .poll, prompt: "Which?")
            (poll.liveStreamID, poll.state) = ("l1", .active)
            poll.options = [InteractionOption(id: "a", text: "A"), InteractionOption(id: "b", text: "B")]
            try await served.catalogue.resources.save(poll, at: served.clock.now)
            try await broadcast.step { [poll] live, _ in try live.emit(launched: poll) }
            await until { ann.state.games.current?.id == "i1" }
            try await ann.answer(poll, EntryRequest(optionID: "b"))
            #expect(ann.state.games["i1"]?.ownEntry?.optionID == "b")
            await #expect(throws: ServiceError.self) { try await ann.answer(poll, EntryRequest(optionID: "a")) }
            #expect(ann.state.games["i1"]?.hasEnteredBefore == true)
            try await broadcast.tick()
            await until { bob.state.games["i1"]?.interaction.results?.choices == ["b": 1] }
        }
    }

    @Test("LIVE-8 A locked stream stays closed until its code is entered, which is remembered") func locked() async throws {
        try await Served.with { served in
            let broadcast = try await Broadcast(served) { $0.accessCodeHash = AccessCode.hash("open sesame") }
            let session = try await session(broadcast)
            session.enter()
            #expect(session.isLocked)
            #expect(session.presentation(hasPicture: false, at: served.clock.now) == .locked)
            await #expect { try await session.unlock(code: "wrong") } throws: { ($0 as? ServiceError)?.apiCode == .incorrectAccessCode }
            try await session.unlock(code: "open sesame")
            await until { session.connection == .open }
            try await session.write("hi")
            let again = WindowboxFeed.LiveSession("l1", video: session.video, sdk: session.sdk)
            #expect(!again.isLocked)
            // Viewers who come without the feed learn it from the socket.
            let stranger = served.sdk(device: "device-3")
            try await stranger.initialize()
            let bare = WindowboxFeed.LiveSession("l1", sdk: stranger)
            bare.enter()
            await until { bare.isLocked }
        }
    }

    @Test("LIVE-9 A reminder is a calendar entry, and available only before the start") func reminding() async throws {
        try await Served.with { served in
            let start = served.clock.now.addingTimeInterval(7200)
            let broadcast = try await Broadcast(served, .idle) { $0.scheduledAt = start }
            let session = try await session(broadcast)
            session.enter()
            await until { session.stream != nil }
            let entry = try #require(try await session.remind())
            #expect(entry.hasPrefix("BEGIN:VCALENDAR"))
            #expect(entry.contains("SUMMARY:Show"))
            #expect(try await session.remind(by: .business) == nil)
            _ = try await broadcast.stage.move(.start, "l1", at: served.clock.now)
            await #expect { try await session.remind() } throws: { ($0 as? ServiceError)?.apiCode == .invalidTransition }
        }
    }

    @Test("LIVE-10 A lost connection is retried, and missed messages arrive") func resuming() async throws {
        try await Served.with { served in
            let broadcast = try await Broadcast(served)
            let network = CutNetwork(served.client())
            let sdk = FeedSDK(network, settings: .init(appID: AppIDLookup(argument: "app1")))
            try await sdk.initialize()
            var settings = LiveFollowing.Settings()
            settings.firstDelay = 3600
            let session = WindowboxFeed.LiveSession("l1", sdk: sdk, settings: settings)
            session.enter()
            await until { session.connection == .open }
            try await broadcast.step { live, _ in try live.emit(.announcement, ["text": "one"], key: "announcement") }
            await until { session.state.announcement == "one" }
            network.cut()
            await until { if case .waiting = session.connection { true } else { false } }
            try await broadcast.step { live, _ in try live.emit(.announcement, ["text": "two"], key: "announcement") }
            session.retryNow()
            await until { session.connection == .open && session.state.announcement == "two" }
        }
    }

    @Test("A video's polls are loaded, answered, and updated with their results") func videoGames() async throws {
        try await Served.with { served in
            try await served.fill(videos: 1)
            var poll = Interaction(id: "i1", type: .poll, prompt: "Which?")
            (poll.videoID, poll.state) = ("v0", .active)
            poll.options = [InteractionOption(id: "a", text: "A"), InteractionOption(id: "b", text: "B")]
            var draft = Interaction(id: "i2", type: .poll, prompt: "Later?")
            draft.videoID = "v0"
            for interaction in [poll, draft] { try await served.catalogue.resources.save(interaction, at: served.clock.now) }
            _ = try await served.catalogue.resources.update(Video.self, id: "v0", at: served.clock.now) { $0.interactions = ["i1", "i2"] }
            let sdk = served.sdk()
            try await sdk.initialize()
            let feed = Feed(.channelVideos("c1"), sdk: sdk)
            feed.load()
            await until { feed.loadResult != nil }
            let games = VideoGames(try #require(feed.items.first?.video), sdk: sdk)
            games.load()
            await until { games.games.map(\.id) == ["i1"] }
            try await games.answer(poll, EntryRequest(optionID: "a"))
            #expect(games.games[0].ownEntry?.optionID == "a")
            #expect(games.games[0].interaction.results?.choices == ["a": 1])
        }
    }
}
