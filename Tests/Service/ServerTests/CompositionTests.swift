// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Compositions for players", .onEachDatabase) struct CompositionTests {
    private static func composition(at now: Date = SetClock.noon, in country: String? = nil) -> Composition {
        Composition(now: now, country: country, address: { $0 })
    }

    private static func video(_ change: (inout Video) -> Void = { _ in }) -> Video {
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.durationMS, video.status) = ("Title", 60_000, .ready)
        video.publishedAt = SetClock.noon.addingTimeInterval(-60)
        video.hlsURL = "/media/v1/main.m3u8"
        change(&video)
        return video
    }

    @Test("LB-8: A media that is not available yet states its start time and has no URL") func notYet() throws {
        let start = SetClock.noon.addingTimeInterval(600)
        let video = Self.video { $0.publishedAt = start }
        let early = try #require(Self.composition().document(of: video).chapters.first)
        #expect(early.availableFrom == start)
        #expect(early.resources.isEmpty)
        #expect(early.title == "Title")
        // Shortly before, so that it can start exactly on time.
        let soon = Self.composition(at: start.addingTimeInterval(-30)).document(of: video).chapters[0]
        #expect(soon.availableFrom == start)
        #expect(soon.resources.map(\.url) == ["/media/v1/main.m3u8"])
        let now = Self.composition(at: start).document(of: video).chapters[0]
        #expect(now.availableFrom == nil)
        #expect(now.resources.count == 1)
    }

    @Test("LB-8: An expired media has no URL") func over() {
        let end = SetClock.noon.addingTimeInterval(10)
        let video = Self.video { $0.availableUntil = end }
        #expect(Self.composition().document(of: video).chapters[0].resources.count == 1)
        let late = Self.composition(at: end).document(of: video).chapters[0]
        #expect(late.availableUntil == end)
        #expect(late.resources.isEmpty)
    }

    @Test("LB-9: A blocked media states its reason and has no URL") func blocked() {
        let video = Self.video { $0.regions = Regions(deny: ["DE"]) }
        let there = Self.composition(in: "DE").document(of: video).chapters[0]
        #expect(there.blockingReason == "geoblocked")
        #expect(there.resources.isEmpty)
        #expect(Self.composition(in: "CH").document(of: video).chapters[0].blockingReason == nil)
        let legal = Self.composition().document(of: Self.video { $0.blockingReason = "legal" }).chapters[0]
        #expect(legal.blockingReason == "legal")
        #expect(legal.resources.isEmpty)
    }

    @Test("Segments and credits are where the owner put them") func segments() throws {
        let video = Self.video {
            var blocked = VideoSegment(id: "s2", title: "Two", startMS: 10_000, endMS: 20_000)
            blocked.blockingReason = "journalistic"
            $0.segments = [VideoSegment(id: "s1", title: "One", startMS: 0, endMS: 10_000), blocked]
            $0.intervals = [VideoInterval(kind: "openingCredits", startMS: 0, endMS: 3000)]
        }
        let chapter = try #require(Self.composition().document(of: video).chapters.first)
        #expect(chapter.segments.map(\.urn) == ["urn:windowbox:video:v1:s1", "urn:windowbox:video:v1:s2"])
        #expect(chapter.segments.map(\.blockingReason) == [nil, "journalistic"])
        #expect(chapter.segments[1].markIn == 10_000)
        #expect(chapter.segments[1].markOut == 20_000)
        #expect(chapter.intervals == [CompositionInterval(kind: "openingCredits", markIn: 0, markOut: 3000)])
    }

    @Test("A live stream's composition follows its status") func live() throws {
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "Show")
        stream.scheduledAt = SetClock.noon.addingTimeInterval(300)
        stream.playback.hls = "/media/live/l1/main.m3u8"
        stream.trailerVideoID = "t1"
        let trailer = Self.video { $0.id = "t1" }
        let channel = VideoChannel(id: "c1", businessID: "b1", name: "News", slug: "news")
        func main(_ status: LiveStatus) throws -> CompositionDocumentChapter {
            stream.status = status
            let document = Self.composition().document(
                of: stream, under: Self.video(), trailer: trailer, channel: channel, products: [])
            #expect(document.main == "urn:windowbox:live:l1")
            #expect(document.channel?.title == "News")
            #expect(document.chapters.map(\.kind).last == "trailer")
            return try #require(document.chapters.first)
        }
        let idle = try main(.idle)
        #expect(idle.availableFrom == stream.scheduledAt)
        #expect(idle.resources.isEmpty)
        #expect(idle.kind == "scheduledLivestream")
        #expect(try main(.live).resources == [CompositionResource(url: "/media/live/l1/main.m3u8", delivery: "hls", timing: "dvr")])
        stream.endedAt = SetClock.noon
        let completed = try main(.completed)
        #expect(completed.availableUntil == SetClock.noon)
        #expect(completed.resources.isEmpty)
        stream.replay = LiveReplay(url: "/media/l1/replay.m3u8")
        stream.replay?.highlights = [.init(productID: "p2", offsetMS: 30_000), .init(productID: "p1", offsetMS: 5000)]
        let replay = try main(.replay)
        #expect(replay.kind == "clip")
        #expect(replay.resources.map(\.url) == ["/media/l1/replay.m3u8"])
        #expect(replay.segments.map(\.markIn) == [5000, 30_000])
        #expect(replay.segments.map(\.markOut) == [30_000, 60_000])
        stream.accessCodeHash = "x"
        #expect(try main(.live).resources.isEmpty)
    }

    @Test("A composition is requested by URN, and invalid URNs are not found") func names() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.hlsURL = "/media/v1/main.m3u8" }
            let client = try await service.client()
            let reply = try await client.get("/v1/compositions/urn:windowbox:video:v1")
            let document = try reply.json(CompositionDocument.self)
            #expect(document.main == "urn:windowbox:video:v1")
            #expect(document.chapters[0].resources.map(\.url) == ["\(service.address)/media/v1/main.m3u8"])
            #expect(try await client.get("/v1/compositions/urn%3Awindowbox%3Avideo%3Av1").status == 200)
            for name in [
                "urn:windowbox:video:none", "urn:windowbox:live:v1", "urn:other:video:v1", "v1", "urn:windowbox:video:v1:s1", "%20",
            ] {
                #expect(try await client.get("/v1/compositions/\(name)").code == .notFound, "\(name)")
            }
            #expect(try await service.get("/v1/compositions/urn:windowbox:video:v1").code == .invalidToken)
        }
    }
}
