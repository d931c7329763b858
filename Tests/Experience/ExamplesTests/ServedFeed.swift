// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxServer
import WindowboxServerKit

/// A service with an app, a channel and a few videos, on a free local port.
struct ServedFeed: Sendable {
    let address: String
    let catalogue: Catalogue

    static let (app, channel) = ("app1", "c1")

    /// - Parameter count: The number of videos.
    static func with(_ count: Int, _ body: @Sendable (ServedFeed) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-examples-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let stream = try await ServedStream("live-cmaf")
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        try await fill(catalogue, count, stream.address("index.m3u8"))
        var settings = ServiceSettings(secrets: ["a secret of the tests"])
        settings.port = 0
        let service = VideoService(catalogue: catalogue, settings: settings, media: try ServiceMedia(settings))
        try await service.listening { try await body(ServedFeed(address: "http://127.0.0.1:\($0)", catalogue: catalogue)) }
        withExtendedLifetime(stream) {}
        try await catalogue.close()
    }

    private static func fill(_ catalogue: Catalogue, _ count: Int, _ address: String) async throws {
        let now = Date()
        try await catalogue.resources.save(ClientApp(id: app, name: "x", createdAt: now), at: now)
        try await catalogue.resources.save(VideoChannel(id: channel, businessID: "b1", name: "Rivers", slug: "rivers"), at: now)
        for number in 1...count {
            var video = Video(id: "v\(number)", channelID: channel)
            (video.status, video.caption, video.durationMS) = (.ready, "Film \(number)", 40_000)
            (video.hashtags, video.publishedAt) = (number == 2 ? ["calm"] : ["loud"], now.addingTimeInterval(Double(-60 * number)))
            video.hlsURL = address
            try await catalogue.resources.save(video, at: now)
        }
    }
}
