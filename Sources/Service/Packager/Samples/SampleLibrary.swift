// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxContract

/// A dozen generated clips for trying out a service, with video, audio, speech, captions, hashtags and products.
public struct SampleLibrary: Sendable {
    private let ingest: Ingest
    private let clips: [SampleClip]

    /// The ids of the channel, and of the playlist with all clips.
    public static let channelID = SampleProducts.channel.id
    public static let playlistID = "samples"
    /// The ids of the clips, in the playlist's order.
    public static var videoIDs: [String] { SampleClip.all.map(\.id) }

    /// - Parameter ingest: packages the clips.
    public init(ingest: Ingest) { self.init(ingest: ingest, clips: SampleClip.all) }

    init(ingest: Ingest, clips: [SampleClip]) {
        self.ingest = ingest
        self.clips = clips
    }

    /// Generates the clips that are missing; does nothing if all exist.
    /// - Parameters:
    ///   - workers: the number of clips to generate concurrently.
    ///   - onProgress: called with the number of finished clips and the total.
    /// - Throws: ``PackagerError``, ``StorageError``, `CatalogueError`, `CancellationError`.
    public func fill(
        workers: Int = 2, at now: Date = Date(), onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws {
        let resources = ingest.catalogue.resources
        let known = try await resources.find(Video.self, ids: clips.map(\.id)).filter { $0.status == .ready }
        let missing = clips.filter { clip in !known.contains { $0.id == clip.id } }
        try await addSurroundings(at: now)
        guard !missing.isEmpty else { return }
        let queue = SampleClipQueue(missing, done: clips.count - missing.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, workers) {
                group.addTask {
                    while let clip = queue.next() {
                        try await make(clip, at: now)
                        onProgress(queue.finishOne(), clips.count)
                    }
                }
            }
            try await group.waitForAll()
        }
        // The channel gets its first clip's poster.
        guard let first = try await resources.find(Video.self, id: clips.first?.id ?? "") else { return }
        _ = try await resources.update(Video.self, id: SampleChannel.id, at: now) {
            ($0.posterURL, $0.posters) = (first.posterURL, first.posters)
        }
    }

    private func addSurroundings(at now: Date) async throws {
        let resources = ingest.catalogue.resources
        _ = try await resources.add(SampleProducts.business, at: now)
        _ = try await resources.add(SampleProducts.store, at: now)
        _ = try await resources.add(SampleProducts.channel, at: now)
        for product in SampleProducts.all {
            _ = try await resources.add(product, at: now)
            try await addPicture(of: product.id, at: now)
        }
        var playlist = Playlist(id: Self.playlistID, channelID: Self.channelID, name: "Samples")
        playlist.items = clips.enumerated().map { PlaylistItem(videoID: $0.element.id, position: $0.offset) }
        _ = try await resources.add(playlist, at: now)
        _ = try await resources.add(SampleChannel.app(at: now), at: now)
        _ = try await resources.add(SampleChannel.playlist(of: clips), at: now)
        _ = try await resources.add(SampleChannel.video(at: now), at: now)
        _ = try await resources.add(SampleChannel.stream(at: now), at: now)
    }

    /// Also for libraries made before products had images.
    private func addPicture(of id: String, at now: Date) async throws {
        let resources = ingest.catalogue.resources
        guard let product = try await resources.find(Product.self, id: id), product.images.isEmpty,
            let picture = SampleImage(product: id), let key = StorageKey("products/\(id).png")
        else { return }
        let folder = ingest.configuration.workFolder.appending(path: "windowbox-\(id)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try await picture.make(in: folder, settings: ingest.configuration.packager)
        try await ingest.storage.put(.bytes(bytes), at: key, type: "image/png")
        var image = ProductImage(externalID: "sample-\(id)", url: "\(ingest.configuration.publicAddress)/\(key.text)")
        image.primary = true
        _ = try await resources.update(Product.self, id: id, at: now) { [image] in $0.images = [image] }
    }

    private func make(_ clip: SampleClip, at now: Date) async throws {
        let folder = ingest.configuration.workFolder.appending(path: "windowbox-\(clip.id)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, captions) = try await clip.make(in: folder, settings: ingest.configuration.packager)
        let resources = ingest.catalogue.resources
        // An unfinished clip is made again.
        _ = try await resources.delete(Video.self, id: clip.id)
        var video = Video(id: clip.id, channelID: Self.channelID)
        video.caption = clip.caption
        video.hashtags = clip.hashtags
        video.products = clip.products
        video.language = "en"
        // A minute apart, so that feeds have a defined order.
        let index = clips.firstIndex { $0.id == clip.id } ?? 0
        video.publishedAt = now.addingTimeInterval(Double(-60 * index))
        video.status = .processing
        _ = try await resources.add(video, at: now)
        try await ingest.packageNow(file, captions: ["en": captions.path], video: clip.id)
    }
}

/// The clips that remain to be made.
private final class SampleClipQueue: Sendable {
    private let state: Mutex<(left: [SampleClip], done: Int)>

    init(_ clips: [SampleClip], done: Int) { state = Mutex((clips.reversed(), done)) }

    func next() -> SampleClip? { state.withLock { $0.left.popLast() } }

    /// - Returns: the number of finished clips.
    func finishOne() -> Int {
        state.withLock { state in
            state.done += 1
            return state.done
        }
    }
}
