// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources
import WindowboxStreaming
import WindowboxTransport

@MainActor @Suite("Playing from the programs", .serialized, .timeLimit(.minutes(3))) struct ProgramPlaybackTests {
    @Test("An ingested clip and a live channel play by URN, with every frame") func program() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await ServicePrograms.with { programs in
            let id = try await programs.ingest(source.address, channel: "c1")
            let catalogue = try await Catalogue(programs.database)
            let now = Date()
            try await catalogue.resources.save(ClientApp(id: "app1", name: "x", createdAt: now), at: now)
            try await catalogue.resources.save(Playlist(id: "p1", channelID: "c1", name: "x").with(items: [id]), at: now)
            var shown = Video(id: "live1", channelID: "c1")
            (shown.type, shown.status, shown.publishedAt) = (.liveStream, .ready, now)
            try await catalogue.resources.save(shown, at: now)
            var stream = LiveStream(id: "live1", videoID: "live1", channelID: "c1", title: "A channel")
            (stream.source, stream.primaryURL, stream.status, stream.orientation) = (.mediaAsset, "/v1/playlists/p1", .live, .landscape)
            try await catalogue.resources.save(stream, at: now)
            try await catalogue.close()
            try await programs.serve { address in
                let names = try await ServiceNames(address, app: "app1")
                let (clip, live) = (MediaName(.video, id), MediaName(.live, "live1"))
                #expect(await names.play(clip) == nil)
                let run = await RecordedRun.play([try await names.address(of: clip)])
                #expect(run.end == .ended, "\(run.journal.suffix(8))")
                #expect(run.numbers == (0..<360).map(Optional.some), "\(run.journal.suffix(8))")
                try await Self.fastStart(names, clip)
                #expect(await names.play(live) == nil)
                // More than the clip's length: it repeats seamlessly.
                let channel = await RecordedRun.play([try await names.address(of: live)], limit: 450)
                let numbers = channel.numbers.compactMap { $0 }
                #expect(numbers.count == 450, "\(channel.journal.suffix(8))")
                let steps = zip(numbers, numbers.dropFirst()).filter { $1 != $0 + 1 }
                #expect(steps.allSatisfy { $0 == (359, 0) }, "\(steps)")
                #expect(steps.count >= 1, "\(steps)")
            }
        }
    }
}

extension ProgramPlaybackTests {
    /// With the bundle, the first request of a cold player is for a segment.
    private static func fastStart(_ names: ServiceNames, _ clip: MediaName) async throws {
        var service = names.service
        service.parameters = [("bundle", "yes")]
        let resource = try #require(try await service.composition(of: clip.description).main?.resources.first)
        let watched = RequestLog()
        let transport = PreloadTransport(watched)
        transport.set(resource.preload)
        let recorder = FirstPictures()
        let engine = PlaybackEngine(
            configuration: .init(pace: .asFastAsPossible), videoOutputs: [CallbackOutput { _ in recorder.note() }],
            audioOutput: SilentOutput(), transport: transport)
        await engine.load(resource.url, as: ItemID(0))
        await engine.play()
        await recorder.first()
        await engine.shutDown()
        let asked = watched.requests
        #expect(!asked.isEmpty, "\(asked)")
        #expect(asked.allSatisfy { $0.url.hasSuffix(".mp4") && ($0.span?.offset ?? 0) > 0 }, "\(asked)")
    }
}

/// Records network requests.
private final class RequestLog: Transport {
    private let base = RoutingTransport.secure()
    private let kept = Mutex<[TransportRequest]>([])
    var requests: [TransportRequest] { kept.withLock { $0 } }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        kept.withLock { $0.append(request) }
        return try await base.open(request)
    }
}

private final class FirstPictures: Sendable {
    private let (shown, show) = AsyncStream<Void>.makeStream()
    func note() { show.yield() }
    func first() async { for await _ in shown { return } }
}

extension Playlist {
    fileprivate func with(items: [String]) -> Playlist {
        var playlist = self
        playlist.items = items.enumerated().map { PlaylistItem(videoID: $0.element, position: $0.offset) }
        return playlist
    }
}
