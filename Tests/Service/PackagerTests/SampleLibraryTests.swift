// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit

@testable import WindowboxPackager

@Suite("Sample library", .serialized) struct SampleLibraryTests {
    @Test("The sample library is made once, with speech, captions, hashtags and products") func fill() async throws {
        try await TemporaryFolder.with { folder in
            let catalogue = try await Catalogue(folder.appending(path: "c.sqlite").path)
            let storage = try DiskStorage(folder: folder.appending(path: "store"))
            var configuration = Ingest.Configuration(publicAddress: "/media")
            configuration.packager.shortSides = [360]
            configuration.packager.preset = "ultrafast"
            configuration.workFolder = folder
            let ingest = Ingest(
                catalogue: catalogue, storage: storage, uploads: Uploads(storage: storage), remote: RemoteDownloader(),
                configuration: configuration)
            let reports = Mutex<[String]>([])
            let library = SampleLibrary(ingest: ingest, clips: Array(SampleClip.all[3...3]))
            try await library.fill { done, all in reports.withLock { $0.append("\(done)/\(all)") } }
            #expect(reports.withLock { $0 } == ["1/1"])
            let video = try #require(try await catalogue.resources.find(Video.self, id: "sample04"))
            #expect(video.status == .ready)
            #expect(video.hashtags == ["fashion", "rain", "sale"])
            #expect(video.products == ["jacket", "boots"])
            #expect(video.orientation == .portrait)
            #expect(video.subtitles.map(\.language) == ["en"])
            #expect(video.durationMS >= 6000)
            let jacket = try #require(try await catalogue.resources.find(Product.self, id: "jacket"))
            #expect(jacket.units.count == 3)
            #expect(jacket.images.map(\.url) == ["/media/products/jacket.png"])
            let picture = try await storage.bytes(of: try #require(StorageKey("products/jacket.png")))
            let size = PictureHeader(picture ?? []).map { [$0.width, $0.height] }
            #expect(size == [480, 480])
            #expect(try await catalogue.resources.find(Playlist.self, id: SampleLibrary.playlistID)?.items.count == 1)
            // The second time, there is nothing to do.
            try await library.fill { done, all in reports.withLock { $0.append("\(done)/\(all)") } }
            #expect(reports.withLock { $0 } == ["1/1"])
            let address = try #require(video.hlsURL)
            let key = try #require(StorageKey(String(address.dropFirst("/media/".count))))
            let run = await RecordedRun.play([storage.path(of: key)])
            #expect(run.end == .ended)
            #expect(run.pictures.count == Int(video.durationMS) * 30 / 1000)
            // Speech is mixed over the tones.
            #expect((run.left.map(abs).max() ?? 0) > 0.2)
            try await catalogue.close()
        }
    }

    @Test("The sample clips refer to existing names and products") func clips() {
        let products = Set(SampleProducts.all.map(\.id))
        #expect(SampleClip.all.count == 12)
        #expect(Set(SampleClip.all.map(\.id)).count == 12)
        for clip in SampleClip.all {
            #expect(OpaqueID.isWellFormed(clip.id))
            #expect(clip.products.allSatisfy(products.contains))
            #expect(!clip.sentences.isEmpty)
        }
        #expect(Set(SampleClip.all.flatMap(\.products)) == products)
        #expect(SampleProducts.all.allSatisfy { !$0.units.isEmpty && OpaqueID.isWellFormed($0.id) })
        #expect(SampleProducts.all.allSatisfy { SampleImage(product: $0.id)?.pixels.count == 16 * 16 * 3 })
    }
}
