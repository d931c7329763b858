// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxHLS

@testable import WindowboxServer

/// Encoders that connect before a stream is live.
extension LiveIngestManagerTests {
    @Test("An encoder can connect before the stream is live, is measured, and goes on air without earlier content")
    func rehearsal() async throws {
        try await Self.with { service, studio in
            try await service.addLive("l9", .idle)
            let manager = try await Manager(service)
            let path = "/v1/admin/live_streams/l9"
            #expect(try await manager.send(.GET, "\(path)/health").json(LiveHealth.self) == LiveHealth())
            let prepared = try await manager.send(.POST, "\(path)/prepare").json(LiveStream.self)
            let ingest = try #require(prepared.ingest)
            let kept = try #require(try await service.catalogue.resources.find(LiveStream.self, id: "l9")?.ingest)
            #expect(kept.key != ingest.key, "the catalogue keeps keys encrypted")
            #expect(prepared.status == .idle)
            #expect(prepared.playback == LivePlayback())
            #expect(try await manager.send(.POST, "\(path)/prepare").json(LiveStream.self).ingest == ingest)
            let sending = Task { try await SendingEncoder.send(40, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            // Not through the API, which is rate limited.
            while await studio.state(of: "l9")?.health?.keyFrameSeconds == nil { await Task.yield() }
            let health = try await manager.send(.GET, "\(path)/health").json(LiveHealth.self)
            #expect(health.isReceiving)
            #expect(health.bitsPerSecond > 20_000)
            #expect(abs(health.framesPerSecond - 30) < 3)
            #expect(abs((health.keyFrameSeconds ?? 0) - 1) < 0.1)
            let preview = try #require(await studio.state(of: "l9")?.endpoints.playback.hls)
            _ = try await Self.playlist(service, preview)

            let live = try await manager.send(.POST, "\(path)/start").json(LiveStream.self)
            #expect(live.status == .live)
            #expect(live.ingest == ingest)
            let address = try #require(live.playback.hls)
            #expect(address != preview)
            #expect(address.hasPrefix("/media/live/l9/"))
            let whole = try #require(try await Self.playlist(service, address).playlist.multivariant)
            #expect(whole.variants.count == 2)
            #expect(whole.renditions.count == 1)
            let list = address.replacing("index.m3u8", with: "180p/index.m3u8")
            let first = try #require(try await Self.playlist(service, "\(list)?_HLS_msn=0&_HLS_part=0").playlist.media)
            // It begins with its own first segment, and the encoder was never disconnected.
            #expect(first.mediaSequence == 0)
            #expect(first.segments.count <= 1)
            #expect(first.segments.allSatisfy { !$0.isDiscontinuity })
            #expect(try await service.get(preview).status == 404)
            #expect(await studio.state(of: "l9")?.isRehearsal == false)
            #expect(await studio.onAir == ["l9"])

            _ = try await Self.playlist(service, "\(list)?_HLS_msn=1")
            let ended = try await manager.send(.POST, "\(path)/end").json(LiveStream.self)
            let replay = try #require(ended.replay?.url)
            #expect(replay.hasPrefix(address.replacing("index.m3u8", with: "")))
            #expect(try await manager.send(.POST, "\(path)/prepare").status == 409)
        }
    }

    @Test("A rehearsal ends with its stream, after long silence, and when its key is revoked; other sources have none")
    func rehearsalEnds() async throws {
        try await Self.with({ $0.rehearsalTimeout = 0 }) { service, studio in
            let first = try await studio.prepare(Self.stream())
            #expect(await studio.rehearsals == ["l1"])
            // The given stream has no key, so a new one is made.
            let second = try await studio.prepare(Self.stream())
            #expect(first.ingest?.key != second.ingest?.key)
            #expect(try await studio.prepare(Self.stream { $0.ingest = second.ingest }) == second)
            #expect(try await studio.end("l1") == nil)
            #expect(await studio.onAir.isEmpty)
            #expect(await studio.rehearsals.isEmpty)
            _ = try await studio.prepare(Self.stream())
            await studio.endForgottenRehearsals()
            #expect(await studio.onAir.isEmpty)
            #expect(await studio.rehearsals.isEmpty)
            await #expect(throws: APIError.self) {
                try await studio.prepare(Self.stream { ($0.source, $0.primaryURL) = (.external, "http://127.0.0.1:1/a.m3u8") })
            }
            #expect(await studio.onAir.isEmpty)
            #expect(await studio.rehearsals.isEmpty)
        }
    }
}
