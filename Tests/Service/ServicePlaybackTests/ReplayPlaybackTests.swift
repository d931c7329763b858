// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer
import WindowboxServer
import WindowboxTransport

@MainActor @Suite("Playing a stream and its replay", .serialized, .timeLimit(.minutes(3))) struct ReplayPlaybackTests {
    /// A host who starts and ends streams.
    private struct Host: Sendable {
        let address: String
        let token: String

        init(_ address: String, _ client: ClientProgram, secret: String) async throws {
            let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"
            let request = TransportRequest(
                url: "\(address)/oauth/token", method: .post, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                payload: Array(form.utf8))
            let answer = try await RoutingTransport.secure().bytes(of: request)
            self.address = address
            token = try ContractJSON.decode(AdminToken.self, from: Data(answer)).accessToken
        }

        func step(_ name: String, _ id: String) async throws -> LiveStream {
            let request = TransportRequest(
                url: "\(address)/v1/admin/live_streams/\(id)/\(name)", method: .post, headers: ["Authorization": "Bearer \(token)"])
            return try await ContractJSON.decode(LiveStream.self, from: Data(RoutingTransport.secure().bytes(of: request)))
        }
    }

    @Test("An ended stream is available by the same URN, with every frame") func replay() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await ServicePrograms.with { programs in
            let clip = try await programs.ingest(source.address, channel: "c1")
            let catalogue = try await Catalogue(programs.database)
            let now = Date()
            let resources = catalogue.resources
            try await resources.save(ClientApp(id: "app1", name: "x", createdAt: now), at: now)
            var shown = Video(id: "live1", channelID: "c1")
            (shown.type, shown.status, shown.publishedAt) = (.liveStream, .ready, now)
            try await resources.save(shown, at: now)
            var stream = LiveStream(id: "live1", videoID: "live1", channelID: "c1", title: "A premiere")
            (stream.source, stream.primaryURL, stream.orientation) = (.mediaAsset, "/v1/videos/\(clip)", .landscape)
            try await resources.save(stream, at: now)
            // The channel is its own business, as created by `windowbox ingest`.
            let (client, secret) = ClientProgram.make(business: "c1", name: "host", scopes: ClientProgram.allScopes, at: now)
            try await resources.save(client, at: now)
            try await catalogue.close()
            try await programs.serve { address in
                let host = try await Host(address, client, secret: secret)
                let names = try await ServiceNames(address, app: "app1")
                let name = MediaName(.live, "live1")
                #expect(try await host.step("start", "live1").status == .live)
                let live = await RecordedRun.play([try await names.address(of: name)])
                let seen = live.numbers.compactMap { $0 }
                #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(live.journal.suffix(8))")
                #expect(seen.last == 359, "\(live.journal.suffix(8))")
                let ended = try await host.step("end", "live1")
                #expect(ended.status == .replay)
                #expect(await names.play(name) == nil)
                let replay = await RecordedRun.play([try await names.address(of: name)])
                #expect(replay.end == .ended, "\(replay.journal.suffix(8))")
                #expect(replay.numbers == (0..<360).map(Optional.some), "\(replay.journal.suffix(8))")
            }
        }
    }
}
