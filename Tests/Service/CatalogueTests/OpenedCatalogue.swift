// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

/// An empty catalogue, removed after the test.
struct OpenedCatalogue {
    let catalogue: Catalogue
    let setting: String

    /// A Sunday in 2025, in milliseconds.
    static let noon = Timestamp.date(1_763_812_800_000)
    var viewer: Viewer { Viewer(guestID: "guest1", appID: "app1") }

    static func with(_ make: Make, _ body: (OpenedCatalogue) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-catalogue-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let setting = try make.setting(in: folder)
        let opened = OpenedCatalogue(catalogue: try await Catalogue(setting), setting: setting)
        do { try await body(opened) } catch {
            try? await opened.catalogue.close()
            throw error
        }
        try await opened.catalogue.close()
    }

    func addChannel(_ id: String, business: String = "b1", _ change: (inout VideoChannel) -> Void = { _ in }) async throws {
        var channel = VideoChannel(id: id, businessID: business, name: id, slug: id)
        change(&channel)
        try await catalogue.resources.save(channel, at: Self.noon)
    }

    /// - Parameter minute: Minutes before noon at which it was published.
    @discardableResult
    func addVideo(
        _ id: String, _ hashtags: [String] = [], channel: String = "c1", minute: Int, _ change: (inout Video) -> Void = { _ in }
    ) async throws -> Video {
        var video = Video(id: id, channelID: channel)
        video.status = .ready
        video.hashtags = hashtags
        video.publishedAt = Self.noon.addingTimeInterval(Double(-60 * minute))
        video.hlsURL = "https://example.org/\(id).m3u8"
        change(&video)
        try await catalogue.resources.save(video, at: Self.noon)
        return video
    }

    /// All items of a feed, page by page.
    func items(_ request: FeedRequest, viewer: Viewer? = nil, at now: Date = noon) async throws -> [FeedItem] {
        let viewer = viewer ?? self.viewer
        var page = try await catalogue.feeds.makeFeed(request, for: viewer, at: now)
        var items = page.items
        while let cursor = page.cursor {
            page = try await catalogue.feeds.page(of: page.feedID, cursor: cursor, for: viewer, at: now)
            items += page.items
        }
        return items
    }

    func ids(_ source: FeedSource, pageSize: Int? = nil, viewer: Viewer? = nil, at now: Date = noon) async throws -> [String] {
        try await items(FeedRequest(source: source, pageSize: pageSize), viewer: viewer, at: now).ids
    }

    func see(_ video: String, at now: Date, viewer: Viewer? = nil) async throws {
        let event = ViewerEvent(id: UUID().uuidString, name: .start, ts: now, videoID: video)
        _ = try await catalogue.events.record([event], of: viewer ?? self.viewer, at: now)
    }
}

extension [FeedItem] {
    var ids: [String] { compactMap { $0.video?.id ?? $0.playlist?.id } }
    var reasons: [FeedReason] { compactMap(\.reason) }
}

extension FeedPage {
    /// The cursor of the next page.
    var cursor: String? { next.flatMap { $0.split(separator: "=").last }.map(String.init) }
}
