// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer
import WindowboxSources

@MainActor @Suite("Playing media from a media service", .timeLimit(.minutes(2)))
struct ServicePlayingTests {
    private func item(_ urn: String, _ service: FakeMediaService) -> PlayerItem {
        PlayerItem(
            loader: CompositionLoader(
                urn: urn, service: CompositionService(address: service.address),
                clock: WallClock(now: service.clock.now, sleep: service.clock.sleep)))
    }

    private func until(_ player: Player, _ condition: @MainActor () -> Bool) async {
        for await _ in player.propertiesUpdates where condition() { return }
    }

    private func source(_ player: Player) -> SourceError? { player.error?.underlying as? SourceError }

    @Test("LB-8: media starts playing automatically at its start date and stops at its end date")
    func window() async throws {
        let service = try await FakeMediaService()
        let (start, end) = (service.clock.now().addingTimeInterval(10), service.clock.now().addingTimeInterval(20))
        service.set(
            FakeComposition(try FakeChapter("a", title: "Soon", url: service.stream("vod-cmaf-muxed")).available(from: start, until: end)))
        let player = Player(items: [item("a", service)])
        player.play()
        await observed { player.error != nil }
        #expect(source(player)?.code == .notYetAvailable)
        #expect(source(player)?.date == start)
        #expect(player.metadata.title == "Soon")
        service.clock.advance(by: 10)
        await until(player) { player.playbackState == .playing && player.rate > 0 }
        #expect(player.error == nil)
        service.clock.advance(by: 10)
        await observed { player.error != nil }
        #expect(source(player)?.code == .notAvailableAnyMore)
        #expect(player.playbackState == .idle)
        #expect(player.metadata.title == "Soon")
    }

    @Test("LB-9: a new blocking reason stops playback, which resumes at the same position once it is removed")
    func blocked() async throws {
        let service = try await FakeMediaService()
        let chapter = try FakeChapter("a", url: service.stream("vod-cmaf-muxed"))
        service.set(FakeComposition(chapter))
        let player = Player(items: [item("a", service)])
        player.play()
        await until(player) { player.rate > 0 }
        let seek = await player.seek(.at(6), .immediate).result
        #expect(seek == .finished)
        service.set(FakeComposition(chapter.with { $0.blockingReason = "legal" }))
        service.clock.advance(by: 30)
        await observed { player.error != nil }
        #expect(source(player)?.reason == .legal)
        #expect(player.error?.description == BlockingTexts.english.text(forMedia: .legal))
        #expect(player.playbackState == .idle)
        service.set(FakeComposition(chapter.with { $0.blockingReason = "geoblocked" }))
        service.clock.advance(by: 30)
        await observed { source(player)?.reason == .geoblocked }
        service.set(FakeComposition(chapter))
        service.clock.advance(by: 30)
        await until(player) { player.rate > 0 }
        #expect(player.error == nil)
        #expect(player.time.map { $0 >= 5.9 } == true)
    }

    @Test("LB-10: a changed stream URL reloads the media, and the same one keeps playing")
    func moved() async throws {
        let service = try await FakeMediaService()
        service.set(FakeComposition(try FakeChapter("a", title: "1", url: service.stream("vod-cmaf-muxed"))))
        let player = Player(items: [item("a", service)])
        player.play()
        await until(player) { player.rate > 0 }
        service.set(FakeComposition(try FakeChapter("a", title: "2", url: service.stream("vod-cmaf-muxed"))))
        service.clock.advance(by: 30)
        await observed { player.metadata.title == "2" }
        #expect(player.rate > 0)
        #expect(!service.requests.contains { $0.path.hasPrefix("/other/") })
        service.set(FakeComposition(try FakeChapter("a", title: "3", url: service.stream("vod-cmaf-muxed", edition: "other"))))
        service.clock.advance(by: 30)
        await service.wasAsked { $0.path.hasPrefix("/other/") }
        await until(player) { player.rate > 0 }
        #expect(player.error == nil)
    }

    @Test("LB-10: a removed part is replaced by its full-length media, at the part's position")
    func fallback() async throws {
        let service = try await FakeMediaService()
        let part = try FakeChapter("part", url: service.stream("vod-cmaf-muxed")).with {
            $0.fullLength = "whole"
            $0.place = FakeSpan(7000, 9000)
        }
        service.set(FakeComposition(part))
        service.set(FakeComposition(try FakeChapter("whole", title: "All", url: service.stream("vod-cmaf-muxed", edition: "whole"))))
        let player = Player(items: [item("part", service)])
        await until(player) { player.playbackState == .paused && !player.isBusy }
        service.set("part", .status(404))
        service.clock.advance(by: 30)
        await observed { player.metadata.title == "All" }
        await until(player) { player.playbackState == .paused && !player.isBusy && player.time.map { $0 > 5 } == true }
        #expect(player.time.map { abs($0 - 7) < 0.1 } == true)
    }

    @Test("LB-7: a playback failure is not cleared by the next service update")
    func playbackFailure() async throws {
        let service = try await FakeMediaService()
        service.set(FakeComposition(FakeChapter("a", title: "1", url: "http://127.0.0.1:9/nothing.m3u8")))
        let player = Player(items: [item("a", service)], configuration: PlayerConfiguration(networkRetry: .never))
        await observed { player.error != nil }
        service.set(FakeComposition(FakeChapter("a", title: "2", url: "http://127.0.0.1:9/nothing.m3u8")))
        service.clock.advance(by: 30)
        await observed { player.metadata.title == "2" }
        #expect(player.error != nil)
    }

    @Test("1.31.6: Blocked segments are skipped")
    func segments() async throws {
        let service = try await FakeMediaService()
        service.set(
            FakeComposition(
                try FakeChapter("a", url: service.stream("vod-cmaf-muxed")).with {
                    $0.segments = [FakeSegment("s", 0, 9000, blockingReason: "legal")]
                }))
        let player = Player(items: [item("a", service)])
        await until(player) { player.playbackState == .paused && !player.isBusy && player.time.map { $0 >= 8.9 } == true }
    }

    @Test("1.31.4: The token is added to the item's own URL, and its folder is sent to the token service")
    func tokens() async throws {
        let service = try await FakeMediaService()
        service.set(
            FakeComposition(
                try FakeChapter("a", url: service.stream("vod-cmaf-muxed")).with { $0.resources[0].token = service.tokens("sesame") }))
        let player = Player(items: [item("a", service)])
        await until(player) { player.playbackState == .paused && !player.isBusy }
        let asked = service.requests.first { $0.path == "/tokens/sesame" }
        #expect(asked?.query == "acl=%2Fstreams%2Fvod-cmaf-muxed%2F%2A")
        #expect(service.requests.first { $0.path.hasSuffix("/vod-cmaf-muxed/index.m3u8") }?.query == "token=sesame")
        #expect(player.error == nil)
    }
}
