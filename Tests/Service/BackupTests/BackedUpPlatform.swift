// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxBackup
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager
import WindowboxServiceKit

/// A platform with a database, media and secrets, and a folder for its backups. All of it is removed after the test.
struct BackedUpPlatform {
    let folder: URL
    /// The database, its media and secrets.
    let service: BackedUpService
    var backup: URL { folder.appending(path: "backup") }
    var secretFile: String { folder.appending(path: "service/secrets").path }
    /// Its media.
    func storage() throws -> any EnumerableStorage { try #require(service.media) }

    /// A Sunday in 2025.
    static let noon = Timestamp.date(1_763_812_800_000)

    static func with(_ make: Make = .sqlite, bucket: Bool = false, _ body: (BackedUpPlatform) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-backup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(BackedUpPlatform(folder: folder, service: target("service", make, bucket: bucket, in: folder)))
    }

    /// An empty place for a service.
    static func target(_ name: String, _ make: Make = .sqlite, bucket: Bool = false, in folder: URL) async throws -> BackedUpService {
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let media: any EnumerableStorage =
            bucket ? try await makeBucket() : try DiskStorage(folder: place.appending(path: "media"))
        return BackedUpService(
            database: try make.setting(in: place), secretFile: place.appending(path: "secrets").path, media: media, program: "1.2.3")
    }

    private static func makeBucket() async throws -> S3Storage {
        let server = try await S3Server.shared()
        var configuration = S3Storage.Configuration(
            endpoint: server.endpoint, bucket: "wb-\(UUID().uuidString.lowercased())", region: "us-east-1", accessKey: "test-key",
            secret: "test-secret", prefix: StorageKey("shared/prefix"))
        configuration.pageSize = 3
        let storage = try S3Storage(configuration)
        try await storage.makeBucket()
        return storage
    }

    /// Another empty place of the same kind.
    func emptyTarget(_ name: String = "other", _ make: Make = .sqlite, bucket: Bool = false) async throws -> BackedUpService {
        try await Self.target(name, make, bucket: bucket, in: folder)
    }

    /// Adds videos with their media, and a file of secrets.
    func fill(_ videos: some Sequence<Int> = 1...5) async throws {
        try await withCatalogue(service) { catalogue in
            try await catalogue.resources.save(VideoChannel(id: "c1", businessID: "b1", name: "Ö", slug: "c1"), at: Self.noon)
            for number in videos { try await Self.add(number, to: catalogue, try storage()) }
        }
        let secret = Data((String(repeating: "s3cret", count: 8) + "\n").utf8)
        guard !FileManager.default.fileExists(atPath: secretFile) else { return }
        try secret.write(to: URL(fileURLWithPath: secretFile))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: secretFile)
    }

    static func add(_ number: Int, to catalogue: Catalogue, _ storage: any MediaStorage) async throws {
        let base = "videos/v\(number)/x"
        for (name, content) in contents(number) {
            if let key = StorageKey("\(base)/\(name)") { try await storage.put(.bytes(content), at: key, type: "video/mp4") }
        }
        var video = Video(id: "v\(number)", channelID: "c1")
        (video.status, video.caption, video.publishedAt) = (.ready, "Line\none\ttab \\ \(number) 🎬", noon)
        video.hashtags = ["a", "tag\(number % 3)"]
        video.hlsURL = "/media/\(base)/index.m3u8"
        try await catalogue.resources.save(video, at: noon)
    }

    static func contents(_ number: Int) -> [(name: String, bytes: [UInt8])] {
        [
            ("index.m3u8", Array("#EXTM3U\n# \(number)\n".utf8)),
            ("360p.mp4", (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* (number + 1)) }),
            // The same in all videos.
            ("poster.jpg", [UInt8](repeating: 7, count: 5000)),
        ]
    }

    /// Everything that a visitor and an operator could tell apart.
    static func content(of service: BackedUpService) async throws -> Content {
        var content = Content()
        for try await object in try #require(service.media).objects() {
            content.media[object.key.text] = try await service.media?.bytes(of: object.key)
        }
        if let path = service.secretFile {
            content.secrets = FileManager.default.contents(atPath: path)
            content.mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try await withCatalogue(service) { catalogue in
            content.channels = try await catalogue.resources.list(
                VideoChannel.self, parent: nil, before: nil, since: nil, limit: 100
            ).map(\.name)
            content.videos = Dictionary(
                uniqueKeysWithValues: try await catalogue.resources.list(Video.self, parent: nil, before: nil, since: nil, limit: 1000)
                    .map { ($0.id, $0) })
            let feed = FeedRequest(source: .hashtag(channel: "c1", filter: "a"), pageSize: 100)
            content.feed = try await catalogue.feeds.makeFeed(feed, for: Viewer(guestID: "guest1", appID: "app1"), at: noon).items
                .compactMap { $0.video?.id }
        }
        return content
    }

    struct Content: Hashable {
        var media: [String: [UInt8]] = [:]
        var secrets: Data?
        var mode: Int?
        var channels: [String] = []
        var videos: [String: Video] = [:]
        var feed: [String] = []
    }
}

/// Opens a catalogue, and always closes it.
func withCatalogue(_ service: BackedUpService, _ body: (Catalogue) async throws -> Void) async throws {
    let catalogue = try await Catalogue(service.database)
    do { try await body(catalogue) } catch {
        try? await catalogue.close()
        throw error
    }
    try await catalogue.close()
}
