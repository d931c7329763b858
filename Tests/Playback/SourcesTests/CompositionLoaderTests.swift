// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxSources

@Suite("Media service requests over HTTP", .timeLimit(.minutes(2)))
struct CompositionLoaderTests {
    private func loader(
        _ urn: String, _ service: FakeMediaService, headers: TransportHeaders = [:], settings: PlaybackSettings = PlaybackSettings()
    ) -> CompositionLoader {
        CompositionLoader(
            urn: urn, service: CompositionService(address: service.address, headers: headers), settings: settings,
            clock: WallClock(now: service.clock.now, sleep: service.clock.sleep))
    }

    @Test("1.31: A URN is requested with the application's headers, and its media and metadata are returned")
    func answer() async throws {
        let service = try await FakeMediaService()
        service.set(FakeComposition(FakeChapter("urn:a", title: "One", url: "https://x/a.m3u8")))
        let loader = loader("urn:a", service, headers: ["X-Application": "test"])
        var snapshots = loader.metadata().makeAsyncIterator()
        let snapshot = try #require(try await snapshots.next())
        #expect(loader.playerMetadata(for: snapshot).title == "One")
        #expect(service.requests(for: "urn:a").first?.header("X-Application") == "test")
        #expect(service.requests(for: "urn:a").first?.header("Accept") == "application/json")
    }

    @Test("LB-7: the service is polled after each interval, and changes are reported")
    func refresh() async throws {
        let service = try await FakeMediaService()
        service.set(FakeComposition(FakeChapter("a", title: "Before", url: "https://x/a.m3u8")))
        let after = service.clock.now().addingTimeInterval(45)
        service.set(FakeComposition(FakeChapter("a", title: "After", url: "https://x/a.m3u8")), from: after)
        var snapshots = loader("a", service).metadata().makeAsyncIterator()
        #expect(try await snapshots.next()?.chapter.media.title == "Before")
        await service.clock.sleepers(reach: 1)
        service.clock.advance(by: 30)
        await service.wasAsked(for: "a", times: 2)
        // This response changes nothing; the next one does.
        await service.clock.sleepers(reach: 2)
        service.clock.advance(by: 30)
        #expect(try await snapshots.next()?.chapter.media.title == "After")
        #expect(service.requests(for: "a").count == 3)
    }

    @Test(
        "1.31.2: an HTTP error status is an error with cause, URL and retryability",
        arguments: [
            (404, SourceError.Code.notFound, PlayerError.Code.notFound), (403, .forbidden, .forbidden), (500, .service, .unavailable),
        ])
    func refused(status: Int, code: SourceError.Code, playerCode: PlayerError.Code) async throws {
        let service = try await FakeMediaService()
        service.set("a", .status(status))
        var snapshots = loader("a", service).metadata().makeAsyncIterator()
        let error = try await #require(throws: PlayerError.self) { try await snapshots.next() }
        #expect(error.code == playerCode)
        let cause = try #require(error.underlying as? SourceError)
        #expect(cause.code == code)
        #expect(cause.location == service.address.replacingOccurrences(of: "{urn}", with: "a"))
        #expect(cause.underlying?.status == status)
        #expect(cause.description.contains(String(status)))
        #expect(error.canRetry == (status == 500))
    }

    @Test(
        "1.31: A malformed document is an error that says where",
        arguments: [
            ("", "response"), ("{}", "main"), ("[]", "response"), (#"{"main": "a", "chapters": [{"urn": 7}]}"#, ".chapters[0].urn"),
            (#"{"main": "a", "chapters": [{"urn": "a", "date": "yesterday"}]}"#, "yesterday"),
            (#"{"main": "a", "chapters": [{"urn": "a", "segments": [{"urn": "s", "markIn": 9, "markOut": 1}]}]}"#, "before its start"),
            (String(repeating: "[", count: 100_000), "response"),
        ])
    func malformed(text: String, part: String) async throws {
        let service = try await FakeMediaService()
        service.set("a", .text(text))
        var snapshots = loader("a", service).metadata().makeAsyncIterator()
        let error = try await #require(throws: PlayerError.self) { try await snapshots.next() }
        #expect(error.code == .malformed)
        #expect(error.description.contains(part), "\(error.description)")
    }

    @Test("1.31.2: an unreachable service is a network error that can be retried")
    func absent() async throws {
        let service = CompositionService(address: "http://127.0.0.1:9/{urn}")
        let loader = CompositionLoader(urn: "a", service: service)
        var snapshots = loader.metadata().makeAsyncIterator()
        let error = try await #require(throws: PlayerError.self) { try await snapshots.next() }
        #expect(error.code == .network)
        #expect(error.canRetry)
    }

    @Test("LB-3: standalone media comes without the parts of its composition, and its source is sent to the service")
    func standalone() async throws {
        let service = try await FakeMediaService()
        let part = FakeChapter("part", url: "https://x/p").with {
            $0.fullLength = "a"
            $0.place = FakeSpan(0, 1000)
        }
        service.set(FakeComposition(FakeChapter("a", url: "https://x/a"), part))
        let settings = PlaybackSettings(isStandalone: true, source: "tips")
        var snapshots = loader("a", service, settings: settings).metadata().makeAsyncIterator()
        #expect(try await snapshots.next()?.composition.chapters.count == 1)
        #expect(service.requests(for: "a").first?.query == "source=tips")
    }

    @Test("LB-7: Requests end when nobody listens any more")
    func ends() async throws {
        let service = try await FakeMediaService()
        service.set(FakeComposition(FakeChapter("a", url: "https://x/a.m3u8")))
        let stream = loader("a", service).metadata()
        let listening = Task {
            for try await _ in stream { return }
        }
        try await listening.value
        let ended = Task { [stream] in
            for try await _ in stream {}
        }
        ended.cancel()
        _ = try? await ended.value
        await service.clock.isLeftAlone()
        service.clock.advance(by: 1000)
        #expect(service.requests(for: "a").count == 1)
    }
}
