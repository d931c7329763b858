// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxContract
import WindowboxFeed
import WindowboxServer
import WindowboxServerKit

/// A service with its own empty database on a free port, with a clock that only a test advances.
struct Served: Sendable {
    let address: String
    let service: VideoService
    let catalogue: Catalogue
    let clock: ServiceClock

    static func with(_ body: @MainActor @Sendable (Served) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-feeds-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (catalogue, clock) = (try await Catalogue(folder.appending(path: "x.sqlite").path), ServiceClock())
        var settings = ServiceSettings(secrets: ["a secret of the tests"])
        settings.port = 0
        let service = VideoService(catalogue: catalogue, settings: settings, media: try ServiceMedia(settings), clock: { clock.now })
        try await service.listening { port in
            try await body(Served(address: "http://127.0.0.1:\(port)", service: service, catalogue: catalogue, clock: clock))
        }
        try await catalogue.close()
    }

    func fill(videos: Int = 7) async throws {
        try await catalogue.resources.save(ClientApp(id: "app1", name: "x", createdAt: clock.now), at: clock.now)
        try await catalogue.resources.save(VideoChannel(id: "c1", businessID: "b1", name: "News", slug: "news"), at: clock.now)
        for number in 0..<videos {
            var video = Video(id: "v\(number)", channelID: "c1")
            (video.status, video.caption, video.durationMS) = (.ready, "Video \(number)", 20_000)
            (video.hashtags, video.publishedAt) = (["a"], clock.now.addingTimeInterval(Double(-60 * (number + 1))))
            video.hlsURL = "https://example.org/\(number).m3u8"
            try await catalogue.resources.save(video, at: clock.now)
        }
    }

    @MainActor func sdk(
        app: String = "app1", level: TrackingLevel = .all, address: String? = nil, folder: URL? = nil, device: String = "device-1"
    ) -> FeedSDK {
        var settings = FeedSDK.Settings(appID: AppIDLookup(argument: app))
        (settings.trackingLevel, settings.folder) = (level, folder)
        return FeedSDK(client(address: address, device: device), settings: settings)
    }

    func client(address: String? = nil, device: String = "device-1") -> WindowboxFeed.ServiceClient {
        WindowboxFeed.ServiceClient(.init(address: address ?? self.address, packageID: "org.example.app", deviceID: device))
    }
}

/// The service through a network that can be disconnected.
final class CutNetwork: FeedService {
    private let service: WindowboxFeed.ServiceClient
    private let connections = Mutex<[LiveConnection]>([])

    init(_ service: WindowboxFeed.ServiceClient) { self.service = service }

    func authenticate(appID: String) async throws(ServiceError) -> GuestToken { try await service.authenticate(appID: appID) }

    func send<APIResponse: Decodable & Sendable>(_ call: ServiceCall<APIResponse>) async throws(ServiceError) -> APIResponse {
        try await service.send(call)
    }

    func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection {
        let connection = try await service.follow(stream, after: after, unlockToken: unlockToken)
        connections.withLock { $0.append(connection) }
        return connection
    }

    func cut() { for connection in connections.withLock({ $0 }) { connection.close() } }
}

final class ServiceClock: Sendable {
    private let time = Mutex(Date())
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 = $0.addingTimeInterval(seconds) } }
}
