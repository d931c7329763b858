// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources

@testable import WindowboxControllers

@MainActor @Suite("Media controller", .timeLimit(.minutes(2)))
struct MediaControllerTests {
    private func controller(
        _ service: FakeMediaService, pace: Pace = .realTime, _ configuration: MediaControllerConfiguration = MediaControllerConfiguration()
    ) -> MediaController {
        var player = MediaControllerConfiguration.player
        player.engine = EngineConfiguration(pace: pace)
        return MediaController(
            player: Player(configuration: player), service: CompositionService(address: service.address), configuration: configuration,
            clock: WallClock(now: service.clock.now, sleep: service.clock.sleep))
    }

    private func service(_ change: (inout FakeChapter) -> Void = { _ in }) async throws -> FakeMediaService {
        let service = try await FakeMediaService()
        for urn in ["a", "b", "c"] {
            var chapter = FakeChapter(urn, title: urn.uppercased(), url: try service.stream("vod-cmaf-muxed", edition: urn))
            chapter.duration = 12_000
            change(&chapter)
            service.set(FakeComposition(chapter))
        }
        return service
    }

    @Test("LB-1: preparing a URN loads its media and details and pauses; preparing the same one again loads nothing")
    func preparing() async throws {
        let service = try await service()
        let controller = controller(service)
        let hearing = Hearing(controller)
        #expect(controller.dataAvailability == .none)
        let preparation = controller.prepare(urn: "a")
        #expect(controller.isLoading)
        #expect(await preparation.isReady)
        await observed { controller.phase == .paused }
        #expect(controller.details.urn == "a")
        #expect(controller.details.media?.title == "A")
        #expect(controller.details.subdivisionMedia?.urn == "a")
        #expect(controller.details.fullLengthMedia?.urn == "a")
        #expect(controller.details.resource?.delivery == .hls)
        #expect(controller.dataAvailability == .loaded)
        #expect(!controller.isLoading)
        #expect(controller.timeRange.map { abs($0.end - 12) < 0.2 } == true)
        await observed { hearing.words.contains("paused") }
        #expect(hearing.words == ["metadata", "metadata", "preparing", "paused"])
        hearing.forget()
        let again = controller.play(urn: "a")
        #expect(await again.isReady)
        await observed { controller.phase == .playing }
        await observed { !hearing.words.isEmpty }
        #expect(hearing.words == ["playing"])
        #expect(service.requests(for: "a").count == 1)
    }

    @Test("2.1.1: preparing another media replaces the pending one and ends its wait")
    func replaced() async throws {
        let service = try await service()
        let controller = controller(service)
        let first = controller.prepare(urn: "a")
        let second = controller.prepare(urn: "b")
        #expect(await first.isReady == false)
        #expect(await second.isReady)
        #expect(controller.details.urn == "b")
        controller.reset()
        #expect(controller.details == .none)
        #expect(controller.player.items.isEmpty)
    }

    @Test("LB-12: a URN unknown to the service is an error, and restarting retries it")
    func unknown() async throws {
        let service = try await service()
        let controller = controller(service)
        #expect(await controller.play(urn: "z").isReady == false)
        await observed { controller.error != nil }
        #expect(controller.error?.code == .notFound)
        #expect(!controller.isLoading)
        service.set(FakeComposition(FakeChapter("z", url: try service.stream("vod-cmaf-muxed"))))
        controller.restart()
        await observed { controller.phase == .playing }
        #expect(controller.error == nil)
    }

    @Test("LB-7: a stopped controller still follows service updates, and plays only on request")
    func stopped() async throws {
        let service = try await service()
        let controller = controller(service)
        controller.play(urn: "a")
        await observed { controller.phase == .playing }
        controller.stop()
        await observed { controller.phase == .idle }
        #expect(controller.player.items.isEmpty)
        service.set(FakeComposition(FakeChapter("a", title: "Renamed", url: try service.stream("vod-cmaf-muxed", edition: "a"))))
        service.clock.advance(by: 30)
        await observed { controller.details.media?.title == "Renamed" }
        #expect(controller.phase == .idle)
        controller.togglePlayPause()
        await observed { controller.phase == .playing }
    }

    @Test("LB-8: playback starts automatically at the start date and stops at the end date")
    func window() async throws {
        let service = try await FakeMediaService()
        let (start, end) = (service.clock.now().addingTimeInterval(10), service.clock.now().addingTimeInterval(20))
        service.set(FakeComposition(try FakeChapter("a", url: service.stream("vod-cmaf-muxed")).available(from: start, until: end)))
        let controller = controller(service)
        controller.prepare(urn: "a")
        await observed { controller.error?.availability == .notYet(from: start) }
        service.clock.advance(by: 10)
        await observed { controller.phase == .playing }
        #expect(controller.error == nil)
        service.clock.advance(by: 10)
        await observed { controller.error?.availability == .notAnyMore(since: end) }
        await observed { controller.phase == .idle }
    }

    @Test("LB-4: a playlist is navigated manually, using its start positions")
    func playlist() async throws {
        let service = try await service()
        let controller = controller(service)
        #expect(!controller.playNext())
        let playlist = Playlist(["a", "b", "c"].map { Media(urn: $0, title: $0) })
        controller.playlist = playlist
        #expect(await controller.prepare(urn: "a").isReady)
        #expect(controller.previousMedia == nil)
        #expect(!controller.playPrevious())
        #expect(controller.playNext())
        #expect(controller.details.media?.title == "b", "metadata from the playlist is shown at once")
        await observed { controller.phase == .playing }
        #expect(controller.currentTime.map { $0 >= 2.9 } == true)
        #expect(controller.prepareNext())
        await observed { controller.phase == .paused && controller.details.urn == "c" }
        #expect(playlist.changes == ["b", "c"])
    }

    @Test("LB-5, LB-6: at the end a countdown runs, unaffected by playlist edits, and then the next media starts automatically")
    func countdown() async throws {
        let service = try await service()
        let controller = controller(service)
        let playlist = Playlist(["a", "b"].map { Media(urn: $0) })
        playlist.duration = 5
        (controller.playlist, controller.transitionDelegate) = (playlist, playlist)
        let hearing = Hearing(controller)
        controller.play(urn: "a", at: .time(11))
        await observed { controller.phase == .ended }
        let countdown = try #require(controller.countdown)
        #expect(countdown.end.timeIntervalSince(countdown.start) == 5)
        playlist.list = [Media(urn: "a"), Media(urn: "c")]
        #expect(controller.countdown?.upcoming.urn == "b")
        service.clock.advance(by: 5)
        await observed { controller.phase == .playing }
        #expect(controller.details.urn == "b")
        await observed { hearing.words.contains("continued b") }
        #expect(controller.countdown == nil)
    }

    @Test("LB-6: a seek, replay, another media or an explicit cancellation cancels the countdown", arguments: 0..<4)
    func cancelled(way: Int) async throws {
        let service = try await service()
        let controller = controller(service)
        let playlist = Playlist(["a", "b"].map { Media(urn: $0) })
        playlist.duration = 5
        (controller.playlist, controller.transitionDelegate) = (playlist, playlist)
        controller.play(urn: "a", at: .time(11))
        await observed { controller.countdown != nil }
        switch way {
        case 0: controller.seek(to: .time(2))
        case 1: controller.togglePlayPause()
        case 2: controller.prepare(urn: "c")
        default: controller.cancelCountdown()
        }
        await observed { controller.countdown == nil }
        service.clock.advance(by: 6)
        await observed { controller.phase != .preparing && controller.phase != .seeking }
        #expect(controller.details.urn == (way == 2 ? "c" : "a"))
    }

    @Test("LB-5: without a transition, playback stays at the end and reports it; playing again starts from the beginning")
    func stays() async throws {
        let service = try await service()
        let controller = controller(service)
        let playlist = Playlist(["a", "b"].map { Media(urn: $0) })
        (controller.playlist, controller.transitionDelegate) = (playlist, playlist)
        controller.play(urn: "a", at: .time(11))
        await observed { controller.phase == .ended }
        #expect(playlist.endings == 1)
        controller.play()
        await observed { controller.phase == .playing }
        #expect(controller.currentTime.map { $0 < 5 } == true)
    }

    @Test("LB-6: the user can skip the countdown and play the next media at once")
    func engaged() async throws {
        let service = try await service()
        let controller = controller(service)
        let playlist = Playlist(["a", "b"].map { Media(urn: $0) })
        playlist.duration = 500
        (controller.playlist, controller.transitionDelegate) = (playlist, playlist)
        let hearing = Hearing(controller)
        controller.play(urn: "a", at: .time(11))
        await observed { controller.countdown != nil }
        controller.engageCountdown()
        await observed { controller.phase == .playing && controller.details.urn == "b" }
        await observed { hearing.words.last == "playing" }
        #expect(!hearing.words.contains("continued b"))
    }

    @Test("MP-8, 2.1.5: segments are reported, can be selected by URN, and are skipped where blocked")
    func segments() async throws {
        let service = try await service {
            $0.segments = [
                FakeSegment("s1", 0, 2000), FakeSegment("x", 2000, 6000, blockingReason: "legal"), FakeSegment("s2", 6000, 9000),
            ]
        }
        let controller = controller(service)
        let hearing = Hearing(controller)
        controller.play(urn: "a", at: .time(1))
        await observed { hearing.words.contains("+s1") }
        #expect(controller.details.subdivision?.segment?.media.urn == "s1")
        await observed { hearing.words.contains("+s2") }
        #expect(hearing.words.filter { $0.contains("skip") || $0.hasPrefix("+") || $0.hasPrefix("-") }.prefix(2) == ["+s1", "will skip x"])
        await observed { hearing.words.contains("did skip x") }
        #expect(hearing.words.contains("-s1"))
        #expect(controller.displayableSegments.map(\.media.urn) == ["s1", "x", "s2"])
        #expect(!controller.switchTo(urn: "nothing"))
        #expect(controller.switchTo(urn: "s1"))
        await observed { hearing.words.contains("+s1*") }
        #expect(controller.currentTime.map { $0 < 2 } == true)
    }

    @Test("Switching to a dated segment is refused in a stream without dates and leaves the position unchanged")
    func datedSegment() async throws {
        let segment = FakeSegment("s", from: Date(timeIntervalSince1970: 1_800_000_000), until: Date(timeIntervalSince1970: 1_800_000_060))
        let service = try await service { $0.segments = [segment] }
        let controller = controller(service)
        #expect(await controller.prepare(urn: "a", at: .time(4)).isReady)
        #expect(!controller.switchTo(urn: "s") && controller.currentTime.map { $0 >= 3.9 } == true)
    }

    @Test("2.1.1: switching to another chapter by URN plays it and polls that URN from then on")
    func chapters() async throws {
        let service = try await FakeMediaService()
        let part = FakeChapter("part", url: try service.stream("vod-cmaf-muxed", edition: "part")).with {
            $0.fullLength = "a"
            $0.place = FakeSpan(1000, 3000)
            $0.segments = [FakeSegment("deep", 4000, 9000)]
        }
        let whole = FakeChapter("a", url: try service.stream("vod-cmaf-muxed"))
        service.set(FakeComposition(whole, part))
        service.set(FakeComposition(part, whole))
        let controller = controller(service)
        #expect(await controller.prepare(urn: "a").isReady)
        #expect(controller.switchTo(urn: "part"))
        await observed { controller.phase == .playing }
        #expect(controller.details.urn == "part")
        #expect(controller.details.fullLengthMedia?.urn == "a")
        await service.wasAsked(for: "part")
        #expect(controller.switchTo(urn: "a"))
        #expect(controller.switchTo(urn: "deep"))
        await observed { controller.details.subdivision?.segment?.media.urn == "deep" }
        #expect(controller.details.urn == "part")
        #expect(controller.currentTime.map { $0 >= 3.9 } == true)
    }

    @Test("LB-15, LB-16: controllers play side by side; system services belong to the last one that enabled them")
    func several() async throws {
        let service = try await service()
        let (one, two) = (controller(service), controller(service))
        one.isMuted = true
        one.play(urn: "a")
        two.play(urn: "b")
        await observed { one.phase == .playing && two.phase == .playing }
        let services = SystemServices([])
        try one.enableServices(services)
        try two.enableServices(services)
        #expect(!one.areServicesEnabled)
        #expect(two.areServicesEnabled)
        one.disableServices()
        #expect(two.areServicesEnabled)
        two.disableServices()
        #expect(services.activePlayer == nil)
    }

    @Test("LB-2: only supported rates are accepted, and the rate carries over to the next media")
    func rates() async throws {
        let service = try await service()
        let controller = controller(service)
        controller.playbackRate = 1.5
        controller.playbackRate = 1.7
        #expect(await controller.prepare(urn: "a").isReady)
        #expect(await controller.prepare(urn: "b").isReady)
        #expect(controller.playbackRate == 1.5)
        #expect(controller.player.speed == 1.5)
    }

    @Test("LB-22: with a URL override, a media plays without its service, with its own metadata")
    func override() async throws {
        let service = try await FakeMediaService()
        let file = try GeneratedStreams.named("file-sound-ogg").address
        var configuration = MediaControllerConfiguration()
        configuration.urlOverride = { urn in urn == "a" ? file : nil }
        let controller = controller(service, configuration)
        #expect(await controller.prepare(Media(urn: "a", title: "Downloaded")).isReady)
        #expect(controller.player.metadata.title == "Downloaded")
        #expect(service.requests.isEmpty)
    }

    @Test("2.1.2: Consecutive skips add up from the pending target and resume playback")
    func skips() async throws {
        let service = try await service()
        let controller = controller(service)
        #expect(await controller.prepare(urn: "a").isReady)
        #expect(controller.skip(by: 4))
        #expect(controller.skip(by: 4))
        await observed { controller.phase == .playing }
        #expect(controller.currentTime.map { $0 >= 7.9 } == true)
        #expect(controller.skip(.backward))
        #expect(controller.currentTime == 0)
        #expect(!controller.isLive)
        #expect(!controller.canSkipToLive)
        #expect(!controller.startOver())
    }

    @Test("LB-2: periodic times are reported even while time stands still")
    func times() async throws {
        let service = try await service()
        let controller = controller(service)
        #expect(await controller.prepare(urn: "a", at: .time(4)).isReady)
        var count = 0
        let times = controller.times(every: 1)
        let ticking = Task { [clock = service.clock] in
            // Every sleep of a second is ended by the next advance.
            var sleepers = 0
            while !Task.isCancelled {
                sleepers += 1
                await clock.sleepers(reach: sleepers)
                clock.advance(by: 1)
            }
        }
        for await time in times {
            #expect(abs(time - 4) < 0.1)
            count += 1
            if count == 3 { break }
        }
        ticking.cancel()
        #expect(controller.phase != .playing)
    }

    private actor Names: PlayerItemTracker {
        private let heard: @Sendable (String) -> Void
        init(configuration: @escaping @Sendable (String) -> Void) { heard = configuration }
        func enable(for player: TrackedPlayer) { heard("on") }
        func updateMetadata(_ metadata: String) { heard(metadata) }
        func disable(with properties: TrackerProperties) { heard("off") }
    }

    @Test("LB-21: trackers follow each media by its URN, and only while the controller is tracked")
    func tracked() async throws {
        let service = try await service()
        let (words, out) = AsyncStream.makeStream(of: String.self)
        var configuration = MediaControllerConfiguration()
        configuration.trackers = [Names.adapter(configuration: { out.yield($0) }) { $0.identifier ?? "-" }]
        let controller = controller(service, configuration)
        #expect(controller.isTracked)
        #expect(await controller.prepare(urn: "a").isReady)
        controller.isTracked = false
        var heard: [String] = []
        for await word in words {
            heard.append(word)
            if word == "off" { break }
        }
        #expect(heard.contains("a"))
        #expect(heard.filter { $0 == "on" || $0 == "off" } == ["on", "off"])
    }

    @Test("LB-15: Releasing a controller stops its audio and its service requests")
    func lifetime() async throws {
        let service = try await service()
        let player = Player(configuration: MediaControllerConfiguration.player)
        var controller: MediaController? = MediaController(
            player: player, service: CompositionService(address: service.address),
            clock: WallClock(now: service.clock.now, sleep: service.clock.sleep))
        controller?.play(urn: "a")
        await observed { player.rate > 0 }
        weak let gone = controller
        controller = nil
        await observed { player.items.isEmpty }
        #expect(gone == nil)
        await service.clock.isLeftAlone()
    }
}
