// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxEngine
import WindowboxKit
import WindowboxPlayer
import WindowboxServer
import WindowboxServerKit
import WindowboxSources
import WindowboxTransport

@MainActor @Suite("Playing from the service", .timeLimit(.minutes(2))) struct ServicePlaybackTests {
    private struct Served: Sendable {
        let address: String
        let catalogue: Catalogue
    }

    /// A service of the generated streams with signed URLs.
    private static func withService(_ body: @MainActor @Sendable (Served) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-playback-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        var settings = ServiceSettings(secrets: ["a secret of the tests"])
        (settings.port, settings.playbackSeconds) = (0, 600)
        settings.mediaFolder = try GeneratedStreams.directory.path
        let service = VideoService(catalogue: catalogue, settings: settings, media: try ServiceMedia(settings))
        try await service.listening { try await body(Served(address: "http://127.0.0.1:\($0)", catalogue: catalogue)) }
        try await catalogue.close()
    }

    private static func token(_ served: Served) async throws -> String {
        try await served.catalogue.resources.save(ClientApp(id: "app1", name: "x", createdAt: Date()), at: Date())
        let body = try ContractJSON.text(GuestRequest(appID: "app1", packageID: "p"))
        let request = TransportRequest(
            url: "\(served.address)/v1/auth/guest", method: .post, headers: ["Content-Type": "application/json"], payload: Array(body.utf8))
        let answer = try await RoutingTransport.secure().bytes(of: request)
        return try ContractJSON.decode(GuestToken.self, from: Data(answer)).accessToken
    }

    @Test("A media plays by URN, with its title and chapters") func byName() async throws {
        try await Self.withService { served in
            try await served.catalogue.resources.save(VideoChannel(id: "c1", businessID: "b1", name: "News", slug: "news"), at: Date())
            var video = Video(id: "v1", channelID: "c1")
            (video.status, video.caption, video.publishedAt) = (.ready, "By name", Date(timeIntervalSinceNow: -60))
            video.hlsURL = "/media/\(try GeneratedStreams.named("vod-cmaf-muxed").path)"
            video.segments = [VideoSegment(id: "s1", title: "One", startMS: 0, endMS: 2000)]
            try await served.catalogue.resources.save(video, at: Date())
            let token = try await Self.token(served)
            let service = CompositionService(
                address: "\(served.address)/v1/compositions/{urn}", headers: ["Authorization": "Bearer \(token)"])
            let player = Player(items: [.composition(urn: "urn:windowbox:video:v1", service: service)])
            player.play()
            for await _ in player.propertiesUpdates where player.rate > 0 || player.error != nil { break }
            #expect(player.error == nil)
            #expect(player.metadata.title == "By name")
            #expect(player.playbackState == .playing)
            player.removeAllItems()
        }
    }
}
