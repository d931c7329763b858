// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxKit
import WindowboxPlayer

@testable import WindowboxFeed

@MainActor @Suite("Feed playback", .timeLimit(.minutes(2))) struct FeedPlaybackTests {
    /// A loaded feed of this many videos of the generated streams.
    private func feed(
        _ count: Int, stream: String = "short", next: String? = nil, _ change: (inout FeedVideo, Int) -> Void = { _, _ in }
    ) async throws -> Feed {
        let address = try GeneratedStreams.named(stream).address
        let service = ScriptedService.friendly()
        service.answer("/v1/events", EventReceipt(accepted: 1))
        var page = FeedPage.sample((0..<count).map { "v\($0)" }, next: next)
        for index in page.items.indices {
            guard var video = page.items[index].video else { continue }
            video.hlsURL = address
            change(&video, index)
            page.items[index].video = video
        }
        service.answer("/v1/feeds", page)
        if let next { service.answer(next, FeedPage.sample([])) }
        let sdk = FeedSDK(service, settings: FeedSDK.Settings(appID: AppIDLookup(argument: "a1")), clock: .still)
        try await sdk.initialize()
        let feed = Feed(.channelVideos("c1"), sdk: sdk)
        let events = feed.events
        feed.load()
        for await event in events { if case .loadFinished = event { break } }
        return feed
    }

    /// Videos stay at their ends, so that a short one does not advance too early on a slow machine.
    private var staying: PlayerViewConfiguration {
        var configuration = PlayerViewConfiguration()
        configuration.videoCompleteAction = .stop
        return configuration
    }

    private func pictures(_ events: AsyncStream<FeedPlayback.Event>, of wanted: Set<Int>) async -> [Int] {
        var found: [Int] = []
        for await event in events {
            if case .firstPicture(let index) = event { found.append(index) }
            if wanted.isSubset(of: found) { break }
        }
        return found
    }

    @Test("The next two videos are ready before the swipe, in order, and the swipe plays the prepared one") func swipe() async throws {
        let feed = try await feed(5)
        let playback = FeedPlayback(feed, configuration: staying) { Player() }
        let events = playback.events
        playback.show(0)
        #expect(await pictures(events, of: [0, 1, 2]) == [0, 1, 2])
        let next = try #require(playback.player(at: 1))
        #expect(next.playbackState == .paused)
        #expect(!next.isBuffering)
        #expect(playback.player(at: 3) == nil)
        #expect(playback.next())
        #expect(playback.index == 1)
        #expect(playback.player === next)
        #expect(next.shouldPlay)
        #expect(playback.player(at: 0)?.shouldPlay == false)
        playback.close()
        #expect(playback.playerCount == 0)
        #expect(playback.index == nil)
    }

    @Test("A whole feed is swiped through with the same few players") func bounded() async throws {
        let feed = try await feed(12)
        var made = 0
        let playback = FeedPlayback(feed, configuration: staying) {
            made += 1
            return Player()
        }
        let events = playback.events
        playback.show(0)
        #expect(await pictures(events, of: [0]).contains(0))
        for index in 1..<12 {
            let events = playback.events
            #expect(playback.next())
            #expect(playback.index == index)
            #expect(playback.playerCount <= 4)
            // Players that were ready before send no further event.
            if playback.player?.isBuffering != false { _ = await pictures(events, of: [index]) }
        }
        #expect(!playback.next())
        #expect(playback.index == 11)
        #expect(made <= 4)
        playback.close()
    }

    @Test("A view is reported with its reason, and its end leads to the next video") func reports() async throws {
        let feed = try await feed(2) { video, _ in video.durationMS = 0 }
        let received = feed.sdk.analytics
        let playback = FeedPlayback(feed) { Player() }
        let events = playback.events
        playback.show(0)
        for await event in events { if case .moved(to: 1) = event { break } }
        var reported: [String] = []
        for await event in received {
            reported.append("\(event.videoID ?? "") \(event.name.rawValue.split(separator: ":").last ?? "") \(event.reason ?? "")")
            if event.name == .session {
                #expect(event.properties?["startup_ms"] == 0)
                #expect(event.properties?["stall_count"] != nil)
                #expect(event.properties?["exited_before_start"] == false)
                #expect(event.properties?["rendition_changes"] != nil)
                break
            }
        }
        #expect(
            reported.filter { $0.hasPrefix("v0") && !$0.contains("engaged") } == [
                "v0 impression ", "v0 start ", "v0 first-quartile ", "v0 midpoint ", "v0 third-quartile ", "v0 complete end_advanced",
                "v0 session end_advanced",
            ])
        playback.close()
    }

    @Test("While the user interacts with an item it loops at its end") func busy() async throws {
        let playback = FeedPlayback(try await feed(3)) { Player() }
        let events = playback.events
        playback.staysAtItem = true
        playback.show(0)
        for await event in events {
            if case .notice(.finished(let reason), let details) = event {
                #expect(reason == .endLooped)
                #expect(details.videoID == "v0")
                #expect(playback.index == 0)
                break
            }
        }
        playback.close()
    }

    @Test("An unplayable video is reported, and the next one is ready nevertheless") func broken() async throws {
        let feed = try await feed(3) { video, index in
            if index == 0 { video.hlsURL = "/nowhere/at/all.m3u8" }
            if index == 1 { video.locked = true }
        }
        let received = feed.sdk.analytics
        let playback = FeedPlayback(feed) { Player() }
        let events = playback.events
        playback.show(0)
        var failed: [Int] = []
        for await event in events {
            if case .failed(let index, _) = event { failed.append(index) }
            if case .firstPicture(2) = event { break }
        }
        #expect(failed == [0])
        #expect(playback.player(at: 1) == nil)
        for await event in received where event.name == .session {
            #expect(event.reason == "error")
            #expect(event.properties?["exited_before_start"] == true)
            #expect(event.videoID == "v0")
            break
        }
        playback.close()
    }

    @Test("After it was closed, an item can be shown again") func again() async throws {
        let feed = try await feed(3)
        let playback = FeedPlayback(feed, configuration: staying) { Player() }
        playback.show(0)
        playback.close()
        #expect(playback.playerCount == 0)
        let events = playback.events
        playback.show(1)
        #expect(await pictures(events, of: [1]).contains(1))
        #expect(playback.player?.shouldPlay == true)
        playback.close()
    }

    @Test("Waiting for the next page ends when that page is empty") func emptyPage() async throws {
        let feed = try await feed(1, next: "/v1/feeds/f1?cursor=2")
        let playback = FeedPlayback(feed, configuration: staying) { Player() }
        playback.show(0)
        #expect(playback.next())
        #expect(playback.isWaitingForMore)
        await observed { !playback.isWaitingForMore }
        #expect(!feed.hasMore)
        #expect(playback.index == 0)
        playback.close()
    }

    @Test("Muting carries over between videos, and the feed is not refreshed during playback") func sound() async throws {
        let feed = try await feed(2)
        let playback = FeedPlayback(feed, configuration: staying, silence: true) { Player() }
        playback.show(0)
        #expect(playback.isMuted)
        #expect(playback.player?.isMuted == true)
        playback.setMuted(false)
        playback.next()
        #expect(!playback.isMuted)
        #expect(playback.player?.isMuted == false)
        feed.refresh()
        #expect(!feed.isLoading)
        playback.close()
        feed.refresh()
        #expect(feed.isLoading)
    }
}
