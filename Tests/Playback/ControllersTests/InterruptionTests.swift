// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxPlayer
import WindowboxSources

@testable import WindowboxControllers

/// An output that a call can interrupt.
private final class PhoneOutput: AudioOutput {
    let format = AudioFormat()
    let events: AsyncStream<AudioOutputEvent>?
    private let continuation: AsyncStream<AudioOutputEvent>.Continuation

    init() {
        let (events, continuation) = AsyncStream.makeStream(of: AudioOutputEvent.self)
        (self.events, self.continuation) = (events, continuation)
    }

    func send(_ event: AudioOutputEvent) { continuation.yield(event) }
    func start() {}
    func pause() {}
    func flush() {}
    var framesPlayed: Int64? { nil }
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int { samples.count / format.channels }
}

@MainActor @Suite("Interruptions of a media controller", .timeLimit(.minutes(1)))
struct InterruptionTests {
    private let phone = PhoneOutput()

    /// Waits until the controller is in a phase.
    private func follow(_ controller: MediaController, _ events: AsyncStream<MediaEvent>, to phase: PlaybackPhase) async {
        if controller.phase == phase { return }
        for await event in events { if case .phaseChanged(let change) = event, change.phase == phase { return } }
    }

    private func controller(_ service: FakeMediaService, isSeen: Bool = false) -> MediaController {
        var configuration = MediaControllerConfiguration()
        configuration.backgroundVideoPlayback = isSeen
        return MediaController(
            player: Player(configuration: MediaControllerConfiguration.player, audioOutput: phone),
            service: CompositionService(address: service.address), configuration: configuration)
    }

    @Test("LB-14: A call stops plain live, which restarts afterwards; other streams pause and resume", arguments: [true, false])
    func call(isLive: Bool) async throws {
        let service = try await FakeMediaService()
        let folder = try GeneratedStreams.directory.appending(path: "live-ts")
        var programme = LiveOrigin.Programme(folder: folder)
        var playlist = LivePlaylist(material: try LiveMaterial(folder: folder))
        playlist.window = .sliding(seconds: 12)
        programme.playlists["/live.m3u8"] = [.init(playlist)]
        programme.start = 20
        let origin = try await LiveOrigin(programme)
        let url = isLive ? origin.address + "/live.m3u8" : try service.stream("vod-cmaf-muxed", edition: "a")
        service.set(FakeComposition(FakeChapter("a", title: "A", url: url)))
        let controller = controller(service)
        let events = controller.events
        controller.play(urn: "a")
        await follow(controller, events, to: .playing)
        phone.send(.interrupted)
        await follow(controller, events, to: isLive ? .idle : .paused)
        #expect((controller.player.currentItem == nil) == isLive)
        phone.send(.interruptionEnded)
        await follow(controller, events, to: .playing)
        #expect(controller.player.shouldPlay)
        await origin.stop()
    }

    @Test("LB-2: Background video playback is an option, off by default")
    func background() async throws {
        let service = try await FakeMediaService()
        #expect(controller(service).player.backgroundPlaybackPolicy == .automatic)
        #expect(controller(service, isSeen: true).player.backgroundPlaybackPolicy == .continues)
    }
}
